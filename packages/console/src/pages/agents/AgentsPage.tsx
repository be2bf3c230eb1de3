/** All agents of the installation that the person may see, and the way to a new one. */

import type { Agent } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { Bot, Plus } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAccount } from '../../agent.ts'
import { queries } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { AgentCreate } from '../../forms/agent-create.tsx'
import { paths } from '../../paths.ts'
import { agentTexts } from '../../texts/agents.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Id } from '../../ui/Id.tsx'
import { Initials } from '../../ui/Initials.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'

export function AgentsPage() {
  const t = useText(agentTexts)
  const shell = useText(shellTexts)
  const account = useAccount()
  const [location, navigate] = useLocation()
  const [{ q = '' }, setFilters] = useFilters(['q'])
  const query = useQuery(queries.agents())
  const rows = (query.data ?? []).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  const isAdmin = account.role === 'admin'
  const make = isAdmin && (
    <ButtonLink look="ink" icon={Plus} href={paths.newAgent}>
      {t('new')}
    </ButtonLink>
  )
  const columns: Column<Agent>[] = [
    {
      name: 'name',
      label: t('name'),
      width: 'minmax(140px, 1fr)',
      cell: ({ name }) => (
        <span className="inline-flex max-w-full items-center gap-2.5 font-semibold">
          <Initials name={name} />
          <bdi className="truncate">{name}</bdi>
        </span>
      ),
    },
    { name: 'id', label: t('id'), width: '120px', isWide: true, cell: ({ id }) => <Id id={id} /> },
    {
      name: 'changed',
      label: t('changed'),
      width: '120px',
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
    {
      name: 'made',
      label: t('made'),
      width: '120px',
      isWide: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
  const empty = q ? (
    <NoneFits icon={Bot} title={t('noneFits', { q })} />
  ) : (
    <Empty icon={Bot} title={t('none')} action={make}>
      {isAdmin ? t('noneWhy') : t('noneYours')}
    </Empty>
  )
  return (
    <Page title={shell('agents')} about={t('about')} actions={make} isFlush>
      <ListFrame
        label={shell('agents')}
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => paths.overview(id)}
        isLoading={query.isPending}
        error={query.data ? null : query.error}
        retry={() => void query.refetch()}
        empty={empty}
        rowHeight={44}
        filters={<SearchBox label={t('search')} value={q} onChange={(next) => setFilters({ q: next })} />}
      />
      <AgentCreate isOpen={isAdmin && location === paths.newAgent} close={() => navigate(paths.agents)} />
    </Page>
  )
}
