/** A trend over time, drawn by uPlot in the colours of the theme. Numbers also stand in a table beside it; this is the picture. */
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { dateFormat, numberFormat } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'

export interface Series {
  readonly label: string
  /** A token of the look, such as `ai`. */
  readonly colour: 'ink' | 'ai' | 'person' | 'endpoint' | 'bad' | 'good' | 'ink-3'
  readonly values: readonly (number | null)[]
}

/** Axes are marked at whole days. */
const DAY_S = 86_400
const DAYS = [1, 2, 7, 14, 30, 90]

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
    const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { y: false, points: { size: 6 } },
        legend: { show: series.length > 1 },
        scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
        axes: [
          {
            ...axis,
            space: 70,
            incrs: DAYS.map((days) => days * DAY_S),
            values: (_plot, splits) => splits.map((at) => dayOf(at, locale)),
          },
          { ...axis, size: 46, values: (_plot, splits) => splits.map((n) => numbers.format(n)) },
        ],
        series: [
          { label: '', value: (_plot, at) => (at === null ? '–' : dayOf(at, locale)) },
          ...series.map(({ label, colour }) => ({
            label,
            stroke: colourOf(colour),
            width: 1.5,
            points: { show: false },
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
  }, [times, series, height, isBars, locale, tick])
  return (
    <div ref={box} role="img" aria-label={label} className="min-w-0 overflow-hidden text-xs text-ink-2" />
  )
}

const dayOf = (seconds: number, locale: string) =>
  dateFormat(locale, { month: 'short', day: 'numeric' }).format(seconds * 1000)
