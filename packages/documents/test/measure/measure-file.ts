// All that is measured of one file: its pairs against the expected ones, what else was expected, tables, text, time.
import { type Comparison, comparePairs, lettersOf, type Pair } from './compare.ts'
import { convertFile, type Result } from './convert.ts'
import type { ExpectedFile } from './expected.ts'
import { type Rows, rowsKept } from './table-rows.ts'
import { type TextKept, textKept } from './text-kept.ts'

export interface Measured extends Comparison {
  readonly name: string
  readonly format: string
  /** Expected pairs; 0 for a file that is no list of questions. */
  readonly expected: number
  readonly pairs: number
  readonly reason: string | undefined
  /** What else was expected and is not so, in words. */
  readonly failures: readonly string[]
  readonly table: Rows | undefined
  readonly text: TextKept
  /** Questions of the pairs that begin in mid-sentence, the expected ones aside. */
  readonly midSentence: readonly string[]
  readonly ms: number
}

export async function measureFile(file: ExpectedFile): Promise<Measured> {
  const { name, format, expected, tablesXml } = file
  const startedAt = performance.now()
  const result = await convertFile(file)
  const ms = performance.now() - startedAt
  const compared = comparePairs(expected.pairs ?? [], result.pairs)
  return {
    name,
    format,
    expected: expected.pairs?.length ?? 0,
    pairs: result.pairs.length,
    reason: result.reason,
    ...compared,
    failures: failuresOf(file, result),
    table: tablesXml === undefined ? undefined : rowsKept(tablesXml, result.pairs),
    text: await textKept(file, result.pairs),
    midSentence: compared.wrong
      .filter((pair) => pair !== result.pairs[0] && beginsInMidSentence(pair))
      .map(({ question }) => question),
    ms,
  }
}

/** A sentence that went on from the pair before begins with a small letter, or what closes or joins; lists ("a) …") and rows do, too. */
function beginsInMidSentence({ answer }: Pair): boolean {
  const line = answer.split('\n', 1)[0]!
  return !line.includes(' | ') && /^(?!\p{Ll}{1,4}[.)])\p{Ll}\S* \S|^[,;)]/u.test(answer)
}

export function failuresOf({ expected, format }: ExpectedFile, result: Result): string[] {
  const { order = [], absent = [], warns = [], refused } = expected
  // A workbook without pairs is rightly refused, whatever it holds.
  const isNoList = format === 'XLSX' && expected.pairs?.length === 0 && result.reason !== undefined
  const contains = isNoList ? [] : (expected.contains ?? [])
  const written = result.pairs.map(({ question, answer }) => `${question} ${answer}`).join(' ')
  const all = lettersOf(written)
  const failures: string[] = []
  if (refused !== undefined && !result.reason?.includes(refused))
    failures.push(`is not refused with “${refused}”, but with “${result.reason ?? 'nothing'}”`)
  for (const text of contains) if (!all.includes(lettersOf(text))) failures.push(`lacks “${text}”`)
  // A sign has no letters to compare by.
  const holds = (text: string) => (lettersOf(text) ? all.includes(lettersOf(text)) : written.includes(text))
  for (const text of absent) if (holds(text)) failures.push(`holds “${text}”`)
  let from = 0
  for (const text of order) {
    const at = all.indexOf(lettersOf(text), from)
    if (at < 0) failures.push(`lacks “${text}” in its place`)
    else from = at
  }
  for (const text of warns)
    if (!result.warnings.some((warning) => warning.includes(text))) failures.push(`no warning says “${text}”`)
  return failures
}
