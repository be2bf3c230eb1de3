/** The audit: who did what to which thing, and from where. */

import type { AuditEntry } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { admin, queries } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useListing } from '../../listing.ts'
import { auditTexts, isAuditAction } from '../../texts/audit.ts'
import { peopleTexts } from '../../texts/people.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { Id } from '../../ui/Id.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { auditActions } from './actions.ts'

export function AuditPage() {
  const t = useText(peopleTexts)
  const did = useText(auditTexts)
  const shell = useText(shellTexts)
  const [filters, setFilters] = useFilters(['who', 'agent', 'action'])
  const { data: agents = [] } = useQuery(queries.agents())
  const { data: accounts = [] } = useQuery(accountsQuery())
  const list = useListing<AuditEntry>({
    queryKey: ['audit', filters],
    read: (cursor, signal) =>
      admin
        .audit(
          { accountId: filters.who, agentId: filters.agent, action: filters.action, limit: 100, cursor },
          { signal },
        )
        .page(),
  })
  const agentName = (id: string) => agents.find((agent) => agent.id === id)?.name
  const email = (id: string) => accounts.find((account) => account.id === id)?.email
  const actor = (entry: AuditEntry) =>
    entry.account_id !== null
      ? entry.actor
      : entry.actor === 'command line'
        ? t('commandLine')
        : t('adminToken')
  const columns: Column<AuditEntry>[] = [
    { name: 'at', label: t('at'), width: '76px', cell: ({ at }) => <Time at={at} style="narrow" /> },
    { name: 'who', label: t('who'), width: 'minmax(84px, 1.2fr)', cell: (entry) => actor(entry) },
    {
      name: 'action',
      label: t('action'),
      width: 'minmax(150px, 1.6fr)',
      cell: ({ action }) => <span title={action}>{isAuditAction(action) ? did(action) : action}</span>,
    },
    {
      name: 'agent',
      label: t('agent'),
      width: 'minmax(90px, 1fr)',
      isWide: true,
      cell: ({ agent_id }) => (agent_id === null ? '' : (agentName(agent_id) ?? <Id id={agent_id} />)),
    },
    {
      name: 'target',
      label: t('target'),
      width: 'minmax(96px, 1fr)',
      isWide: true,
      // The agent has a column of its own.
      cell: ({ target, agent_id }) =>
        target === null || target === agent_id ? '' : (email(target) ?? <Id id={target} />),
    },
    {
      name: 'from',
      label: t('from'),
      width: '130px',
      isWide: true,
      cell: ({ address }) => <span className="num text-ink-3">{address}</span>,
    },
  ]
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={shell('audit')} about={t('aboutAudit')} isFlush>
      <ListFrame
        label={shell('audit')}
        {...list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NoneFits icon={ScrollText} title={t('noAuditFits')} />
          ) : (
            <Empty icon={ScrollText} title={t('noAudit')} />
          )
        }
        filters={
          <>
            <FilterSelect
              label={t('who')}
              all={t('anyone')}
              value={filters.who}
              choose={(who) => setFilters({ who })}
              choices={accounts.map(({ id, email }) => ({ value: id, label: email }))}
            />
            <FilterSelect
              label={t('action')}
              all={t('anyAction')}
              value={filters.action}
              choose={(action) => setFilters({ action })}
              choices={auditActions.map((value) => ({ value, label: did(value) }))}
            />
            <FilterSelect
              label={t('agent')}
              all={t('anyAgent')}
              value={filters.agent}
              choose={(agent) => setFilters({ agent })}
              choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </>
        }
      />
    </Page>
  )
}
