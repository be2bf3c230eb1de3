/**
 * A list of any length: only the rows in sight are drawn. Each row is a link to its own address; J and K go through them, Enter
 * opens. The roles of a table stand in for its elements, which could not leave out the rows that are out of sight.
 */
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useRouter } from 'wouter'
import { useKeys } from '../keys.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { useFitting } from './fitting-columns.ts'
import { ErrorState } from './Panels.tsx'
import { useRowsInSight } from './rows-in-sight.ts'
import { type Column, TableRow } from './TableRow.tsx'
import { headClass, TableSkeleton } from './TableSkeleton.tsx'

export interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** The address of a row; its first column is the link. */
  readonly hrefOf?: (row: Row) => string
  /** What the link of a row is called, where the first column does not say it. */
  readonly nameOf?: (row: Row) => string
  /** The row whose details are open. */
  readonly openKey?: string | undefined
  readonly isLoading?: boolean
  readonly error?: Error | null
  readonly retry?: () => void
  /** In place of rows when there are none. */
  readonly empty: ReactNode
  readonly hasMore?: boolean
  readonly loadMore?: () => void
  readonly rowHeight?: number
  /** Hears whether the first row is in sight, when that changes. */
  readonly onTop?: (isTop: boolean) => void
}

const AHEAD = 20

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, hrefOf, nameOf, openKey, isLoading, error, retry, empty } = props
  const { hasMore = false, loadMore, rowHeight = 37, onTop } = props
  const wasTop = useRef(true)
  const t = useText(uiTexts)
  const scroller = useRef<HTMLDivElement>(null)
  const isDrawn = !error && !isLoading && rows.length > 0
  const columns = useFitting(props.columns, scroller, isDrawn)
  const { first, end, show } = useRowsInSight(scroller, isDrawn, rows.length, rowHeight)
  const { base } = useRouter()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (hasMore && end > rows.length - AHEAD) loadMore?.()
  }, [hasMore, end, rows.length, loadMore])

  const linkAt = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)
  const go = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')
    const open = openKey === undefined ? -1 : rows.findIndex((row) => keyOf(row) === openKey)
    const from = focused && scroller.current?.contains(focused) ? Number(focused.dataset.row) : open
    const to = Math.max(0, Math.min(rows.length - 1, from + step))
    show(to)
    const link = linkAt(to)
    if (link) return link.focus({ preventScroll: true })
    // A row that was out of sight is drawn first.
    requestAnimationFrame(() => requestAnimationFrame(() => linkAt(to)?.focus({ preventScroll: true })))
  }
  const wasOpen = useRef(openKey)
  useEffect(() => {
    // Details that are closed take the focus with them: keys go on from their row.
    if (openKey === undefined && wasOpen.current !== undefined && document.activeElement === document.body) {
      const at = rows.findIndex((row) => keyOf(row) === wasOpen.current)
      scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"] a`)?.focus({ preventScroll: true })
    }
    wasOpen.current = openKey
  }, [openKey, rows, keyOf])
  useKeys(hrefOf ? { j: () => go(1), k: () => go(-1) } : {})

  if (error) return <ErrorState error={error} retry={retry} />
  // A page may hold nothing that fits although more follow.
  if (isLoading || (rows.length === 0 && hasMore))
    return <TableSkeleton columns={props.columns} rowHeight={rowHeight} />
  if (rows.length === 0) return empty
  const shape = {
    '--columns': columns.map(({ width }) => width).join(' '),
    '--row': `${rowHeight}px`,
  } as CSSProperties
  return (
    <div
      ref={scroller}
      // Without links in it, the list itself is what the keyboard scrolls.
      tabIndex={hrefOf ? undefined : 0}
      onScroll={({ currentTarget }) => {
        const isTop = currentTarget.scrollTop < rowHeight
        if (isTop !== wasTop.current) onTop?.(isTop)
        wasTop.current = isTop
      }}
      className="min-h-0 grow overflow-auto overscroll-contain"
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        className="min-w-fit text-sm"
        style={shape}
      >
        <div role="rowgroup" className="sticky top-0 z-20 bg-surface">
          <div role="row" aria-rowindex={1} className="grid grid-cols-(--columns) gap-x-3 border-b px-3">
            {columns.map(({ name, label, isEnd }) => (
              <div key={name} role="columnheader" className={headClass(isEnd)}>
                {label}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: rows.length * rowHeight }}>
          <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {rows.slice(first, end).map((row, n) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                index={first + n}
                columns={columns}
                href={hrefOf?.(row)}
                name={nameOf?.(row)}
                isOpen={openKey !== undefined && keyOf(row) === openKey}
                base={base}
                navigate={navigate}
              />
            ))}
          </div>
        </div>
        {hasMore && <p className="p-2 text-center text-xs text-ink-3">{t('loading')}</p>}
      </div>
    </div>
  )
}
