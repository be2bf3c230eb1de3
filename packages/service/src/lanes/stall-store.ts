/**
 * Records the activity during which the event loop stood still. It runs in the watchdog's thread and opens its own connection,
 * because the main thread is blocked. If the activity was an item of our own code, the item gets a strike; other items of this
 * process are not blamed, even if they ran alone. If the main thread is inside a transaction of the embedded database, nothing can
 * be recorded.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Activity } from '../platform/activity.ts'
import type { DatabaseLocation } from '../platform/database/handle.ts'
import { DATABASE_FILE } from '../platform/database/sqlite.ts'

const TIMEOUT_MS = 2000

const NAME = `INSERT INTO lane_runs (lane, seq, alone, strikes) VALUES ($1, $2, 0, 1)
  ON CONFLICT (lane, seq) DO UPDATE SET strikes = lane_runs.strikes + 1`
/** `worker` stays set, so that no other item of this process is suspected: nothing else ran. */
const CLEAR =
  'UPDATE lane_runs SET alone = 0 WHERE worker IN (SELECT id FROM lane_workers WHERE host = $1 AND pid = $2)'

export async function recordStall(
  location: DatabaseLocation,
  host: string,
  activity: Activity,
): Promise<void> {
  const run = location.engine === 'sqlite' ? embedded(location.folder) : await server(location.url)
  try {
    if (activity.kind === 'item' && activity.isOwnWork) await run.write(NAME, [activity.lane, activity.seq])
    await run.write(CLEAR, [host, process.pid])
  } finally {
    await run.close()
  }
}

function embedded(folder: string) {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: TIMEOUT_MS })
  return {
    write: async (sql: string, params: (string | number)[]) =>
      void database.prepare(sql.replaceAll('$', '?')).run(...params),
    close: async () => database.close(),
  }
}

async function server(url: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tandem watchdog',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  await client.connect()
  return {
    write: async (sql: string, params: (string | number)[]) => void (await client.query(sql, params)),
    close: () => client.end(),
  }
}
