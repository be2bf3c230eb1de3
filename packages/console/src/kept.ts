/** What is kept in this browser: theme, language, the last agent, how loud it rings, and what somebody typed and has not saved. Every part of the page hears of a change at once. */
import { useCallback, useSyncExternalStore } from 'react'

export type KeptName = 'theme' | 'language' | 'agent' | 'volume' | `draft.${string}`

const listeners = new Set<() => void>()
const keyOf = (name: KeptName) => `tandem.${name}`

/** What was set on this page: storage may be forbidden or full, and then it is kept as long as the page is open. */
const ownChanges = new Map<KeptName, string | undefined>()

export function kept(name: KeptName): string | undefined {
  if (ownChanges.has(name)) return ownChanges.get(name)
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(name: KeptName, value: string | undefined): void {
  ownChanges.set(name, value)
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

// Another window has changed something: what is stored counts again.
window.addEventListener('storage', () => ownChanges.clear())

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useKept(name: KeptName): [string | undefined, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => kept(name))
  return [value, useCallback((next) => keep(name, next), [name])]
}
