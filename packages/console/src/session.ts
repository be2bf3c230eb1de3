/**
 * Whether the session has ended in mid-work. Then the person signs in above the page, which stays as it is, so that nothing
 * typed is lost; see `shell/App.tsx`.
 */
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (hasEnded === value) return
  hasEnded = value
  for (const listener of listeners) listener()
}

export const sessionEnded = () => set(true)
export const sessionBegun = () => set(false)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useHasEnded = () => useSyncExternalStore(subscribe, () => hasEnded)
