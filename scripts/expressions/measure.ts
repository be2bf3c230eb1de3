// Measures the time of an expression on texts that may make it slow.

import type { Attack } from './judge.ts'

/** The maximum time for a text of the maximum length. */
const MOST_AT_LIMIT_MS = 5
/** Without a length limit: a text of this length must not take longer, or else the time grows faster than the length. */
const LONG_CHARS = 100_000
const MOST_FOR_LONG_MS = 40
const TRIES = 5

/** Describes how slow the expression is on texts of this attack; undefined if it is fast enough. */
export function slowness(
  { source, flags, limit }: { source: string; flags: string; limit: number | undefined },
  attack: Attack,
): string | undefined {
  const [most, chars] = limit === undefined ? [MOST_FOR_LONG_MS, LONG_CHARS] : [MOST_AT_LIMIT_MS, limit]
  // At first one more pump each time, so that a time that doubles with each pump is noticed before it takes too long.
  for (let pumps = 1, isWhole = false; !isWhole; pumps = pumps < 60 ? pumps + 1 : Math.ceil(pumps * 1.5)) {
    const text = textOf(attack, pumps).slice(0, chars)
    isWhole = text.length === chars || pumps > chars
    const tookMs = quickest(source, flags, text, most)
    if (tookMs > most) return `${Math.round(tookMs)} ms for ${text.length} characters (${shown(attack)})`
  }
  return undefined
}

function textOf({ pumps, after }: Attack, times: number): string {
  return pumps.map(({ before, pump }) => before + pump.repeat(times)).join('') + after
}

/** The processor time of the quickest of a few runs, because other processes slow down single runs. */
function quickest(source: string, flags: string, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && least > enough; i++) {
    const expression = new RegExp(source, flags)
    const before = process.threadCpuUsage()
    if (expression.global) text.replace(expression, '')
    else expression.test(text)
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const shown = ({ pumps, after }: Attack) =>
  [
    ...pumps.map(({ before, pump }) => `${JSON.stringify(before)} + ${JSON.stringify(pump)} × n`),
    JSON.stringify(after),
  ].join(' + ')
