/** Settings of an agent. Those of its webhooks, keys and chat have screens of their own. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useAccount, useAgentId } from '../../agent.ts'
import { queries } from '../../api.ts'
import { AgentDelete } from '../../forms/agent-delete.tsx'
import { AgentRename } from '../../forms/agent-rename.tsx'
import {
  AnsweringSection,
  HandoffSection,
  PricesSection,
  PublishingSection,
} from '../../forms/agent-settings-change.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Page } from '../../ui/Page.tsx'
import { ErrorState, Notice, SkeletonRows } from '../../ui/Panels.tsx'

export function AgentSettingsPage() {
  const t = useText(settingsTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const { role } = useAccount()
  const { data: agents } = useSuspenseQuery(queries.agents())
  const agent = agents.find(({ id }) => id === agentId)
  const query = useQuery(queries.agentSettings(agentId))
  const canChange = role === 'admin' || role === 'developer'
  const sections = { agentId, settings: query.data ?? {}, canChange }
  return (
    <Page title={shell('settings')} about={t('about')}>
      <div className="flex max-w-3xl flex-col gap-4">
        {!canChange && <Notice tone="plain">{t('readOnly')}</Notice>}
        {agent && <AgentRename agent={agent} canChange={role === 'admin'} />}
        {query.isPending && <SkeletonRows />}
        {!query.data && query.error && <ErrorState error={query.error} retry={() => query.refetch()} />}
        {query.data && (
          <>
            <AnsweringSection {...sections} />
            <HandoffSection {...sections} />
            <PublishingSection {...sections} />
            <PricesSection {...sections} />
          </>
        )}
        {agent && role === 'admin' && <AgentDelete agent={agent} />}
      </div>
    </Page>
  )
}
