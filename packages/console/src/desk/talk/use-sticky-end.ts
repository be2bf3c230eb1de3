/** Keeps the end of a talk in view as it grows, unless somebody has scrolled up to read. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const NEAR_PX = 80

export function useStickyEnd(length: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const { current } = box
    if (!current) return
    let seen = ''
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = current
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX
      const size = `${scrollHeight} ${clientHeight}`
      // Where the size has changed, it was not a person who scrolled.
      if (isNear || size === seen) isAtEnd.current = isNear
      seen = size
    }
    current.addEventListener('scroll', look, { passive: true })
    // A keyboard on the screen, or a longer draft, leaves less room.
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight
    })
    resized.observe(current)
    return () => {
      current.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more to see
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [length])
  return box
}
