/** Keeps the completely rejected rows for a person to correct. Their header makes sure that the corrected file is read like the original. */
import type { List } from './find-columns.ts'
import type { Row } from './tables.ts'

export interface RejectedRows {
  /** The columns of all lists, without duplicates. */
  readonly names: readonly string[]
  /** One cell for each name; cells beyond the header of the row follow. */
  readonly rows: readonly {
    readonly row: number
    readonly reason: string
    readonly cells: readonly string[]
  }[]
}

/** Maximum number of characters kept, including separators. Rows beyond the limit are counted but not kept. */
const MOST_CHARS = 1_000_000
const ROW_CHARS = 40

export function keepRejected(lists: readonly List[]) {
  const headers = new Map(lists.map((list) => [list, headerOf(list)]))
  const names = [...new Set([...headers.values()].flat())]
  const rows: RejectedRows['rows'][number][] = []
  let chars = 0
  return {
    rejected: { names, rows },
    keep(list: List, { row, cells: own }: Row, reason: string) {
      if (chars > MOST_CHARS) return
      const header = headers.get(list) ?? []
      const named = new Map(header.map((name, at) => [name, own[at] ?? '']))
      const cells = [...names.map((name) => named.get(name) ?? ''), ...own.slice(header.length)]
      chars += cells.reduce((sum, cell) => sum + 1 + cell.length, ROW_CHARS + reason.length)
      if (chars <= MOST_CHARS) rows.push({ row, reason, cells })
    },
  }
}

/** A few rows do not show which column asks, so the header names the roles. A list with inputs for its instructions keeps its own names. */
function headerOf({ table, columns: { names, question, answer, about } }: List): string[] {
  const width = names.length || (table.rows().take(1).toArray()[0]?.cells.length ?? 0)
  const seen = new Set<string>()
  return Array.from({ length: Math.max(width, question + 1, answer + 1) }, (_, at) => {
    const role = at === question ? 'question' : at === answer ? 'answer' : ''
    const name = (about === undefined && role) || names[at] || `column ${at + 1}`
    const own = seen.has(name) ? `${name} ${at + 1}` : name
    seen.add(own)
    return own
  })
}
