/** Keeps the rows that are rejected whole, under a header by which the mended file is read as this one was: a person gets them back to mend. */
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

/** Characters kept in all, with those that separate cells; rows beyond are counted and not kept. */
const MOST_CHARS = 1_000_000
const ROW_CHARS = 40

export function keepRejected() {
  const names = new Set<string>()
  const rows: { row: number; reason: string; cells: readonly string[]; header: readonly string[] }[] = []
  let header: readonly string[] = []
  let chars = 0
  return {
    /** Tells what the cells of a list are called. To be called before its rows are kept. */
    begin({ table, columns }: { readonly table: Table; readonly columns: Columns }) {
      const width = columns.names.length || (table.rows().take(1).toArray()[0]?.cells.length ?? 0)
      header = headerOf(columns, width)
      for (const name of header) names.add(name)
    },
    keep({ row, cells }: Row, reason: string) {
      chars += cells.reduce((sum, cell) => sum + 1 + cell.length, ROW_CHARS + reason.length)
      if (chars <= MOST_CHARS) rows.push({ row, reason, cells, header })
    },
    kept: (): RejectedRows => ({
      names: [...names],
      // Each has a cell for every column of all lists.
      rows: rows.slice(0, MOST_CHARS / names.size).map(({ row, reason, cells, header }) => {
        const named = new Map(header.map((name, at) => [name, cells[at] ?? '']))
        const beyond = cells.slice(header.length)
        return { row, reason, cells: [...names.keys().map((name) => named.get(name) ?? ''), ...beyond] }
      }),
    }),
  }
}

/** A few rows do not show which column asks: names say so. An instruction and what it is about are known by theirs. */
function headerOf({ names, question, answer, about }: Columns, width: number): string[] {
  const seen = new Set<string>()
  return Array.from({ length: Math.max(width, question + 1, answer + 1) }, (_, at) => {
    const role = at === question ? 'question' : at === answer ? 'answer' : ''
    const name = (about === undefined && role) || names[at] || `column ${at + 1}`
    const own = seen.has(name) ? `${name} ${at + 1}` : name
    seen.add(own)
    return own
  })
}
