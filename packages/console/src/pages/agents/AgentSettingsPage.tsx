/** Stands in until the screen is there. */
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Page } from '../../ui/Page.tsx'

export function AgentSettingsPage() {
  const t = useText(shellTexts)
  return <Page title={t('overview')}>{null}</Page>
}
