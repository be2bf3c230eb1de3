/** The server of the developer, which the sink stands in for: how it responds, and what came of it in figures. */
import type { Delivery, Sink } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Ellipsis, Headset, Plug, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Skeleton } from '../../ui/Panels.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { integrationQueries } from '../integration/queries.ts'
import { Counters } from './Counters.tsx'
import { Knobs } from './Knobs.tsx'
import { playgroundQueries } from './queries.ts'

interface Props {
  readonly agentId: string
  readonly deliveries: readonly Delivery[]
}

export function ServerBar({ agentId, deliveries }: Props) {
  const t = useText(playgroundTexts)
  const sink = useQuery(playgroundQueries.sink(agentId))
  return (
    <section
      aria-label={t('yourServer')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t bg-surface px-4 max-md:px-3 py-2.5 text-sm"
    >
      <h2 className="-mr-1.5 font-semibold">{t('yourServer')}</h2>
      {sink.isPending && <Skeleton className="h-5 w-64" />}
      {sink.error && (
        <Button size="s" onClick={() => void sink.refetch()}>
          {t('sinkFailed')}
        </Button>
      )}
      {sink.data !== undefined && !sink.error && !sink.data?.connected && <Connect agentId={agentId} />}
      {sink.data?.connected && (
        <>
          <ServerMenu agentId={agentId} sink={sink.data} />
          <Knobs agentId={agentId} sink={sink.data} />
          <EndpointState agentId={agentId} />
          <Counters agentId={agentId} deliveries={deliveries} sink={sink.data} />
        </>
      )}
    </section>
  )
}

const took = (agentId: string) => (sink: Sink) => {
  queryClient.setQueryData(playgroundQueries.sink(agentId).queryKey, sink)
  void queryClient.invalidateQueries({ queryKey: ['message-webhook', agentId] })
}

/** Points the message webhook at the sink; asks first where it pointed to something. */
function Connect({ agentId }: { agentId: string }) {
  const t = useText(playgroundTexts)
  const [replaced, setReplaced] = useState<string>()
  const connect = useMutation({
    mutationFn: () => admin.sink.connect({ agentId }),
    onSuccess: (sink) => {
      took(agentId)(sink)
      setReplaced(undefined)
    },
    onError: tellError,
  })
  const ask = useMutation({
    mutationFn: () =>
      admin.messageWebhook.get({ agentId }).then(
        ({ url }) => url,
        (error) => {
          if (error.status === 404) return undefined
          throw error
        },
      ),
    onSuccess: (url) => (url === undefined ? connect.mutate() : setReplaced(url)),
    onError: tellError,
  })
  return (
    <>
      <span className="text-ink-2">{t('sinkAbout')}</span>
      <Button
        size="s"
        look="ink"
        icon={Plug}
        isBusy={ask.isPending || connect.isPending}
        onClick={() => ask.mutate()}
      >
        {t('connect')}
      </Button>
      <Confirm
        isOpen={replaced !== undefined}
        close={() => setReplaced(undefined)}
        title={t('connect')}
        action={t('connect')}
        look="ink"
        isBusy={connect.isPending}
        act={() => connect.mutate()}
      >
        <p>{t('replaces')}</p>
        <p className="py-2 font-mono break-all text-ink">{replaced}</p>
        <p>{t('replacesWhy')}</p>
      </Confirm>
    </>
  )
}

/** A server that fails long enough is left in peace: then it is said why nothing is sent, and how it goes on. */
function EndpointState({ agentId }: { agentId: string }) {
  const t = useText(playgroundTexts)
  const { data } = useQuery(playgroundQueries.endpoint(agentId))
  const resume = useMutation({
    mutationFn: async (): Promise<unknown> =>
      data?.state === 'paused'
        ? admin.endpoints.resume({ endpointId: `message:${agentId}` })
        : admin.sink.connect({ agentId }),
    onError: tellError,
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: playgroundQueries.endpoint(agentId).queryKey }),
  })
  if (!data || data.state === 'open') return null
  return (
    <>
      <span title={data.reason ?? ''}>
        <State is={data.state === 'parked' ? 'waiting' : 'bad'}>{t(data.state)}</State>
      </span>
      <Button size="s" isBusy={resume.isPending} onClick={() => resume.mutate()}>
        {t('resume')}
      </Button>
    </>
  )
}

/** What is seldom done: taking the webhook back, and letting handoffs come here too, where there is nobody to hand over to. */
function ServerMenu({ agentId, sink }: { agentId: string; sink: Sink }) {
  const t = useText(playgroundTexts)
  const [isAsking, setAsking] = useState(false)
  const { data: services } = useQuery(integrationQueries.services(agentId))
  const disconnect = useMutation({
    mutationFn: () => admin.sink.disconnect({ agentId }),
    onSuccess: took(agentId),
    onError: tellError,
  })
  const add = useMutation({
    mutationFn: () => admin.humanServices.create({ agentId }, { name: 'Sink', webhook_url: sink.url }),
    onError: tellError,
    onSuccess: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: integrationQueries.services(agentId).queryKey })
    },
  })
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('more')} />}>
        <MenuItem icon={Undo2} onClick={() => disconnect.mutate()}>
          {sink.replaces ? t('putBack') : t('takeAway')}
        </MenuItem>
        {services?.length === 0 && (
          <MenuItem icon={Headset} onClick={() => setAsking(true)}>
            {t('asDesk')}
          </MenuItem>
        )}
      </Menu>
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={t('asDesk')}
        action={t('asDesk')}
        look="ink"
        isBusy={add.isPending}
        act={() => add.mutate()}
      >
        {t('asDeskWhy')}
      </Confirm>
    </>
  )
}
