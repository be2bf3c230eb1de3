/**
 * The opening hours of human services. Hours are times of day in a time zone. Intl converts them, so that days with a change of
 * the clocks are right: a time that the change skips begins at the moment of the change.
 */
import type { ServiceHours } from '@tandem/contract/human-service-options'
import { weekdays } from '@tandem/contract/weekdays'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../platform/clock.ts'

const MINUTE_MS = 60_000
/** A service without an opening in this many days counts as closed for good. */
const DAYS_AHEAD = 400

interface Span {
  readonly from: number
  readonly to: number
}

export function isOpen(hours: ServiceHours | null, now: number): boolean {
  if (hours === null) return true
  const today = dayOf(hours.time_zone, now)
  const closed = new Set(hours.closed_dates)
  // Hours that began yesterday may last past midnight.
  return [today - DAY_MS, today].some((day) =>
    spansOf(hours, day, closed).some(({ from, to }) => from <= now && now < to),
  )
}

/** The time of the next opening; `now` when open, null when never. */
export function nextOpening(hours: ServiceHours | null, now: number): number | null {
  if (hours === null || isOpen(hours, now)) return now
  const today = dayOf(hours.time_zone, now)
  const closed = new Set(hours.closed_dates)
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const starts = spansOf(hours, today + day * DAY_MS, closed)
      .map(({ from }) => from)
      .filter((from) => from > now)
    if (starts.length > 0) return Math.min(...starts)
  }
  return null
}

/** An instant in words: the day, the time and the time zone, as written in the language. */
export function inWords(at: number, hours: ServiceHours, language: string): string {
  const style = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: hours.time_zone,
  } as const
  return new Intl.DateTimeFormat(knownLanguage(language), style).format(at)
}

function knownLanguage(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The hours that begin on a day, as instants. A day is named by its midnight in UTC. */
function spansOf(hours: ServiceHours, day: number, closed: ReadonlySet<string>): Span[] {
  if (closed.has(new Date(day).toISOString().slice(0, 10))) return []
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7]
  return hours.weekly
    .filter(({ days }) => days.some((name) => name === weekday))
    .map(({ from, to }) => {
      const begin = minutesOf(from)
      const end = minutesOf(to)
      const lasts = end > begin ? end : end + 1440
      const offsets = offsetsAround(hours.time_zone, day)
      return {
        from: instantOf(offsets, day + begin * MINUTE_MS),
        to: instantOf(offsets, day + lasts * MINUTE_MS),
      }
    })
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

/** The wall clock of the zone at `instant`, as if it were UTC. */
function wallClock(zone: string, instant: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The day in the zone, as its midnight in UTC. */
const dayOf = (zone: string, instant: number) => Math.floor(wallClock(zone, instant) / DAY_MS) * DAY_MS

/** The offsets of a zone around a day. */
interface Offsets {
  readonly before: number
  readonly after: number
  /** The instant at which the offset changes; infinite without a change. */
  readonly changeAt: number
}

/** Intl takes microseconds for each conversion, and services have many hours on the same days. */
const knownOffsets = new LRUCache<string, Offsets>({ max: 5000 })

/** From the day before, because zones are ahead of UTC, to the end of hours that last past midnight in zones behind it. */
function offsetsAround(zone: string, day: number): Offsets {
  const key = `${day} ${zone}`
  const known = knownOffsets.get(key)
  if (known) return known
  const [low, high] = [day - DAY_MS, day + 3 * DAY_MS]
  const [before, after] = [wallClock(zone, low) - low, wallClock(zone, high) - high]
  const changeAt = before === after ? Number.POSITIVE_INFINITY : changeBetween(zone, low, high)
  const offsets = { before, after, changeAt }
  knownOffsets.set(key, offsets)
  return offsets
}

/** The instant at which the wall clock shows `wall`. If it does twice, the first; if never, the change that skips it. */
function instantOf({ before, after, changeAt }: Offsets, wall: number): number {
  const early = wall - before
  return early < changeAt ? early : Math.max(changeAt, wall - after)
}

/** The instant between `low` and `high` at which the zone's offset changes. */
function changeBetween(zone: string, low: number, high: number): number {
  const before = wallClock(zone, low) - low
  let [from, to] = [low, high]
  while (to - from > 1000) {
    const middle = Math.floor((from + to) / 2000) * 1000
    if (wallClock(zone, middle) - middle === before) from = middle
    else to = middle
  }
  return to
}
