/** The first screen of an agent: endpoints in trouble, today against a week before, and first steps with a new one. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAccount, useAgentId } from '../../agent.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Page, Section } from '../../ui/Page.tsx'
import { endpointsQuery } from '../deliveries/queries.ts'
import { Checklist } from './Checklist.tsx'
import { Today } from './Today.tsx'

/** Most of the time nothing is in trouble. */
const EndpointCards = lazy(() =>
  import('../deliveries/EndpointCards.tsx').then((file) => ({ default: file.EndpointCards })),
)

export function OverviewPage() {
  const t = useText(overviewTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const { role } = useAccount()
  const isDeveloper = role === 'admin' || role === 'developer'
  return (
    <Page title={shell('overview')} about={t('about')}>
      {isDeveloper && <Trouble agentId={agentId} />}
      <Checklist agentId={agentId} />
      <Today agentId={agentId} isDeveloper={isDeveloper} />
    </Page>
  )
}

/** Nothing while all is well. */
function Trouble({ agentId }: { agentId: string }) {
  const t = useText(overviewTexts)
  const query = useQuery(endpointsQuery(agentId))
  const items = query.data?.items.filter(({ state }) => state !== 'open') ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('trouble')} about={t('troubleAbout', { n: items.length })}>
      <Suspense>
        <EndpointCards agentId={agentId} endpoints={items} />
      </Suspense>
    </Section>
  )
}
