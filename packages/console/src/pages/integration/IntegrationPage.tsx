/** How the agent and the developer's servers know each other: the message webhook, the human services, the API keys. */
import { useAgentId } from '../../agent.ts'
import { useFilters } from '../../filters.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { KeysPart } from './KeysPart.tsx'
import { ServicesPart } from './ServicesPart.tsx'
import { WebhookPart } from './WebhookPart.tsx'

export function IntegrationPage() {
  const t = useText(integrationTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const [{ part = 'webhook' }, change] = useFilters(['part', 'service'])
  return (
    <Page title={shell('integration')} about={t('about')}>
      <Tabs
        value={part}
        onChange={(next) => change({ part: next === 'webhook' ? undefined : next, service: undefined })}
        tabs={[
          { value: 'webhook', label: t('webhook'), content: <WebhookPart agentId={agentId} /> },
          { value: 'services', label: t('services'), content: <ServicesPart agentId={agentId} /> },
          { value: 'keys', label: t('keys'), content: <KeysPart agentId={agentId} /> },
        ]}
      />
    </Page>
  )
}
