/** Decides when a failed delivery is tried again. Pure: time and randomness are parameters. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait after the first, second, … failed try. After the last one the delivery is dead. */
export const retryWaitsMs: readonly number[] = [
  1 * SECOND,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
]

/** Whatever happens, a delivery older than this is given up. */
export const deliveryLifeMs = 72 * HOUR

/** Waits vary by a tenth either way, so that deliveries that failed together are not retried together. */
const JITTER = 0.1
export const longestWaitMs = 12 * HOUR

/** The wait before the next try after `failedTries` failures; null when there is no next try. */
export function nextWaitMs(input: {
  failedTries: number
  lifeLeftMs: number
  retryAfterMs: number | null
  random: number
}): number | null {
  const wait = retryWaitsMs[input.failedTries - 1]
  if (wait === undefined) return null
  const spread = wait * (1 - JITTER + 2 * JITTER * input.random)
  const asked = Math.min(input.retryAfterMs ?? 0, longestWaitMs)
  const waitMs = Math.round(Math.max(spread, asked))
  return waitMs < input.lifeLeftMs ? waitMs : null
}

/** `Retry-After` as seconds or as a date; null when it is neither. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * SECOND
  // Date.parse makes a date of almost any number; a date in HTTP begins with the name of its day.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
