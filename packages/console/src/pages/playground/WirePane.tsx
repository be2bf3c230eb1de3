/** The right half: everything that went over the wire in this talk, in the order of its time. */
import type { Delivery } from '@tandem/sdk/source'
import { useQueries } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { AnswerCard } from './AnswerCard.tsx'
import { AttemptCard, WaitingCard } from './AttemptCard.tsx'
import { ExchangeCard } from './ExchangeCard.tsx'
import { playgroundQueries } from './queries.ts'
import type { PlaygroundTalk } from './use-talk.ts'

interface Entry {
  readonly key: string
  readonly at: number
  readonly card: ReactNode
}

/** Where there are more deliveries, only the newest are looked into. */
const LOOKED_INTO = 40

export function WirePane({ talk, deliveries }: { talk: PlaygroundTalk; deliveries: readonly Delivery[] }) {
  const t = useText(playgroundTexts)
  const entries = useEntries(talk, deliveries)
  const waiting = deliveries.filter(({ state }) => state === 'pending').reverse()
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest is shown whenever there is more
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [entries.length, waiting.length])
  return (
    <section aria-label={t('wire')} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2 text-sm">
        <h2 className="font-semibold">{t('wire')}</h2>
        <span className="text-ink-3 max-md:hidden">{t('wireAbout')}</span>
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Badge tone="user">{t('user')}</Badge>
          <Badge tone="ai">{t('ai')}</Badge>
          <Badge tone="person">{t('person')}</Badge>
          <Badge tone="endpoint">{t('server')}</Badge>
        </span>
      </div>
      <div
        role="log"
        aria-label={t('wire')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 grow flex-col gap-2 overflow-y-auto px-4 pb-4"
      >
        {entries.length === 0 && (
          <Empty icon={Cable} title={t('wireEmpty')}>
            {t('wireEmptyWhy')}
          </Empty>
        )}
        {entries.map(({ key, card }) => (
          <div key={key}>{card}</div>
        ))}
        {waiting.map((delivery) => (
          <WaitingCard key={delivery.id} delivery={delivery} />
        ))}
        <div ref={end} />
      </div>
    </section>
  )
}

function useEntries(talk: PlaygroundTalk, deliveries: readonly Delivery[]): readonly Entry[] {
  const details = useQueries({
    queries: deliveries
      .filter(({ attempts }) => attempts > 0)
      .slice(0, LOOKED_INTO)
      .map((delivery) => playgroundQueries.delivery(delivery)),
  })
  const entries: Entry[] = talk.exchanges.map((exchange) => ({
    key: `exchange ${exchange.id}`,
    at: exchange.at,
    card: <ExchangeCard exchange={exchange} />,
  }))
  for (const message of talk.messages)
    if (message.role === 'assistant' && message.detail)
      entries.push({
        key: `answer ${message.id}`,
        at: message.created_at,
        card: <AnswerCard agentId={talk.agentId} message={message} />,
      })
  for (const { data } of details)
    for (const [n, attempt] of data?.attempt_log.entries() ?? []) {
      if (!data) continue
      const before = data.attempt_log[n - 1]
      entries.push({
        key: `attempt ${data.id} ${attempt.number}`,
        at: attempt.started_at,
        card: (
          <AttemptCard
            agentId={talk.agentId}
            delivery={data}
            attempt={attempt}
            afterMs={before && attempt.started_at - before.started_at}
            isLast={n === data.attempt_log.length - 1}
          />
        ),
      })
    }
  return entries.sort((a, b) => a.at - b.at)
}
