/** What somebody changes in a form before it is saved. What others change meanwhile shows where the form was left alone. */
import { useState } from 'react'

export interface Draft<T extends object> {
  readonly value: T
  readonly change: (part: Partial<T>) => void
  /** Only what differs from what is stored. */
  readonly changes: Partial<T>
  readonly isChanged: boolean
  readonly reset: () => void
  /** The value is stored: what was changed since stays. */
  readonly settle: (saved: T) => void
}

export function useDraft<T extends object>(stored: T): Draft<T> {
  const [part, setPart] = useState<Partial<T>>({})
  const names = Object.keys(part) as (keyof T)[]
  const changed = names.filter((name) => JSON.stringify(part[name]) !== JSON.stringify(stored[name]))
  return {
    value: { ...stored, ...part },
    change: (more) => setPart((before) => ({ ...before, ...more })),
    changes: Object.fromEntries(changed.map((name) => [name, part[name]])) as Partial<T>,
    isChanged: changed.length > 0,
    reset: () => setPart({}),
    settle: (saved) =>
      setPart((before) => {
        const since = Object.entries(before).filter(([name, value]) => value !== saved[name as keyof T])
        return Object.fromEntries(since) as Partial<T>
      }),
  }
}
