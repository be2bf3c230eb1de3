/** A moment, told from now: “3 minutes ago”, with the exact time on hover. All of them count on together. */
import { dateFormat, numberFormat, relativeFormat } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'
import { createTick } from './tick.ts'

const TICK_MS = 10_000
const SECOND_MS = 1000
const UNITS = [
  ['second', SECOND_MS, 60 * SECOND_MS],
  ['minute', 60 * SECOND_MS, 3600 * SECOND_MS],
  ['hour', 3600 * SECOND_MS, 24 * 3600 * SECOND_MS],
  ['day', 24 * 3600 * SECOND_MS, 30 * 24 * 3600 * SECOND_MS],
  ['month', 30 * 24 * 3600 * SECOND_MS, 365 * 24 * 3600 * SECOND_MS],
  ['year', 365 * 24 * 3600 * SECOND_MS, Number.POSITIVE_INFINITY],
] as const

/** A moment after the last tick counts as now. */
export const useNow = createTick(TICK_MS)

export function relative(
  at: number,
  now: number,
  locale: string,
  style: 'short' | 'narrow' = 'short',
): string {
  const distance = at - now
  const [unit, size] = UNITS.find(([, , until]) => Math.abs(distance) < until) ?? UNITS[5]
  const count = Math.abs(distance) < TICK_MS ? 0 : Math.round(distance / size)
  // British English has no narrow form.
  const formLocale = style === 'narrow' && locale === 'en-GB' ? 'en-US' : locale
  return relativeFormat(formLocale, { numeric: 'auto', style }).format(count, count === 0 ? 'second' : unit)
}

export const exact = (at: number, locale: string) =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)

/** What has happened is never told as ahead, also where the clock of this machine is slow. */
export function Time({
  at,
  style,
  isAhead = false,
}: {
  at: number
  style?: 'short' | 'narrow'
  isAhead?: boolean
}) {
  const locale = useLocale()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at, locale)} className="num whitespace-nowrap">
      {relative(isAhead ? at : Math.min(at, now), now, locale, style)}
    </time>
  )
}

/** The time of day for logs: of today to the second, before that with the day. All of it on hover. */
export function Clock({ at }: { at: number }) {
  const locale = useLocale()
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const text = isToday
    ? dateFormat(locale, { ...clock, second: '2-digit' }).format(at)
    : `${dateFormat(locale, { month: 'short', day: 'numeric' }).format(at)} ${dateFormat(locale, clock).format(at)}`
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at, locale)} className="num whitespace-nowrap">
      {text}
    </time>
  )
}

/** How long something took, in the unit that reads best. */
export function duration(ms: number, locale: string): string {
  // British English writes “secs” and “mins”.
  const unitLocale = locale === 'en-GB' ? 'en-US' : locale
  const format = (value: number, unit: string, digits: number) =>
    numberFormat(unitLocale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  if (ms < 1000) return format(Math.round(ms), 'millisecond', 0)
  if (ms < 60_000) return format(ms / 1000, 'second', 1)
  if (ms < 3_600_000) return format(ms / 60_000, 'minute', 1)
  return format(ms / 3_600_000, 'hour', 1)
}

export function Duration({ ms }: { ms: number }) {
  return <span className="num whitespace-nowrap">{duration(ms, useLocale())}</span>
}
