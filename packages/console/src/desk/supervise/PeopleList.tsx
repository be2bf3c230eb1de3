/** Who works at the desk: whether they are here, how many users they have, when they were last heard of. */
import type { DeskPresence } from '@tandem/sdk/source'
import { deskTexts } from '../../texts/desk.ts'
import { deskSuperviseTexts } from '../../texts/desk-supervise.ts'
import { useText } from '../../texts/text.ts'
import { Time } from '../../ui/Time.tsx'
import { PresenceDot } from '../queue/Colleagues.tsx'

const ORDER = ['here', 'away', 'off'] as const

export function PeopleList({ presence: { people } }: { presence: DeskPresence }) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const sorted = people.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.open - a.open)
  return (
    <section className="card flex flex-col">
      <h2 className="px-4 pt-3 pb-1 font-semibold">{t('people')}</h2>
      <ul>
        {sorted.map(({ id, name, state, open, seen_at }) => (
          <li key={id} className="flex min-h-9 items-center gap-3 border-t px-4 text-sm first:border-t-0">
            <PresenceDot state={state} />
            <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
            <span className="shrink-0 text-ink-2">{desk(`presence_${state}`)}</span>
            <span className="num ml-auto shrink-0 text-ink-2">{desk('talks', { n: open })}</span>
            <span className="w-28 text-right text-xs text-ink-3 max-md:hidden">
              {seen_at !== null && <Time at={seen_at} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
