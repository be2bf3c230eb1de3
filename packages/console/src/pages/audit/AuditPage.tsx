/** The audit: who did what to which thing, and from where. */

import type { AuditEntry } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { admin, queries } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useListing } from '../../listing.ts'
import { useIsNarrow } from '../../narrow.ts'
import { auditTexts } from '../../texts/audit.ts'
import { peopleTexts } from '../../texts/people.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { auditActions } from './actions.ts'
import { useAuditColumns } from './columns.tsx'

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
  const isNarrow = useIsNarrow()
  const columns = useAuditColumns(agents, accounts, isNarrow)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={shell('audit')} about={t('aboutAudit')} isFlush>
      <ListFrame
        label={shell('audit')}
        {...list}
        columns={columns}
        keyOf={({ id }) => id}
        rowHeight={isNarrow ? 60 : 37}
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
