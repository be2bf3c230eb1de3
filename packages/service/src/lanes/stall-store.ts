/**
 * Notes what was running when the event loop stood still, from the watchdog's thread, through a connection of its own: the
 * main thread cannot be asked. The item of our own code that ran gets a strike; any other of this process is not to blame, even
 * if it ran alone. The main thread may hold the embedded database by a transaction meanwhile; then nothing can be noted.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Activity } from '../platform/activity.ts'
import type { DatabaseLocation } from '../platform/database/handle.ts'
import { DATABASE_FILE } from '../platform/database/sqlite.ts'

const TIMEOUT_MS = 2000

const NAME = `INSERT INTO lane_runs (lane, seq, alone, strikes) VALUES ($1, $2, 0, 1)
  ON CONFLICT (lane, seq) DO UPDATE SET strikes = lane_runs.strikes + 1`
/** Who ran it alone stays known: nothing else ran then. */
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
