/** Everybody who waits or talks, with who has them; each can be read, and given to somebody else. */
import type { DeskItem, DeskPresence } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Link } from 'wouter'
import { admin } from '../../api.ts'
import { deskTexts } from '../../texts/desk.ts'
import { deskSuperviseTexts } from '../../texts/desk-supervise.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadedOnClick } from '../../ui/LoadedOnClick.tsx'
import { Menu, MenuChoices } from '../../ui/Menu.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { deskPaths } from '../desk-paths.ts'
import { deskChanged, nameOf } from '../queries.ts'
import { stopwatch, useSeconds } from '../seconds.ts'

const MOST_ROWS = 200

export function TalksTable({ items, presence }: { items: readonly DeskItem[]; presence: DeskPresence }) {
  const t = useText(deskSuperviseTexts)
  return (
    <section className="card flex flex-col">
      <h2 className="px-4 pt-3 pb-1 font-semibold">{t('talks')}</h2>
      {items.length === 0 && <p className="px-4 py-3 text-sm text-ink-2">{t('noTalks')}</p>}
      <ul>
        {items.slice(0, MOST_ROWS).map((item) => (
          <TalkRow key={item.id} item={item} presence={presence} />
        ))}
      </ul>
    </section>
  )
}

function TalkRow({ item, presence }: { item: DeskItem; presence: DeskPresence }) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const now = useSeconds()
  const name = nameOf(item, (id) => desk('visitor', { id }))
  const leftMs = item.deadline_at === null ? undefined : item.deadline_at - now
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2 text-sm first:border-t-0">
      <div className="min-w-0 grow basis-60">
        <Link href={deskPaths.handoff(item.id)} className="font-semibold hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <p dir="auto" className="truncate text-ink-2">
          {item.last_message ?? desk('noWords')}
        </p>
      </div>
      <bdi className="max-w-32 truncate text-xs text-ink-3 max-lg:hidden">{item.agent_name}</bdi>
      {item.owner === null ? (
        <Badge tone="warn">{desk('waits', { time: stopwatch(now - item.waiting_since) })}</Badge>
      ) : (
        <Badge tone="person">{desk('hasFloor', { name: item.owner.name })}</Badge>
      )}
      <span className="num w-20 text-right text-xs text-ink-3">
        {leftMs !== undefined && desk('left', { time: stopwatch(leftMs) })}
      </span>
      <Assign item={item} label={t('giveTo', { name })} presence={presence} />
    </li>
  )
}

const QUEUE = 'queue'

/** A menu, since arrows in a field of choices would give the user to everybody on the way. */
function Assign({ item, label, presence }: { item: DeskItem; label: string; presence: DeskPresence }) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const assigning = useMutation({
    mutationFn: (to: string | null) => admin.desk.assign({ handoffId: item.id }, { to }),
    onError: tellError,
    onSettled: () => deskChanged(),
  })
  const people = presence.people.filter(
    ({ id, state, agents }) =>
      id === item.owner?.id || (state !== 'off' && (agents === 'all' || agents.includes(item.agent_id))),
  )
  const now = item.owner?.name ?? t('nobody')
  const button = (
    <Button size="s" aria-label={`${label}: ${now}`} isBusy={assigning.isPending} className="w-36">
      <bdi className="mr-auto truncate">{now}</bdi>
      <ChevronDown size={12} aria-hidden className="shrink-0" />
    </Button>
  )
  return (
    <LoadedOnClick button={button}>
      {(trigger) => (
        <Menu align="end" isOpenAtFirst trigger={trigger}>
          <MenuChoices
            label={label}
            value={item.owner?.id ?? QUEUE}
            choose={(id) => assigning.mutate(id === QUEUE ? null : id)}
            choices={[
              { value: QUEUE, label: t('nobody') },
              ...people.map(({ id, name, state, open }) => ({
                value: id,
                label: (
                  <>
                    <bdi>{name}</bdi>{' '}
                    <span className="text-xs text-ink-3">
                      {state === 'here' ? desk('talks', { n: open }) : desk(`presence_${state}`)}
                    </span>
                  </>
                ),
              })),
            ]}
          />
        </Menu>
      )}
    </LoadedOnClick>
  )
}
