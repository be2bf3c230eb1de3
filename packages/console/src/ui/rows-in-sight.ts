/** Which rows of a list are in sight, where all rows have the same height: nothing is measured but where the list stands. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond what is in sight, at either end. */
const BEYOND = 4
/** Until the list is measured. */
const FIRST_ROWS = 20

export interface RowsInSight {
  readonly first: number
  /** Behind the last. */
  readonly end: number
  /** Brings a row into sight. */
  show(index: number): void
}

/** `scroller` is there while `isDrawn`. Above its rows stands the head of the list, which does not move. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  isDrawn: boolean,
  count: number,
  rowHeight: number,
): RowsInSight {
  const [sight, setSight] = useState({ first: 0, end: FIRST_ROWS })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!isDrawn || !element) return
    const look = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const first = Math.max(0, top - BEYOND)
      const end = top + Math.ceil(element.clientHeight / rowHeight) + BEYOND
      setSight((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, isDrawn, rowHeight])
  const end = Math.min(count, sight.end)
  return {
    first: Math.min(sight.first, Math.max(0, end - 1)),
    end,
    show(index) {
      const element = scroller.current
      if (!element) return
      const head = element.querySelector<HTMLElement>('[role="rowgroup"]')?.offsetHeight ?? 0
      const above = index * rowHeight
      const below = above + rowHeight + head - element.clientHeight
      if (element.scrollTop > above) element.scrollTop = above
      else if (element.scrollTop < below) element.scrollTop = below
    },
  }
}
