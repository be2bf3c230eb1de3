/** The text of a ruled table: the lines of each cell put together, and a table that goes on over pages made one again. */
import { listMarkChars } from '../../document/question-marks.ts'
import type { TableRow } from '../../document/table-rows.ts'
import { joinHyphenated } from '../../document/wrapped-lines.ts'
import { joinRuns, mirrored } from './pdf-direction.ts'
import { type Run, toRows } from './pdf-rows.ts'
import type { RuledTable } from './pdf-ruled-tables.ts'

export interface PdfTable {
  readonly edges: readonly number[]
  readonly rows: readonly TableRow[]
}

/** Further below than lines are, against the nearest of the cell: a paragraph of its own. */
const PARAGRAPH_GAP = 1.35

export function tableText(table: RuledTable, isMirrored: boolean, pageWidth: number): PdfTable {
  const fonts = new Map<string, number>()
  for (const run of new Set(table.cells.flat(2)))
    fonts.set(run.font, (fonts.get(run.font) ?? 0) + run.text.length)
  const [body] = [...fonts].sort((a, b) => b[1] - a[1])[0] ?? ['']
  const rows = table.cells.map((cells, i) => {
    // In the mirror the first column is the one on the right.
    const own = isMirrored ? cells.toReversed() : cells
    return {
      cells: own.map((runs) => cellText(isMirrored ? mirrored(runs, pageWidth) : runs, isMirrored)),
      heads: own.map(() => false),
      bold: own.map((runs) => runs.length > 0 && runs.every(({ font }) => font !== body)),
      isSpanning: table.isSpanning[i]!,
    }
  })
  return { edges: table.edges, rows: rows.filter(({ cells }) => cells.some(Boolean)) }
}

function cellText(runs: readonly Run[], isMirrored: boolean): string {
  const rows = toRows(runs)
  const gaps = rows.slice(1).map(({ y }, i) => rows[i]!.y - y)
  const usual = Math.min(...gaps)
  const paragraphs: string[][] = []
  for (const [i, row] of rows.entries()) {
    const text = joinRuns(row.runs, isMirrored)
    const isApart = i > 0 && gaps[i - 1]! > usual * PARAGRAPH_GAP
    if (i === 0 || isApart || listMarkChars(text) > 0) paragraphs.push([text])
    else paragraphs.at(-1)!.push(text)
  }
  return paragraphs.map((lines) => joinHyphenated(lines, () => false)).join('\n')
}

export function isSameTable(table: Pick<PdfTable, 'edges'>, next: Pick<PdfTable, 'edges'>): boolean {
  if (table.edges.length !== next.edges.length) return false
  return table.edges.every((edge, i) => Math.abs(edge - next.edges[i]!) <= 3)
}

/** A table and the same one on the next page, without the header given again; a row that the page broke is whole again. */
export function withNextPage<R extends TableRow>(rows: readonly R[], next: readonly R[]): R[] {
  const isAgain = rows.length > 0 && rows[0]!.cells.join('\n') === next[0]?.cells.join('\n')
  const [first, ...others] = isAgain ? next.slice(1) : next
  const last = rows.at(-1)
  if (!first || !last || !goesOn(last, first)) return [...rows, ...(first ? [first] : []), ...others]
  const cells = last.cells.map((cell, i) =>
    joinHyphenated([cell, first.cells[i] ?? ''].filter(Boolean), () => false),
  )
  return [...rows.slice(0, -1), { ...last, cells }, ...others]
}

const ENDS_SENTENCE = /[.!?。！？:：;；]["'”’»)\]」』）]*$/u

/** What names a row is missing, or a cell goes on in the middle of its sentence. */
function goesOn(last: TableRow, first: TableRow): boolean {
  if (last.isSpanning || first.isSpanning || last.cells.length !== first.cells.length) return false
  if (!first.cells[0] && last.cells[0]) return true
  return first.cells.some(
    (cell, i) => /^\p{Ll}/u.test(cell) && !!last.cells[i] && !ENDS_SENTENCE.test(last.cells[i]!),
  )
}
