/** Tells whoever converts a document that something newer took its place, in this process and in others, so that it stops at once. */
import type { Database } from '../platform/database/handle.ts'

export interface Drops {
  /** These conversions were dropped. */
  tell(runIds: readonly string[]): void
  /** May miss one: what matters is read from the database. */
  on(fn: (runId: string) => void): void
}

const WORD = 'conversion-dropped '

export function createDrops(database: Database): Drops {
  const listeners: ((runId: string) => void)[] = []
  const hear = (runId: string) => {
    for (const listener of listeners) listener(runId)
  }
  database.onAnnounced((text) => {
    if (text.startsWith(WORD)) hear(text.slice(WORD.length))
  })
  return {
    tell(runIds) {
      for (const id of runIds) {
        hear(id)
        database.announce(`${WORD}${id}`)
      }
    },
    on: (fn) => void listeners.push(fn),
  }
}
