/** Keeps a broken screen from taking the rest with it; another address is another chance. */
import type { TandemError } from '@tandem/sdk/source'
import { Unplug } from 'lucide-react'
import { Component, type ReactNode, useEffect } from 'react'
import { admin } from '../api.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Panels.tsx'

export class Boundary extends Component<{ at: string; children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate(before: { at: string }) {
    if (before.at !== this.props.at && this.state.error) this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return NOT_LOADED.test(error.message) && !wasReloaded() ? <NotLoaded /> : <Broken error={error} />
  }
}

/** What browsers say of a part of the console that could not be fetched: the service is away, or was upgraded. */
const NOT_LOADED = /dynamically imported module|importing a module script failed/i
const LOOK_MS = 2_000
const RELOADED = 'tandem.reloaded'
const RELOADED_MS = 30_000

/** A part that cannot be loaded right after a reload never will be. */
const wasReloaded = () => Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOADED_MS

function NotLoaded() {
  const t = useText(shellTexts)
  useEffect(() => {
    const look = setInterval(async () => {
      const isAway = ({ status }: TandemError) => status === 0 || status >= 500
      const isBack = await admin.session.get({ maxRetries: 0 }).then(
        () => true,
        (error: TandemError) => !isAway(error),
      )
      if (!isBack) return
      sessionStorage.setItem(RELOADED, String(Date.now()))
      window.location.reload()
    }, LOOK_MS)
    return () => clearInterval(look)
  }, [])
  return (
    <Empty isPage icon={Unplug} title={t('notLoaded')}>
      {t('notLoadedWhy')}
    </Empty>
  )
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
