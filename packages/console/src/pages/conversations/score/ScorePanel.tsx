/** The score above the talk. Dragging across it, or the arrow keys, choose a moment; a click on a message opens it. */
import type { Score } from '@tandem/sdk/source'
import type { UseQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { scoreTexts } from '../../../texts/conversations.ts'
import { useText } from '../../../texts/text.ts'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { Axis } from './Axis.tsx'
import { Legend } from './Legend.tsx'
import type { ScoreLayout } from './layout.ts'
import { placeAt, STAVE_HEIGHT, StaveNames, Staves } from './Staves.tsx'
import { useMomentTime } from './times.ts'
import { momentOfKey, nearest } from './timescale.ts'

/** A long conversation is drawn wider than the window, and scrolls. */
const PX_PER_SECOND = 14
const WIDEST = 20_000
/** Nearer than this to something, it is meant. */
const SNAP_PX = 6

interface Props {
  readonly query: UseQueryResult<Score>
  readonly layout: ScoreLayout | undefined
  readonly at: number | undefined
  readonly setAt: (at: number) => void
  readonly openMessage: (id: string) => void
}

export function ScorePanel({ query, layout, at, setAt, openMessage }: Props) {
  const t = useText(scoreTexts)
  const timeOf = useMomentTime()
  return (
    <section aria-label={t('score')} className="shrink-0 border-b bg-surface px-5 pt-2.5 pb-3.5 max-md:px-3">
      <div className="mb-2 flex items-baseline gap-3">
        <h2 className="font-semibold">{t('score')}</h2>
        <p className="truncate text-sm text-ink-3 max-md:hidden">{t('about')}</p>
        <p className="num ml-auto text-right font-mono text-[12.5px] text-ink-2 md:whitespace-nowrap">
          {at === undefined ? <span className="font-sans text-xs text-ink-3">{t('help')}</span> : timeOf(at)}
        </p>
      </div>
      {query.error && !query.data && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {!query.error && !layout && <SkeletonRows rows={4} />}
      {layout && <Sheet layout={layout} at={at} setAt={setAt} openMessage={openMessage} />}
      {layout && <Legend staves={layout.staves} scale={layout.scale} />}
      {query.data?.is_cut && <p className="mt-1.5 text-xs text-ink-3">{t('cut')}</p>}
    </section>
  )
}

function Sheet({ layout, at, setAt, openMessage }: Omit<Props, 'query'> & { layout: ScoreLayout }) {
  const t = useText(scoreTexts)
  const timeOf = useMomentTime()
  const scroller = useRef<HTMLDivElement>(null)
  const room = useWidth(scroller)
  const { scale, staves } = layout
  const width = Math.max(room, Math.min(WIDEST, (scale.drawnMs / 1000) * PX_PER_SECOND))
  const isWider = width > room
  // The newest first in sight.
  useLayoutEffect(() => {
    if (isWider) scroller.current?.scrollTo({ left: 1e9 })
  }, [isWider])

  const timeUnder = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = placeAt(event.clientX - box.left, width)
    const time = scale.timeAt(place)
    const near = nearest(scale.moments, time)
    return Math.abs(scale.placeOf(near) - place) * width <= SNAP_PX ? near : Math.round(time)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setAt(timeUnder(event))
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      const marks = staves.flatMap((stave) => stave.marks)
      const message = marks.find(({ from, sign }) => from === at && sign.is === 'message')
      if (message) openMessage(message.key)
      return
    }
    const next = momentOfKey(event.key, scale.moments, at)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    const box = scroller.current
    const x = scale.placeOf(next) * width
    if (box && (x < box.scrollLeft || x > box.scrollLeft + room)) box.scrollTo({ left: x - room / 2 })
  }
  return (
    <div className="flex overflow-hidden rounded-lg border">
      <StaveNames staves={staves} />
      <div ref={scroller} className="min-w-0 grow overflow-x-auto">
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('moment')}
          aria-valuemin={0}
          aria-valuemax={Math.max(1, scale.moments.length - 1)}
          aria-valuenow={at === undefined ? 0 : scale.moments.filter((each) => each < at).length}
          aria-valuetext={at === undefined ? t('help') : timeOf(at)}
          onKeyDown={hear}
          onPointerDown={drag}
          onPointerMove={drag}
          className="relative cursor-crosshair touch-pan-y select-none focus-visible:-outline-offset-2"
          style={{ width, height: staves.length * STAVE_HEIGHT }}
        >
          {room > 0 && <Staves layout={layout} width={width} at={at} />}
        </div>
        {room > 0 && <Axis scale={scale} width={width} />}
      </div>
    </div>
  )
}

/** The width of an element, as it changes. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    setWidth(element.clientWidth)
    return () => observer.disconnect()
  }, [ref])
  return width
}
