/**
 * The databases of `fixtures/`, one per engine, as schema 20 left them when it was killed in the middle of its work
 * (`make-database.ts`): loads one into an empty store and names what it holds.
 */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Environment } from '../../src/platform/config.ts'
import type { TestEngine } from '../harness/engines.ts'

/** Stands for the address of the receiver. */
export const PLACEHOLDER = 'http://receiver.invalid'

/** What the databases were made with. */
export const SECRETS = {
  TANDEM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  TANDEM_ADMIN_TOKEN: 'an-admin-token-for-tests',
}

type Agent = { readonly id: string; readonly key: string }

export interface Contents {
  readonly now: number
  readonly agents: Readonly<Record<'orders' | 'parked' | 'trial' | 'gone' | 'knowledge' | 'help', Agent>>
  readonly deliveries: Readonly<
    Record<'dead' | 'delivered' | 'refused' | 'behindRefused', string> &
      Record<'retrying' | 'waiting' | 'inFlight' | 'onTrial', readonly string[]>
  >
  readonly documents: Readonly<Record<'typed' | 'published' | 'draft', string>>
  readonly handoffs: Readonly<Record<'waiting' | 'connected' | 'requested' | 'ended', string>>
  readonly conversations: Readonly<Record<'waiting' | 'connected' | 'requested' | 'ended' | 'talk', string>>
}

export async function loadFixture(
  engine: TestEngine,
  env: Environment,
  receiverUrl: string,
): Promise<Contents> {
  const path = join(import.meta.dirname, `fixtures/schema-20.${engine.name}.sql`)
  const [head = '', ...lines] = readFileSync(path, 'utf8').replaceAll(PLACEHOLDER, receiverUrl).split('\n')
  const sql = lines.join('\n')
  if (engine.name === 'sqlite') loadSqlite(env.TANDEM_DATA ?? '', sql)
  else await loadPostgres(env.DATABASE_URL ?? '', sql)
  return JSON.parse(head.slice(2))
}

function loadSqlite(folder: string, sql: string): void {
  const file = join(folder, 'tandem.db')
  closeSync(openSync(file, 'wx', 0o600))
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${sql} COMMIT`)
  database.close()
}

async function loadPostgres(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
