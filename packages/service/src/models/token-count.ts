/**
 * How many tokens a text has (o200k, the encoding of current models). The time grows with the text, whatever the text is:
 * merging one unbroken run of letters, blanks or signs takes time by the square of its length, so long runs are counted in
 * pieces, off by a token or two at each cut. Of a very long text the beginning is counted, and the rest is taken to be like it.
 */
import { countO200k } from './o200k.ts'

const RUN_CHARS = 128
/** Numbers are left out: the encoding itself cuts them into groups of three. */
const LONG_RUNS = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`]
    .map((of) => `${of}{${RUN_CHARS + 1},}`)
    .join('|'),
  'gu',
)
const PIECES = new RegExp(`.{1,${RUN_CHARS}}`, 'gsu')
const MOST_CHARS = 100_000

export function tokensIn(text: string): number {
  if (text.length <= MOST_CHARS) return countRuns(text)
  return Math.ceil((countRuns(text.slice(0, MOST_CHARS)) * text.length) / MOST_CHARS)
}

function countRuns(text: string): number {
  let tokens = 0
  let counted = 0
  for (const { 0: run, index } of text.matchAll(LONG_RUNS)) {
    tokens += countO200k(text.slice(counted, index))
    for (const [piece] of run.matchAll(PIECES)) tokens += countO200k(piece)
    counted = index + run.length
  }
  return tokens + countO200k(text.slice(counted))
}
