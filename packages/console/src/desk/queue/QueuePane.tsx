/** Who needs me now: offers of colleagues, whoever waits, my own users, and who else is here. */
import type { DeskItem, DeskPresence } from '@tandem/sdk/source'
import { Coffee } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Key } from '../../ui/Key.tsx'
import { SkeletonRows } from '../../ui/Panels.tsx'
import { deskPaths } from '../desk-paths.ts'
import type { Board } from './board.ts'
import { Colleagues } from './Colleagues.tsx'
import { QueueRow } from './QueueRow.tsx'

/** Further ones are counted; nobody reads a hundred rows. */
const MOST_ROWS = 60

export function QueuePane({
  board,
  presence,
  openId,
  take,
  isTaking,
}: {
  board: Board | undefined
  presence: DeskPresence
  openId: string | undefined
  take: (item: DeskItem) => void
  isTaking: boolean
}) {
  const t = useText(deskTexts)
  if (!board)
    return (
      <div className="min-h-0 grow">
        <SkeletonRows />
      </div>
    )
  const { offered, waiting, mine, waitingCount } = board
  const most = Math.max(0, ...presence.agents.map(({ max_per_person }) => max_per_person))
  const rows = (items: readonly DeskItem[]) =>
    items
      .slice(0, MOST_ROWS)
      .map((item, n) => (
        <QueueRow
          key={item.id}
          item={item}
          isFirst={n === 0}
          isOpen={item.id === openId}
          take={take}
          isTaking={isTaking}
        />
      ))
  return (
    <div className="min-h-0 grow scroll-pb-10 overflow-y-auto">
      {offered.length > 0 && <Group title={t('offeredToYou')}>{rows(offered)}</Group>}
      <Group
        title={t('waiting')}
        beside={
          waitingCount > 0 && (
            <>
              {t('takeNext')} <Key name="T" />
            </>
          )
        }
      >
        {waiting.length === 0 && (
          <p className="flex items-center gap-2 px-3.5 py-2 text-sm text-ink-3">
            <Coffee size={14} aria-hidden /> {t('nobodyWaits')}
          </p>
        )}
        {rows(waiting)}
        {waitingCount > MOST_ROWS && (
          <p className="px-3.5 py-2 text-xs text-ink-3">{t('moreWait', { n: waitingCount - MOST_ROWS })}</p>
        )}
      </Group>
      <Group
        title={t('mine')}
        isKeptInSight
        beside={
          <>
            <Unread mine={mine} />
            {most > 0 ? t('ofMost', { n: mine.length, most }) : mine.length > 0 && mine.length}
          </>
        }
      >
        {mine.length === 0 && <p className="px-3.5 py-2 text-sm text-ink-3">{t('noneMine')}</p>}
        {rows(mine)}
      </Group>
      <Group title={t('colleagues')}>
        <div className="pb-3">
          <Colleagues presence={presence} />
        </div>
      </Group>
    </div>
  )
}

/** Own users who have said something: a click goes to the first of them. */
function Unread({ mine }: { mine: readonly DeskItem[] }) {
  const t = useText(deskTexts)
  const unread = mine.filter((item) => item.unread > 0)
  const [first] = unread
  if (!first) return null
  return (
    <Link href={deskPaths.handoff(first.id)} className="rounded-full hover:underline">
      <Badge tone="bad">{t('unreadUsers', { n: unread.length })}</Badge>
    </Link>
  )
}

function Group({
  title,
  beside,
  isKeptInSight = false,
  children,
}: {
  title: string
  beside?: ReactNode
  /** Its title stays at the lower end of the list while a long queue stands before it. */
  isKeptInSight?: boolean
  children: ReactNode
}) {
  return (
    <section className="contents">
      <div
        className={`flex items-center px-3.5 pt-3 pb-1 text-xs text-ink-3 ${isKeptInSight ? 'sticky bottom-0 z-20 bg-surface shadow-[0_-1px_var(--color-line)]' : ''}`}
      >
        <h2 className="font-semibold">{title}</h2>
        <span className="num ml-auto flex items-center gap-2">{beside}</span>
      </div>
      {children}
    </section>
  )
}
