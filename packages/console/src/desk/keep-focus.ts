/**
 * The focus is never lost: when what had it goes away, the talk has it, the open row of the list where there is no talk, or the
 * page. A page that nobody has touched yet is left alone.
 */
import { useEffect } from 'react'

export const TALK_ID = 'talk'
const HOMES = [`#${TALK_ID}`, '[data-row][aria-current]', '[data-row]', '#content']
const TOUCHES = ['keydown', 'pointerdown'] as const

let isTouched = false
const touch = () => {
  isTouched = true
}

export function focusTalk(): void {
  if (!isTouched) return
  const homes = HOMES.map((home) => document.querySelector<HTMLElement>(home))
  homes.find((home) => home?.checkVisibility())?.focus({ preventScroll: true })
}

export function useKeptFocus(): void {
  useEffect(() => {
    const look = () => {
      if (document.activeElement === document.body) focusTalk()
    }
    for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, once: true })
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
