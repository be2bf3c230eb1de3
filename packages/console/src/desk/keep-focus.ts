/**
 * The focus is never lost: when what had it goes away, the dialog above the page has it, or the talk, the open row of the list
 * where there is no talk, or the page. A page that nobody has touched yet is left alone.
 */
import { useEffect, useLayoutEffect } from 'react'
import { focusComposer } from './talk/draft.ts'

export const TALK_ID = 'talk'
const HOMES = ['[role="dialog"]', `#${TALK_ID}`, '[data-row][aria-current]', '[data-row]', '#content']
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

/**
 * A talk that was opened is there to be read: arrows scroll it. Where this person answers, the cursor stands in the reply as soon
 * as the talk is on the screen: words typed without looking are words, and no keys that close or release. What stands above the
 * page keeps the focus, and so does a field in which somebody types.
 */
export function useFocusedTalk(isReplying: boolean): void {
  useLayoutEffect(() => {
    if (!hasFocus('[role="dialog"], [role="menu"]')) focusTalk()
  }, [])
  useLayoutEffect(() => {
    if (!isReplying || !isTouched || hasFocus('[role="dialog"], [role="menu"], input, textarea, select'))
      return
    // On a phone its keyboard would cover the talk.
    if (!matchMedia('(pointer: coarse)').matches) focusComposer()
  }, [isReplying])
}

const hasFocus = (within: string) => Boolean(document.activeElement?.closest(within))
