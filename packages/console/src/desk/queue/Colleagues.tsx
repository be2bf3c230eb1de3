/** Who else works at the desk, and how busy they are. */
import type { DeskPresence } from '@tandem/sdk/source'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'

const ORDER = ['here', 'away', 'off'] as const
const MOST_OFF = 5

export function Colleagues({ presence: { people, me } }: { presence: DeskPresence }) {
  const t = useText(deskTexts)
  const others = people
    .filter(({ id }) => id !== me.id)
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name))
  const present = others.filter(({ state }) => state !== 'off')
  const shown = [...present, ...others.slice(present.length, present.length + MOST_OFF)]
  if (shown.length === 0) return <p className="px-3.5 py-2 text-sm text-ink-3">{t('noColleagues')}</p>
  return (
    <ul className="px-3.5 py-1 text-sm">
      {shown.map(({ id, name, state, open }) => (
        <li key={id} className="flex min-h-7 items-center gap-2">
          <PresenceDot state={state} />
          <bdi className={`truncate ${state === 'here' ? '' : 'text-ink-3'}`}>{name}</bdi>
          <span className="text-xs text-ink-3">
            {state === 'here' ? t('talks', { n: open }) : t(`presence_${state}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const dots = { here: 'bg-good', away: 'bg-warn', off: 'border border-line-strong' }

/** Beside its word, always. */
export const PresenceDot = ({ state }: { state: keyof typeof dots }) => (
  <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
)
