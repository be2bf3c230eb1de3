/** How the embedded engine would run the statements of a store, on an empty database of the newest schema. */
import { DatabaseSync } from 'node:sqlite'
import type { Reader } from '../../src/platform/database/handle.ts'
import { migrations } from '../../src/platform/database/migrate.ts'
import { readerOver } from '../../src/platform/database/prepared.ts'

/** The steps of all plans. Each statement returns no row. */
export async function planOf(ask: (db: Reader) => Promise<unknown>): Promise<string[]> {
  const raw = new DatabaseSync(':memory:')
  for (const { statements } of migrations)
    for (const each of typeof statements === 'function' ? statements('sqlite') : statements) raw.exec(each)
  const steps: string[] = []
  const reader = readerOver('sqlite', async (text, params) => {
    for (const { detail } of raw.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...params))
      steps.push(String(detail))
    return { rows: [], changes: 0 }
  })
  await ask(reader)
  raw.close()
  return steps
}
