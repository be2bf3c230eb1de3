// Measures an expression on texts that were found to make it slow.

import type { Attack } from './judge.ts'

/** What a text at the limit of its length may take. */
const MOST_AT_LIMIT_MS = 5
/** Without a limit: a text of so many characters may take so long, or the time grows faster than the text. */
const LONG_CHARS = 100_000
const MOST_FOR_LONG_MS = 40
const TRIES = 5

/** What is wrong with the expression on this text, or undefined. */
export function slowness(
  { source, flags, limit }: { source: string; flags: string; limit: number | undefined },
  attack: Attack,
): string | undefined {
  const [most, chars] = limit === undefined ? [MOST_FOR_LONG_MS, LONG_CHARS] : [MOST_AT_LIMIT_MS, limit]
  // One pump more each time at first: what doubles with each must be noticed before it takes for ever.
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

/** The processor time of the quickest of a few runs, because the machine does other things too. */
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
