/** What was sent against what the sink got: figures that prove that nothing was lost and nothing came out of order. */
import type { Delivery, Sink } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { playgroundTexts } from '../../texts/playground.ts'
import { type Say, useText } from '../../texts/text.ts'
import { type Proof, prove, type Why } from './proof.ts'
import { playgroundQueries } from './queries.ts'

interface Props {
  readonly agentId: string
  readonly deliveries: readonly Delivery[]
  readonly sink: Sink
}

export function Counters({ agentId, deliveries, sink }: Props) {
  const t = useText(playgroundTexts)
  const { data: requests } = useQuery(playgroundQueries.requests(agentId))
  const proof = useMemo(
    () =>
      prove(
        deliveries.filter(({ url }) => url.startsWith(sink.url)),
        requests ?? [],
      ),
    [deliveries, requests, sink.url],
  )
  const { sent, received, waiting, outOfOrder, lost, repeated } = proof
  return (
    <dl
      aria-label={t('counters')}
      title={t('countersWhy')}
      className="ml-auto flex flex-wrap gap-x-3 gap-y-1 whitespace-nowrap"
    >
      <Counter name={t('sent')} n={sent} />
      <Counter name={t('received')} n={received} />
      {waiting > 0 && <Counter name={t('waiting')} n={waiting} look="text-warn" />}
      <Counter name={t('outOfOrder')} n={outOfOrder} look={outOfOrder ? 'text-bad' : 'text-good'} />
      <Counter name={t('lost')} n={lost} look={lost ? 'text-bad' : 'text-good'} />
      <Counter name={t('repeated')} n={repeated} look="text-ink-2" why={whyOf(proof, t)} />
    </dl>
  )
}

function whyOf({ why }: Proof, t: Say<typeof playgroundTexts>): string {
  const reasons: readonly Why[] = ['dropped', 'refused', 'late', 'replayed']
  return reasons.flatMap((reason) => (why[reason] ? [t(reason, { n: why[reason] })] : [])).join(', ')
}

function Counter({ name, n, look = '', why }: { name: string; n: number; look?: string; why?: string }) {
  return (
    <div className={`flex gap-1 ${look}`}>
      <dt>{name}</dt>
      <dd className="num font-semibold">
        {n}
        {why && <span className="font-normal text-ink-3"> ({why})</span>}
      </dd>
    </div>
  )
}
