/** The times below the staves. Two that stand near each other may be far apart: quiet stretches are drawn short. */
import { memo } from 'react'
import { Clock } from '../../../ui/Time.tsx'
import { placeIn } from './Staves.tsx'
import type { Timescale } from './timescale.ts'

const APART_PX = 150

export const Axis = memo(function Axis({ scale, width }: { scale: Timescale; width: number }) {
  const steps = Math.max(1, Math.floor(width / APART_PX))
  const ticks = Array.from({ length: steps + 1 }, (_, n) => ({ x: n / steps, at: scale.timeAt(n / steps) }))
  // Within one second there is but one time to tell.
  const told = ticks.filter(({ at }, n) => n === 0 || secondOf(at) !== secondOf(ticks[n - 1]?.at ?? 0))
  return (
    <div aria-hidden className="relative h-5 border-t text-[11px] text-ink-3" style={{ width }}>
      {told.map(({ x, at }) => (
        <span
          key={x}
          style={{ left: placeIn(x, width) }}
          className={`absolute top-0.5 ${x === 0 ? '-translate-x-1' : x === 1 ? '-translate-x-full' : '-translate-x-1/2'}`}
        >
          <Clock at={at} />
        </span>
      ))}
    </div>
  )
})

const secondOf = (at: number) => Math.floor(at / 1000)
