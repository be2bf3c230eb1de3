/** What the marks of a score mean: those that are on it. */
import { memo } from 'react'
import { scoreTexts } from '../../../texts/conversations.ts'
import { useText } from '../../../texts/text.ts'
import type { ScoreLayout, Sign } from './layout.ts'

type Named =
  | 'legendTurn'
  | 'legendDropped'
  | 'legendWait'
  | 'legendDeadline'
  | 'legendAttempt'
  | 'legendFailed'
  | 'legendRetry'
  | 'legendClosed'
  | 'legendQuiet'

const swatches: Record<Named, string> = {
  legendTurn: 'bg-ai',
  legendDropped:
    'border border-ai bg-[repeating-linear-gradient(45deg,var(--color-ai)_0_2px,transparent_2px_4px)]',
  legendWait: 'border border-dashed border-person',
  legendDeadline: 'w-0.5! bg-bad',
  legendAttempt: 'bg-endpoint',
  legendFailed: 'bg-bad',
  legendRetry: 'h-1.5! border border-bad bg-bad-bg',
  legendClosed: 'border border-dashed border-bad bg-bad-bg',
  legendQuiet: 'w-0! rounded-none! border-l border-dotted border-ink-3',
}

export const Legend = memo(function Legend({ staves, scale }: Pick<ScoreLayout, 'staves' | 'scale'>) {
  const t = useText(scoreTexts)
  const on = new Set(staves.flatMap(({ marks }) => marks.map(({ sign }) => nameOf(sign))))
  if (scale.quiet.length > 0) on.add('legendQuiet')
  const names = (Object.keys(swatches) as Named[]).filter((name) => on.has(name))
  if (names.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {names.map((name) => (
        <li key={name} className="flex items-center gap-1.5">
          <i aria-hidden className={`inline-block h-2.5 w-4 rounded-[3px] ${swatches[name]}`} />
          {t(name)}
        </li>
      ))}
    </ul>
  )
})

function nameOf(sign: Sign): Named | undefined {
  switch (sign.is) {
    case 'message':
      return undefined
    case 'turn':
      return sign.turn.end === 'dropped' ? 'legendDropped' : 'legendTurn'
    case 'wait':
      return 'legendWait'
    case 'deadline':
      return 'legendDeadline'
    case 'attempt':
      return sign.attempt.error === null ? 'legendAttempt' : 'legendFailed'
    case 'retry':
      return 'legendRetry'
    case 'closed':
      return 'legendClosed'
  }
}
