/** The API keys of the agent: made and shown once, recognised by how they begin, revoked. */
import type { ApiKey } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { ApiKeyCreate } from '../../forms/api-key-create.tsx'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { integrationQueries } from './queries.ts'

export function KeysPart({ agentId }: { agentId: string }) {
  const t = useText(integrationTexts)
  const query = useQuery(integrationQueries.keys(agentId))
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey>()
  const make = (
    <Button look="ink" icon={Plus} onClick={() => setMaking(true)}>
      {t('keyNew')}
    </Button>
  )
  const columns: Column<ApiKey>[] = [
    {
      name: 'label',
      label: t('keyLabel'),
      width: 'minmax(110px, 1fr)',
      cell: ({ label }) => label ?? <span className="text-ink-3">{t('unnamed')}</span>,
    },
    {
      name: 'prefix',
      label: t('keyBegins'),
      width: '150px',
      isWide: true,
      cell: ({ prefix }) => <code>{prefix}…</code>,
    },
    {
      name: 'used',
      label: t('lastUsed'),
      width: '120px',
      isWide: true,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : t('neverUsed')),
    },
    {
      name: 'made',
      label: t('made'),
      width: '120px',
      isWide: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      name: 'state',
      label: t('state'),
      width: '110px',
      isEnd: true,
      cell: (key) =>
        key.revoked_at ? (
          <State is="none">{t('revoked')}</State>
        ) : (
          <Button size="s" onClick={() => setRevoked(key)}>
            {t('revoke')}
          </Button>
        ),
    },
  ]
  return (
    <div className="flex max-w-4xl flex-col gap-4 pt-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-sm text-ink-2">{t('keysAbout')}</p>
        {make}
      </div>
      <div className="card flex max-h-[70vh] min-h-0 flex-col overflow-hidden">
        <Table
          label={t('keys')}
          rows={query.data ?? []}
          columns={columns}
          keyOf={({ id }) => id}
          isLoading={query.isPending}
          error={query.data ? null : query.error}
          retry={() => void query.refetch()}
          empty={<Empty icon={KeyRound} title={t('keysNone')} action={make} />}
          rowHeight={44}
        />
      </div>
      <ApiKeyCreate agentId={agentId} isOpen={isMaking} close={() => setMaking(false)} />
      <Revoke agentId={agentId} apiKey={revoked} close={() => setRevoked(undefined)} />
    </div>
  )
}

function Revoke({
  agentId,
  apiKey,
  close,
}: {
  agentId: string
  apiKey: ApiKey | undefined
  close: () => void
}) {
  const t = useText(integrationTexts)
  const revoke = useMutation({
    mutationFn: (keyId: string) => admin.apiKeys.revoke({ agentId, keyId }),
    onError: tellError,
    onSuccess: () => {
      tell(t('keyRevoked'))
      close()
      return queryClient.invalidateQueries({ queryKey: integrationQueries.keys(agentId).queryKey })
    },
  })
  return (
    <Confirm
      isOpen={apiKey !== undefined}
      close={close}
      title={t('keyRevoke', { name: apiKey?.label ?? apiKey?.prefix ?? '' })}
      action={t('revoke')}
      isBusy={revoke.isPending}
      act={() => apiKey && revoke.mutate(apiKey.id)}
    >
      {t('keyRevokeWhy')}
    </Confirm>
  )
}
