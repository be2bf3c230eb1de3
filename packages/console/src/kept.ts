/** What is kept in this browser: theme, language, the last agent, how loud it rings, and what somebody typed and has not saved. Every part of the page hears of a change at once. */
import { useCallback, useSyncExternalStore } from 'react'

export type KeptName = 'theme' | 'language' | 'agent' | 'volume' | `draft.${string}`

const listeners = new Set<() => void>()
/** The account whose page this is. Several people may use one browser: what one of them types, the others do not see. */
let person = ''
const keyOf = (name: KeptName) => (name.startsWith('draft.') ? `tandem.${person}.${name}` : `tandem.${name}`)

/** To be called before anything typed is read: a page never becomes that of somebody else. */
export function keepDraftsOf(accountId: string): void {
  person = accountId
}

/**
 * What was read or set on this page. Storage is slow to read for every text of every row; it may also be forbidden or full, and
 * then things are kept as long as the page is open.
 */
const known = new Map<KeptName, string | undefined>()

export function kept(name: KeptName): string | undefined {
  if (!known.has(name)) known.set(name, stored(name))
  return known.get(name)
}

function stored(name: KeptName): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

/** The names of what is stored that begin so. */
export function keptNames<Name extends KeptName>(start: Name): `${Name}${string}`[] {
  try {
    const begin = keyOf(start)
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(begin))
    return keys.map((key) => `${start}${key.slice(begin.length)}` as const)
  } catch {
    return []
  }
}

export function keep(name: KeptName, value: string | undefined): void {
  if (kept(name) === value) return
  known.set(name, value)
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // The browser keeps nothing, as above.
  }
  tellAll()
}

// Another window has changed something: what is stored counts again.
window.addEventListener('storage', () => {
  known.clear()
  tellAll()
})

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useKept(name: KeptName): [string | undefined, (value: string | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => kept(name))
  return [value, useCallback((next) => keep(name, next), [name])]
}
