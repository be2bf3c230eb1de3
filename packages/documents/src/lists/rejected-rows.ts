/**
 * Keeps the rows that are rejected whole, under a header by which the mended file is read as this one was: a person gets them
 * back to mend.
 */
import { columnNamed } from './column-names.ts'
import type { Columns } from './find-columns.ts'
import type { Row, Table } from './tables.ts'

export interface RejectedRows {
  /** The columns of all lists, each once. */
  readonly names: readonly string[]
  /** Cells beyond the header of their row stand behind all others. */
  readonly rows: readonly {
    readonly row: number
    readonly reason: string
    readonly cells: readonly string[]
  }[]
}

/** Characters kept in all; rows beyond are counted and not kept. */
const MOST_CHARS = 1_000_000
const ROW_CHARS = 40

export function keepRejected() {
  const names: string[] = []
  const rows: { row: number; reason: string; placed: string[]; beyond: readonly string[] }[] = []
  let places: readonly number[] = []
  let called: { question: string; answer: string } | undefined
  let chars = 0
  return {
    /** Tells where the cells of a list stand. To be called before its rows are kept. */
    begin({ table, columns }: { readonly table: Table; readonly columns: Columns }) {
      const width = columns.names.length || (table.rows().take(1).toArray()[0]?.cells.length ?? 0)
      const header = headerOf(columns, width)
      // Of several lists the first says what questions and answers are called.
      called ??= { question: header[columns.question]!, answer: header[columns.answer]! }
      header[columns.question] = called.question
      header[columns.answer] = called.answer
      places = placesIn(names, header)
    },
    keep({ row, cells }: Row, reason: string) {
      chars += cells.reduce((sum, cell) => sum + cell.length, ROW_CHARS)
      if (chars > MOST_CHARS) return
      const placed: string[] = []
      for (const [at, place] of places.entries()) placed[place] = cells[at] ?? ''
      rows.push({ row, reason, placed, beyond: cells.slice(places.length) })
    },
    get kept(): RejectedRows {
      return {
        names,
        rows: rows.map(({ row, reason, placed, beyond }) => ({
          row,
          reason,
          cells: [...names.map((_, at) => placed[at] ?? ''), ...beyond],
        })),
      }
    },
  }
}

/** Where each name stands among the known ones; new ones join them. */
function placesIn(known: string[], names: readonly string[]): number[] {
  const taken = new Set<number>()
  return names.map((name) => {
    const at = known.findIndex((each, place) => each === name && !taken.has(place))
    const place = at < 0 ? known.push(name) - 1 : at
    taken.add(place)
    return place
  })
}

/** A few rows do not show which column asks: a name that does not say it surely is replaced by one that does. */
function headerOf(columns: Columns, width: number): string[] {
  const { names, question, answer, about } = columns
  const isSure = (name: string, role: string) => {
    const named = columnNamed(name)
    return about !== undefined || (named?.role === role && named.how === 'surely')
  }
  const nameAt = (at: number) => names[at] || `column ${at + 1}`
  const header = Array.from({ length: Math.max(width, question + 1, answer + 1) }, (_, at) => nameAt(at))
  if (!isSure(nameAt(question), 'question')) header[question] = 'question'
  if (!isSure(nameAt(answer), 'answer')) header[answer] = 'answer'
  return header
}
