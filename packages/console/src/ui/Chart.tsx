/** A trend over time, drawn by uPlot in the colours of the theme. Numbers also stand in a table beside it; this is the picture. */
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { dateFormat, numberFormat } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'

export interface Series {
  readonly label: string
  /** A token of the look, such as `ai`. */
  readonly colour: 'ink' | 'ai' | 'person' | 'endpoint' | 'bad' | 'good' | 'ink-3'
  readonly values: readonly (number | null)[]
}

/** Axes are marked at whole days. */
const DAY_S = 86_400
const DAYS = [1, 2, 7, 14, 30, 90]
/** What is counted has no fractions. */
const WHOLE = Array.from({ length: 10 }, (_, n) => [1, 2, 5].map((step) => step * 10 ** n)).flat()

/** Whatever the theme is now, and a change of it. */
function useThemeTick(): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    const change = () => setTick((n) => n + 1)
    const media = window.matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(change)
    media.addEventListener('change', change)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      media.removeEventListener('change', change)
      observer.disconnect()
    }
  }, [])
  return tick
}

export function Chart({
  label,
  times,
  series,
  height = 200,
  isBars = false,
}: {
  /** What the picture shows, in words. */
  label: string
  /** Milliseconds since 1970. */
  times: readonly number[]
  series: readonly Series[]
  height?: number
  isBars?: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const tick = useThemeTick()
  const t = useText(uiTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when the theme changes
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Canvas knows no light-dark(): an element in the colour tells what it is now.
    const colourOf = (token: string) => {
      element.style.color = `var(--color-${token})`
      return getComputedStyle(element).color
    }
    const numbers = numberFormat(locale, { notation: 'compact' })
    const axis = {
      stroke: colourOf('ink-3'),
      grid: { stroke: colourOf('line'), width: 1 },
      ticks: { show: false },
      font: '12px system-ui, sans-serif',
    }
    // Bars at the edges are whole, too.
    const stepS = ((times[1] ?? 0) - (times[0] ?? 0)) / 1000
    const edge = isBars ? stepS / 2 : 0
    const isHourly = stepS < DAY_S
    const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        // At its right end there may be the middle of a date.
        padding: [10, 24, 0, 0],
        cursor: { y: false, points: { size: 6 } },
        legend: { show: series.length > 1 },
        scales: {
          x: { time: true, range: (_plot, min, max) => [min - edge, max + edge] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
        },
        axes: [
          {
            ...axis,
            space: 70,
            size: 30,
            incrs: DAYS.map((days) => days * DAY_S),
            values: (_plot, splits) => splits.map((at) => dayOf(at, locale)),
          },
          {
            ...axis,
            size: 46,
            incrs: WHOLE,
            values: (_plot, splits) => splits.map((n) => numbers.format(n)),
          },
        ],
        series: [
          { label: t('time'), value: (_plot, at) => (at === null ? '' : momentOf(at, isHourly, locale)) },
          ...series.map(({ label, colour }) => ({
            label,
            stroke: colourOf(colour),
            width: 1.5,
            points: { show: false },
            // Nothing until somebody points at a moment.
            value: (_plot: uPlot, n: number | null) => (n === null ? '' : numbers.format(n)),
            ...(isBars && bars ? { paths: bars, fill: colourOf(colour) } : {}),
          })),
        ],
      },
      [times.map((at) => at / 1000), ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      element,
    )
    element.style.color = ''
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, height, isBars, locale, t, tick])
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className="chart min-w-0 overflow-hidden text-xs text-ink-2"
    />
  )
}

const momentOf = (seconds: number, isHourly: boolean, locale: string) =>
  isHourly
    ? dateFormat(locale, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
        seconds * 1000,
      )
    : dayOf(seconds, locale)

const dayOf = (seconds: number, locale: string) =>
  dateFormat(locale, { month: 'short', day: 'numeric' }).format(seconds * 1000)
