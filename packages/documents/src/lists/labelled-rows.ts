/** Lists in which questions and answers stand in rows of their own, "Q." or "Answer:" before each or in the cell before it: two rows are one pair. */
import { type Label, labelOf } from '../document/question-marks.ts'
import { type Row, sampleOf, type Table, widthOf } from './tables.ts'

const FEWEST = 2

// Rule (off: table): rows that are labelled as questions and answers in turn are put together, under a header that says so; answers may take several rows.
export function withRowsJoined(table: Table, delimiter: string): Table {
  const sample = sampleOf(table).filter(({ cells }) => widthOf(cells) > 0)
  const roles = sample.flatMap((row) => labelled(row, delimiter).role ?? [])
  const answers = roles.filter((role, i) => role === 'answer' && roles[i - 1] === 'question').length
  const isList = answers >= FEWEST && answers * 3 > roles.length && roles.length * 2 > sample.length
  return isList ? { ...table, rows: () => joined(table.rows(), delimiter) } : table
}

function* joined(rows: Iterable<Row>, delimiter: string): Generator<Row> {
  yield { row: 0, cells: ['question', 'answer'] }
  let open: { readonly row: number; readonly cells: [string, string] } | undefined
  let at: 0 | 1 = 0
  for (const each of rows) {
    const { role, text } = labelled(each, delimiter)
    if (role === 'question') {
      if (open) yield open
      open = { row: each.row, cells: ['', ''] }
    }
    if (role) at = role === 'question' ? 0 : 1
    if (open) open.cells[at] = `${open.cells[at]}\n${text}`.trim()
  }
  if (open) yield open
}

/** Numbers of rows aside; what a delimiter has divided in the text is put together again. */
function labelled(
  { cells }: Row,
  delimiter: string,
): { readonly role?: Label['role']; readonly text: string } {
  const from = cells.findIndex((cell) => /\p{L}/u.test(cell))
  const [first = '', ...others] = cells.slice(Math.max(0, from)).map((cell) => cell.trim())
  const rest = others.filter(Boolean).join(`${delimiter} `)
  const name = rest ? labelOf(`${first}:`) : undefined
  if (name && name.chars >= first.length) return { role: name.role, text: rest }
  const whole = [first, rest].filter(Boolean).join(`${delimiter} `)
  const label = labelOf(whole)
  return label && !label.weak ? { role: label.role, text: whole.slice(label.chars) } : { text: whole }
}
