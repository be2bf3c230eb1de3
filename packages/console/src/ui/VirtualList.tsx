/** A list of any length whose entries have heights of their own: only those in sight are drawn, and measured when they are. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { Pages } from '../listing.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { ErrorState, SkeletonRows } from './Panels.tsx'

export interface ListHandle {
  /** Brings an entry into sight. */
  show(index: number): void
  /** Brings an entry into sight and gives the focus to the first thing in it that can have it. */
  focus(index: number): void
  /** Which entry has the focus; -1 when none has. */
  focused(): number
}

const AHEAD = 20

export function VirtualList<Row>({
  label,
  rows,
  keyOf,
  children,
  isLoading,
  error,
  retry,
  hasMore,
  loadMore,
  empty,
  estimate = 60,
  className = '',
  handle,
}: Pages<Row> & {
  label: string
  keyOf: (row: Row) => string
  children: (row: Row, index: number) => ReactNode
  /** In place of entries when there are none. */
  empty: ReactNode
  /** Height of most entries, in pixels. */
  estimate?: number
  className?: string
  handle?: RefObject<ListHandle | null>
}) {
  const t = useText(uiTexts)
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef(-1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const lastDrawn = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastDrawn >= rows.length - AHEAD) loadMore()
  }, [hasMore, lastDrawn, rows.length, loadMore])
  useImperativeHandle(handle, () => ({
    show: (index) => virtual.scrollToIndex(index),
    focus(index) {
      wanted.current = index
      virtual.scrollToIndex(index)
      const go = () => {
        // A key pressed meanwhile may have gone on.
        if (wanted.current !== index) return
        wanted.current = -1
        scroller.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button, textarea)`)
          ?.focus({ preventScroll: true })
      }
      // An entry that was out of sight is drawn first.
      requestAnimationFrame(() => requestAnimationFrame(go))
    },
    focused() {
      if (wanted.current >= 0) return wanted.current
      const entry = document.activeElement?.closest<HTMLElement>('[data-index]')
      return entry && scroller.current?.contains(entry) ? Number(entry.dataset.index) : -1
    },
  }))
  if (error) return <ErrorState error={error} retry={retry} />
  // A page may hold nothing that fits although more follow.
  if (isLoading || (rows.length === 0 && hasMore)) return <SkeletonRows />
  if (rows.length === 0) return empty
  return (
    <div ref={scroller} className={`min-h-0 grow overflow-auto overscroll-contain ${className}`}>
      {/* One below the other, and not each at its own place: an entry that grows is measured after it is painted. */}
      <ul
        aria-label={label}
        style={{ height: virtual.getTotalSize(), paddingTop: items[0]?.start ?? 0 }}
        className="box-border"
      >
        {items.map(({ index, key }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={hasMore ? -1 : rows.length}
            aria-posinset={index + 1}
          >
            {children(rows[index] as Row, index)}
          </li>
        ))}
      </ul>
      {hasMore && <p className="p-2 text-center text-xs text-ink-3">{t('loading')}</p>}
    </div>
  )
}
