/** Where there is no room for all columns of a table, those marked `isWide` are left out, the last first. */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'

interface Sized {
  /** A track of a CSS grid. */
  readonly width: string
  readonly isWide?: boolean
}

const GAP_PX = 12
const EDGES_PX = 24
const LEAST_PX = 60

/** The columns that fit into the width of an element, which is there while `isDrawn`. */
export function useFitting<Column extends Sized>(
  columns: readonly Column[],
  within: RefObject<HTMLElement | null>,
  isDrawn: boolean,
): readonly Column[] {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  // Before anything is painted: nobody sees the columns that do not fit.
  useLayoutEffect(() => {
    const element = within.current
    if (!isDrawn || !element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [within, isDrawn])
  return useMemo(() => fitting(columns, room), [columns, room])
}

function fitting<Column extends Sized>(columns: readonly Column[], room: number): readonly Column[] {
  const kept = [...columns]
  const needed = () =>
    kept.reduce(
      (sum, { width }) => sum + GAP_PX + Number(/(\d{1,4})px/.exec(width)?.[1] ?? LEAST_PX),
      EDGES_PX - GAP_PX,
    )
  while (needed() > room) {
    const at = kept.findLastIndex(({ isWide }) => isWide)
    if (at < 0) break
    kept.splice(at, 1)
  }
  return kept
}
