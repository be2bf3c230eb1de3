/** Which tables of a file are lists of questions: those whose columns are called so, or else those whose cells show it. */
import { type Columns, findColumns } from './find-columns.ts'
import { sampleOf, type Table } from './tables.ts'

export interface FoundTable {
  readonly table: Table
  /** Undefined for a table that is no list. */
  readonly columns: Columns | undefined
  /** Why it is none. */
  readonly reason: string
}

export function findLists(tables: readonly Table[], headerRows: number | undefined): FoundTable[] {
  const found = tables.map((table) => {
    const columns = findColumns(sampleOf(table), headerRows)
    return 'reason' in columns
      ? { table, columns: undefined, reason: columns.reason }
      : { table, columns, reason: '' }
  })
  const isCalled = found.some(({ columns }) => columns?.isByName)
  return found.map((each) => ({ ...each, columns: isLeftOut(each, isCalled) ? undefined : each.columns }))
}

// Rule (off: false): beside sheets whose columns are called question and answer, others are summaries and settings, whatever their cells look like.
function isLeftOut({ columns }: FoundTable, isCalled: boolean): boolean {
  return isCalled && columns?.isByName === false
}
