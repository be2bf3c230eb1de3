/** The focus is never lost: when what had it goes away, the talk has it, or the page where there is none. */
import { useEffect } from 'react'

export const TALK_ID = 'talk'
const page = () => document.getElementById('content')

export function focusTalk(): void {
  const talk = document.getElementById(TALK_ID)
  const home = talk?.checkVisibility() ? talk : page()
  home?.focus({ preventScroll: true })
}

export function useKeptFocus(): void {
  useEffect(() => {
    const look = () => {
      if (document.activeElement === document.body) focusTalk()
    }
    look()
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
}

/** A talk that was opened is there to be read: arrows scroll it. What stands above the page keeps the focus. */
export function useFocusedTalk(): void {
  useEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"], [role="menu"]')) focusTalk()
  }, [])
}
