/** The frame of a list: what it needs said, its filters, and the table in a card that is as high as its rows, and scrolls where the window ends. */
import type { ReactNode } from 'react'
import { Table, type TableProps } from './Table.tsx'

/** So many rows are shown whole; more scroll where the window is too low for them. */
const FEW = 3

export function ListFrame<Row>({
  above,
  filters,
  note,
  ...table
}: TableProps<Row> & {
  above?: ReactNode
  filters: ReactNode
  /** A line on what was found. */
  note?: ReactNode
}) {
  const rows = table.rows.length
  return (
    <div className="flex min-h-0 grow flex-col gap-3 p-5 max-md:p-3">
      {above}
      <div className="flex flex-wrap items-center gap-2">
        {filters}
        {note}
      </div>
      <div
        className={`card flex flex-col overflow-hidden ${rows > 0 && rows <= FEW ? 'shrink-0' : 'min-h-40'}`}
      >
        <Table {...table} />
      </div>
    </div>
  )
}
