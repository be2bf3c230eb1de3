/**
 * One row of a table. Hundreds come and go as somebody scrolls, so it is drawn anew only when something of it has changed, and
 * holds nothing that listens: its link is led by the table.
 */
import { type MouseEvent, memo, type ReactNode } from 'react'
import { endClass } from './TableSkeleton.tsx'

export interface Column<Row> {
  readonly name: string
  readonly label: string
  /** A track of a CSS grid, such as `96px` or `minmax(0, 1fr)`. */
  readonly width: string
  readonly isEnd?: boolean
  /** Only where there is room. */
  readonly isWide?: boolean
  readonly cell: (row: Row) => ReactNode
}

interface RowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  /** Its address below `base`; none: it opens nothing. */
  readonly href: string | undefined
  /** What the link is called beside its first column. */
  readonly name: string | undefined
  readonly isOpen: boolean
  readonly base: string
  readonly navigate: (href: string) => void
}

function PlainRow<Row>({ row, index, columns, href, name, isOpen, base, navigate }: RowProps<Row>) {
  const follow = (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (href === undefined || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      className={`relative grid h-(--row) grid-cols-(--columns) items-center gap-x-3 border-b px-3 last:border-b-0 ${href === undefined ? '' : 'focus-within:bg-sunken hover:bg-sunken'} ${isOpen ? 'bg-sunken shadow-[inset_2px_0_var(--color-ink)]' : ''}`}
    >
      {columns.map(({ name: column, isEnd, cell }, n) => (
        <div
          key={column}
          role="cell"
          className={`min-w-0 truncate ${isEnd ? endClass : ''} ${href !== undefined && n > 0 ? 'over-link' : ''}`}
        >
          {href !== undefined && n === 0 ? (
            <a
              href={`${base}${href}`}
              onClick={follow}
              aria-current={isOpen ? 'true' : undefined}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {cell(row)}
              {name && <span className="unseen"> {name}</span>}
            </a>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  )
}

export const TableRow = memo(PlainRow) as typeof PlainRow
