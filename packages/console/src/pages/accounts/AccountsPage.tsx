/** Accounts: who may sign in and what they may do; one of them at the side. */

import type { Account } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useFilters } from '../../filters.ts'
import { AccountChange } from '../../forms/account-change.tsx'
import { AccountCreate } from '../../forms/account-create.tsx'
import { useKeys } from '../../keys.ts'
import { paths, withQuery } from '../../paths.ts'
import { peopleTexts } from '../../texts/people.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Badge, State } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { accountsQuery } from './queries.ts'

const roles = ['admin', 'developer', 'editor', 'operator'] as const

export function AccountsPage() {
  const t = useText(peopleTexts)
  const shell = useText(shellTexts)
  const [, navigate] = useLocation()
  const [, params] = useRoute<{ account?: string }>('/accounts/:account?')
  const [filters, setFilters] = useFilters(['q', 'role'])
  const { q = '', role } = filters
  const [isMaking, setMaking] = useState(false)
  const query = useQuery(accountsQuery())
  const open = query.data?.find(({ id }) => id === params?.account)
  const close = () => navigate(withQuery(paths.accounts, filters))
  useKeys(open ? { Escape: close } : {})
  const wanted = q.toLowerCase()
  const rows = (query.data ?? []).filter(
    (account) =>
      (role === undefined || account.role === role) &&
      (account.name.toLowerCase().includes(wanted) || account.email.includes(wanted)),
  )
  const columns: Column<Account>[] = [
    {
      name: 'name',
      label: t('name'),
      width: 'minmax(100px, 1fr)',
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
    },
    {
      name: 'email',
      label: t('email'),
      width: 'minmax(160px, 1.4fr)',
      isWide: true,
      cell: ({ email }) => email,
    },
    { name: 'role', label: t('role'), width: '96px', cell: (account) => <Badge>{t(account.role)}</Badge> },
    {
      name: 'agents',
      label: t('agents'),
      width: '100px',
      isWide: true,
      cell: ({ agents }) => (agents === 'all' ? t('allAgents') : t('nAgents', { n: agents.length })),
    },
    {
      name: 'state',
      label: t('state'),
      width: '104px',
      cell: ({ disabled }) =>
        disabled ? <State is="bad">{t('disabled')}</State> : <State is="good">{t('active')}</State>,
    },
    {
      name: 'made',
      label: t('made'),
      width: '110px',
      isWide: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
  return (
    <Page
      title={shell('accounts')}
      about={t('aboutAccounts')}
      isFlush
      actions={
        <Button look="ink" icon={Plus} onClick={() => setMaking(true)}>
          {t('newAccount')}
        </Button>
      }
      side={open && <AccountChange key={open.id} account={open} close={close} />}
    >
      <ListFrame
        label={shell('accounts')}
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => withQuery(paths.account(id), filters)}
        openKey={open?.id}
        isLoading={query.isPending}
        error={query.data ? null : query.error}
        retry={() => void query.refetch()}
        empty={<NoneFits icon={UserRound} title={t('noneFits')} />}
        filters={
          <>
            <SearchBox label={t('search')} value={q} onChange={(next) => setFilters({ q: next })} />
            <FilterSelect
              label={t('role')}
              all={t('anyRole')}
              value={role}
              choose={(next) => setFilters({ role: next })}
              choices={roles.map((value) => ({ value, label: t(value) }))}
            />
          </>
        }
      />
      <AccountCreate isOpen={isMaking} close={() => setMaking(false)} />
    </Page>
  )
}
