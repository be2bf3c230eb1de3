/** What a person has set for this browser: theme, language, the last agent. Every part of the page hears of a change at once. */
import { useCallback, useSyncExternalStore } from 'react'

export type KeptName = 'theme' | 'language' | 'agent'

const listeners = new Set<() => void>()
const keyOf = (name: KeptName) => `tandem.${name}`

export function kept(name: KeptName): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    // Storage may be forbidden; then nothing is kept.
    return undefined
  }
}

export function keep(name: KeptName, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

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
