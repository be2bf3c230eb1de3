/**
 * Prints, file by file, what the bench `documents/pairs` counts: expected pairs that are missing, pairs that are wrong.
 *   node bench/show-documents.ts [part of a name ...] [--all] [--pairs]
 * Files that are right are left out unless `--all`; `--pairs` prints every pair.
 */
import { parseArgs } from 'node:util'
import { convertFile } from '../packages/documents/test/measure/convert.ts'
import { type Measured, measureFile } from '../packages/documents/test/measure/measure-file.ts'
import { documentSets } from './document-sets.ts'

const LISTED = 12
const SHOWN_CHARS = 140
const { values: flags, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, pairs: { type: 'boolean', default: false } },
})

for (const { name: set, files } of documentSets()) {
  console.log(`\n${set}`)
  for (const file of files.filter(
    ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
  )) {
    const measured = await measureFile(file)
    const lines = linesOf(measured)
    if (lines.length === 0 && !flags.all && !flags.pairs) continue
    console.log(`\n${headOf(measured)}`)
    for (const line of lines) console.log(`  ${line}`)
    if (!flags.pairs) continue
    const { pairs, warnings } = await convertFile(file)
    for (const warning of warnings) console.log(`  warning: ${warning}`)
    for (const { question, answer } of pairs) console.log(`\n## ${question}\n${answer}`)
  }
}

function headOf({ name, expected, pairs, right, text, ms }: Measured): string {
  const lost = ((100 * text.lost) / (text.words || 1)).toFixed(0)
  const multiplied = ((100 * text.multiplied) / (text.answerWords || 1)).toFixed(0)
  return `${name}: expected ${expected}, got ${pairs}, right ${right}; text lost ${lost} %, multiplied ${multiplied} %; ${ms.toFixed(0)} ms`
}

function linesOf({ expected, missing, wrong, failures, table, midSentence, reason }: Measured): string[] {
  return [
    ...(reason === undefined ? [] : [`refused: ${reason}`]),
    ...failures,
    ...some(
      missing,
      ({ question, answer, answer_starts }) => `missing: ${question} → ${answer ?? answer_starts}…`,
    ),
    ...(expected > 0 ? some(wrong, ({ question, answer }) => `wrong:   ${question} → ${answer}`) : []),
    ...some(midSentence, (question) => `begins in mid-sentence: ${question}`),
    ...some(table?.broken ?? [], (row) => `broken row: ${row}`),
  ]
}

function some<T>(items: readonly T[], show: (item: T) => string): string[] {
  const lines = items
    .slice(0, flags.all ? items.length : LISTED)
    .map((item) => show(item).replace(/\s+/g, ' ').slice(0, SHOWN_CHARS))
  return items.length > lines.length ? [...lines, `… and ${items.length - lines.length} more`] : lines
}
