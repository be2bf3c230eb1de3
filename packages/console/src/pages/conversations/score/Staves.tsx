/** Draws a score: a line of marks for each party and endpoint, the floor behind them, and the moment that is looked at. */
import { memo } from 'react'
import { scoreTexts } from '../../../texts/conversations.ts'
import { useLocale } from '../../../texts/language.ts'
import { useText } from '../../../texts/text.ts'
import { duration } from '../../../ui/Time.tsx'
import type { Mark, ScoreLayout, Sign, Stave } from './layout.ts'

export const STAVE_HEIGHT = 38
const DOT = 6
const BAR = 16
/** Marks at the very edge are whole, too. */
const MARGIN = 10
const SHORTEST = 3

const colours = { user: 'text-user', ai: 'text-ai', person: 'text-person', endpoint: 'text-endpoint' }

export function StaveNames({ staves }: { staves: readonly Stave[] }) {
  const t = useText(scoreTexts)
  return (
    <ul className="w-28 shrink-0 border-r text-sm max-md:w-20">
      {staves.map(({ id, party, name }, n) => (
        <li
          key={id}
          style={{ height: STAVE_HEIGHT }}
          className={`flex items-center px-3 max-md:px-2 ${colours[party]} ${n > 0 ? 'border-t' : ''}`}
        >
          <bdi className="line-clamp-2 leading-tight break-words" title={name ?? undefined}>
            {party === 'endpoint' ? (name ?? t('webhook')) : t(party)}
          </bdi>
        </li>
      ))}
    </ul>
  )
}

export function Staves({
  layout,
  width,
  at,
}: {
  layout: ScoreLayout
  width: number
  at: number | undefined
}) {
  const height = layout.staves.length * STAVE_HEIGHT
  const x = at === undefined ? 0 : placeIn(layout.scale.placeOf(at), width)
  return (
    <svg aria-hidden width={width} height={height} className="block">
      <Sheet layout={layout} width={width} />
      {at !== undefined && <rect x={x - 0.75} y={0} width={1.5} height={height} className="fill-ink" />}
    </svg>
  )
}

/** Where a place from 0 to 1 is drawn, and the other way round. */
export const placeIn = (place: number, width: number) => MARGIN + place * (width - 2 * MARGIN)
export const placeAt = (x: number, width: number) =>
  Math.max(0, Math.min(1, (x - MARGIN) / (width - 2 * MARGIN)))

/** Everything but the moment: it is drawn once, however much somebody drags. */
const Sheet = memo(function Sheet({ layout, width }: { layout: ScoreLayout; width: number }) {
  const t = useText(scoreTexts)
  const locale = useLocale()
  const { staves, floors, scale } = layout
  const height = staves.length * STAVE_HEIGHT
  return (
    <>
      <pattern
        id="score-hatch"
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={3} height={6} className="fill-current" />
      </pattern>
      {floors.map((floor) => {
        const row = floor.owner === 'ai' ? 1 : 2
        const from = placeIn(floor.x, width)
        return (
          <rect
            key={`${floor.owner} ${floor.from}`}
            x={from}
            y={row * STAVE_HEIGHT}
            width={Math.max(0, placeIn(floor.x + floor.width, width) - from)}
            height={STAVE_HEIGHT}
            className={floor.owner === 'ai' ? 'fill-ai-bg' : 'fill-person-bg'}
          />
        )
      })}
      {staves.slice(1).map(({ id }, n) => (
        <rect key={id} y={(n + 1) * STAVE_HEIGHT} width={width} height={1} className="fill-line" />
      ))}
      {scale.quiet.map(({ from, until }) => {
        const x = (placeIn(scale.placeOf(from), width) + placeIn(scale.placeOf(until), width)) / 2
        return (
          <g key={from}>
            <title>{t('quiet', { length: duration(until - from, locale) })}</title>
            <line x1={x} x2={x} y1={0} y2={height} strokeDasharray="1 5" className="stroke-ink-3" />
          </g>
        )
      })}
      {staves.map(({ id, marks }, n) => (
        <g key={id} transform={`translate(0 ${n * STAVE_HEIGHT + STAVE_HEIGHT / 2})`}>
          {marks.map((mark) => (
            <Drawn key={mark.key} mark={mark} width={width} />
          ))}
        </g>
      ))}
    </>
  )
})

const dots: Record<string, string> = { user: 'fill-user', assistant: 'fill-ai', human: 'fill-person' }

function Drawn({ mark, width }: { mark: Mark; width: number }) {
  const x = placeIn(mark.x, width)
  const { sign } = mark
  if (sign.is === 'message') return <circle cx={x} r={DOT} className={`${dots[sign.role]} stroke-surface`} />
  if (sign.is === 'deadline')
    return <path d={`M${x} -14V14M${x - 4} -14H${x + 4}M${x - 4} 14H${x + 4}`} className="stroke-bad" />
  const length = Math.max(SHORTEST, mark.width * (width - 2 * MARGIN))
  const { height, className, fill } = lookOf(sign)
  return (
    <rect
      x={x}
      y={-height / 2}
      width={length}
      height={height}
      rx={Math.min(4, length / 2)}
      className={className}
      {...(fill ? { fill } : {})}
    />
  )
}

/** Failure is red and hatched or framed; the words for it stand beside, at its moment. */
function lookOf(sign: Exclude<Sign, { is: 'message' | 'deadline' }>): {
  height: number
  className: string
  fill?: string
} {
  const hatch = 'url(#score-hatch)'
  switch (sign.is) {
    case 'turn':
      if (sign.turn.end === 'dropped') return { height: BAR, className: 'stroke-ai text-ai', fill: hatch }
      if (sign.turn.end === 'failed') return { height: BAR, className: 'fill-bad' }
      return { height: BAR, className: sign.turn.end === null ? 'fill-ai opacity-60' : 'fill-ai' }
    case 'wait':
      return { height: BAR, className: 'stroke-person [stroke-dasharray:4_3]', fill: 'none' }
    case 'attempt':
      return { height: BAR, className: sign.attempt.error === null ? 'fill-endpoint' : 'fill-bad' }
    case 'retry':
      return { height: 6, className: 'fill-bad-bg stroke-bad' }
    case 'closed':
      return { height: STAVE_HEIGHT - 8, className: 'fill-bad-bg stroke-bad [stroke-dasharray:2_3]' }
  }
}
