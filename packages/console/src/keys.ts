/** Keys that work anywhere on a screen, unless somebody types or a dialog is open. */
import { useLayoutEffect, useRef } from 'react'

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

const isCovered = () => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Names are as in `event.key`, with `mod+` for the command or control key. Escape is also heard from inputs. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  // A layout effect: the keys work as soon as the page is painted.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // Enter and Escape that end a choice of characters belong to the input method.
      if (event.isComposing || event.altKey || event.defaultPrevented) return
      const isModified = event.metaKey || event.ctrlKey
      const name = isModified ? `mod+${event.key.toLowerCase()}` : event.key
      const act = latest.current[name]
      if (!act || (!isModified && isCovered())) return
      if (!isModified && name !== 'Escape' && isTyping(event)) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** The palette's key as it is written on this machine. */
export const PALETTE_KEY = isMac ? '⌘K' : 'Ctrl K'
