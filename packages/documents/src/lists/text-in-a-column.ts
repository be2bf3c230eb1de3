/** Sheets that hold a text, a line in each row, and no table: questions and answers stand below each other in one column. */
import { createDocumentBuilder } from '../document/document.ts'
import { findPairs } from '../pairs/find-pairs.ts'
import { filledIn, type Row, rowsBelow, sampleOf, type Table, widthOf } from './tables.ts'

/** The rest may be small tables inside the text. */
const NEARLY_ALL = 0.9
/** Lengths are checked where the rows are made pairs. */
const NO_LIMITS = {
  chunkTokens: Infinity,
  questionLimitChars: Infinity,
  answerLimitChars: Infinity,
  countTokens: ({ length }: string) => length,
}

// Rule (off: table): each question of such a text makes a row with its answer; what is part of neither is a row without a question.
export function pairsOfColumn(table: Table): Table {
  const rows = sampleOf(table).filter(({ cells }) => widthOf(cells) > 0)
  const alone = rows.filter(({ cells }) => filledIn(cells).length === 1)
  if (alone.length < rows.length * NEARLY_ALL) return table
  const { pairs } = findPairs(textOf(table), NO_LIMITS)
  const asked = pairs.filter(({ origin }) => origin.how === 'structure')
  if (asked.length === 0 || asked.length * 2 < pairs.length) return table
  const found = pairs.map(
    ({ question, answer, origin: { how, page = 0 } }): Row => ({
      row: page,
      cells: [how === 'structure' ? question : '', answer],
    }),
  )
  return { ...table, rows: () => found.values() }
}

function textOf(table: Table) {
  const builder = createDocumentBuilder('TXT')
  for (const { row, cells } of rowsBelow(table, 0))
    builder.add('paragraph', filledIn(cells).join(' | '), { page: row })
  return builder.finish()
}
