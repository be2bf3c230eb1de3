/** For admins: who is here, who waits and how long, who talks with whom; and giving a user to somebody else. */
import type { Account, DeskItem, DeskPresence, DeskQueue } from '@tandem/sdk/source'
import type { UseQueryResult } from '@tanstack/react-query'
import { deskTexts } from '../../texts/desk.ts'
import { deskSuperviseTexts } from '../../texts/desk-supervise.ts'
import { useText } from '../../texts/text.ts'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { stopwatch, useSeconds } from '../seconds.ts'
import { BackToList } from './BackToList.tsx'
import { PeopleList } from './PeopleList.tsx'
import { TalksTable } from './TalksTable.tsx'

export function Supervise({
  account,
  presence,
  queue,
}: {
  account: Account
  presence: DeskPresence
  queue: UseQueryResult<DeskQueue>
}) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  if (account.role !== 'admin') return <Empty isPage title={t('adminsOnly')} />
  const { data, error, refetch } = queue
  return (
    <div className="flex min-h-0 grow flex-col">
      <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-4.5 max-md:px-3">
        <BackToList />
        <h1 className="text-talk font-semibold tracking-tight">{desk('supervise')}</h1>
      </header>
      <div className="flex min-h-0 grow flex-col gap-5 overflow-y-auto p-4.5 max-md:p-3">
        {data ? (
          <>
            <Figures items={data.items} waiting={data.waiting} presence={presence} />
            <PeopleList presence={presence} />
            <TalksTable items={data.items} presence={presence} />
          </>
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </div>
  )
}

function Figures({
  items,
  waiting,
  presence,
}: {
  items: readonly DeskItem[]
  waiting: number
  presence: DeskPresence
}) {
  const t = useText(deskSuperviseTexts)
  const now = useSeconds()
  const since = items.filter(({ state }) => state === 'waiting').map(({ waiting_since }) => waiting_since)
  const longest = since.length > 0 ? stopwatch(now - Math.min(...since)) : '–'
  const here = presence.people.filter(({ state }) => state === 'here').length
  const figures = [
    [t('waitingNow'), String(waiting)],
    [t('longest'), longest],
    [t('talking'), String(items.filter(({ owner }) => owner !== null).length)],
    [t('peopleHere'), String(here)],
  ] as const
  return (
    <dl className="grid grid-cols-4 gap-3 max-md:grid-cols-2">
      {figures.map(([name, value]) => (
        <div key={name} className="card flex flex-col px-4 py-3">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="num text-2xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
