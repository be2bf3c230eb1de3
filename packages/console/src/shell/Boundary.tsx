/** Keeps a broken screen from taking the rest with it; another address is another chance. */
import { Component, type ReactNode } from 'react'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Button } from '../ui/Button.tsx'

export class Boundary extends Component<{ at: string; children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate(before: { at: string }) {
    if (before.at !== this.props.at && this.state.error) this.setState({ error: undefined })
  }

  override render() {
    return this.state.error ? <Broken error={this.state.error} /> : this.props.children
  }
}

function Broken({ error }: { error: Error }) {
  const t = useText(shellTexts)
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-8">
      <h1 className="text-lg font-semibold">{t('crashed')}</h1>
      <p className="text-sm text-ink-2">{t('crashedWhy')}</p>
      <pre className="max-w-full overflow-auto rounded-sm bg-sunken p-3 text-xs whitespace-pre-wrap">
        {String(error)}
      </pre>
      <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
    </div>
  )
}
