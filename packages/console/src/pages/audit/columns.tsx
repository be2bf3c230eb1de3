/** The columns of the audit. On a phone each entry has two lines: what was done, and below it by whom, to what and from where. */

import type { Account, Agent, AuditEntry } from '@tandem/sdk/source'
import type { ReactNode } from 'react'
import { auditTexts, isAuditAction } from '../../texts/audit.ts'
import { peopleTexts } from '../../texts/people.ts'
import { useText } from '../../texts/text.ts'
import { Id } from '../../ui/Id.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'

export function useAuditColumns(
  agents: readonly Agent[],
  accounts: readonly Account[],
  isNarrow: boolean,
): Column<AuditEntry>[] {
  const t = useText(peopleTexts)
  const did = useText(auditTexts)
  const actor = ({ account_id, actor }: AuditEntry) =>
    account_id !== null ? actor : actor === 'command line' ? t('commandLine') : t('adminToken')
  const action = ({ action }: AuditEntry) => (
    <span title={action}>{isAuditAction(action) ? did(action) : action}</span>
  )
  const agent = ({ agent_id }: AuditEntry): ReactNode =>
    agent_id && (agents.find(({ id }) => id === agent_id)?.name ?? <Id id={agent_id} />)
  // The agent is shown by itself.
  const target = ({ target, agent_id }: AuditEntry): ReactNode =>
    target !== agent_id && target && (accounts.find(({ id }) => id === target)?.email ?? <Id id={target} />)
  const at: Column<AuditEntry> = {
    name: 'at',
    label: t('at'),
    width: '76px',
    cell: ({ at }) => <Time at={at} style="narrow" />,
  }
  if (isNarrow)
    return [
      {
        name: 'action',
        label: t('action'),
        width: 'minmax(150px, 1fr)',
        cell: (entry) => (
          <>
            <span className="block truncate font-semibold">{action(entry)}</span>
            <span className="mt-1 flex items-center gap-2 text-xs text-ink-2">
              <bdi className="truncate">{actor(entry)}</bdi>
              <bdi className="max-w-1/2 shrink-0 truncate">{target(entry) || agent(entry)}</bdi>
              <span className="num ml-auto text-ink-3">{entry.address}</span>
            </span>
          </>
        ),
      },
      { ...at, isEnd: true },
    ]
  return [
    at,
    { name: 'who', label: t('who'), width: 'minmax(84px, 1.2fr)', cell: actor },
    { name: 'action', label: t('action'), width: 'minmax(150px, 1.6fr)', cell: action },
    { name: 'agent', label: t('agent'), width: 'minmax(90px, 1fr)', isWide: true, cell: agent },
    { name: 'target', label: t('target'), width: 'minmax(96px, 1fr)', isWide: true, cell: target },
    {
      name: 'from',
      label: t('from'),
      width: '130px',
      isWide: true,
      cell: ({ address }) => <span className="num text-ink-3">{address}</span>,
    },
  ]
}
