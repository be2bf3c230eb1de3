/**
 * The focus is not lost with what had it: when that goes away, such as a row that was deleted, the dialog above the page has it,
 * or the page, and the next Tab goes on from there.
 */
import { useEffect } from 'react'

export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const note = () => {
      last = document.activeElement
    }
    const isLost = () => last?.isConnected === false && document.activeElement === document.body
    const look = () => {
      if (!isLost()) return
      last = null
      const home =
        document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById('content')
      home?.focus({ preventScroll: true })
    }
    // A dialog that closes gives the focus back by itself, a moment later.
    const changes = new MutationObserver(() => isLost() && setTimeout(look))
    changes.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}
