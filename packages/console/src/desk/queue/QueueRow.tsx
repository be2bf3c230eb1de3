/** One user in the list: name, last words, how long they wait and how long is left. */
import type { DeskItem } from '@tandem/sdk/source'
import { Link } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'
import { deskPaths } from '../desk-paths.ts'
import { nameOf } from '../queries.ts'
import { stopwatch, useSeconds } from '../seconds.ts'

const URGENT_MS = 20_000

export function QueueRow({
  item,
  isOpen,
  isFirst,
  take,
  isTaking,
}: {
  item: DeskItem
  isOpen: boolean
  /** The one to take first. */
  isFirst: boolean
  take: (item: DeskItem) => void
  isTaking: boolean
}) {
  const t = useText(deskTexts)
  const now = useSeconds()
  const isMine = item.state === 'mine'
  const leftMs = item.deadline_at === null ? undefined : item.deadline_at - now
  const isUrgent = !isMine && leftMs !== undefined && leftMs < URGENT_MS
  const edge = isOpen
    ? 'bg-sunken shadow-[inset_3px_0_var(--color-ink)]'
    : isUrgent
      ? 'shadow-[inset_3px_0_var(--color-bad)] hover:bg-sunken'
      : 'hover:bg-sunken'
  return (
    <div className={`relative flex flex-col gap-0.5 border-b px-3.5 py-2.5 ${edge}`}>
      <div className="flex items-baseline gap-2">
        <Link
          href={deskPaths.handoff(item.id)}
          aria-current={isOpen ? 'true' : undefined}
          data-row
          className="min-w-0 truncate font-semibold after:absolute after:inset-0"
        >
          <bdi>{nameOf(item, (id) => t('visitor', { id }))}</bdi>
        </Link>
        {item.unread > 0 && isMine && (
          <Badge tone="bad">
            {item.unread}
            <span className="unseen"> {t('unread')}</span>
          </Badge>
        )}
        <span className="ml-auto shrink-0 text-xs">
          {isMine ? (
            item.last_message_at !== null && (
              <span className="text-ink-3">
                <Time at={item.last_message_at} style="narrow" />
              </span>
            )
          ) : (
            <Left ms={leftMs} isUrgent={isUrgent} />
          )}
        </span>
      </div>
      <p dir="auto" className={`truncate text-sm ${isMine && item.unread > 0 ? 'text-ink' : 'text-ink-2'}`}>
        {item.last_message ?? t('noWords')}
      </p>
      {!isMine && (
        <div className="mt-1 flex items-center gap-2 text-xs text-ink-3">
          <span className="num">{t('waits', { time: stopwatch(now - item.waiting_since) })}</span>
          {item.language && <Badge>{item.language}</Badge>}
          {item.owner && <span className="truncate">{t('fromColleague', { name: item.owner.name })}</span>}
          <span className="relative z-10 ml-auto">
            <Button size="s" look={isFirst ? 'ink' : 'plain'} isBusy={isTaking} onClick={() => take(item)}>
              {t(item.state === 'waiting' ? 'take' : 'accept')}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

function Left({ ms, isUrgent }: { ms: number | undefined; isUrgent: boolean }) {
  const t = useText(deskTexts)
  if (ms === undefined) return null
  const words = ms <= 0 ? t('overdue') : t('left', { time: stopwatch(ms) })
  return <span className={`num ${isUrgent ? 'font-semibold text-bad' : 'text-ink-3'}`}>{words}</span>
}
