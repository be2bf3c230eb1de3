/** Locks that somebody holds in the database, and crowds of one agent: others are served, and nobody waits for ever. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { isDatabaseBusy } from '../../src/platform/database/trouble.ts'
import { onEachEngine, onServer } from '../harness/engines.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'

test('a lock that another program holds on the embedded database is told as a busy database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-busy-'))
  const open = () => new DatabaseSync(join(folder, 'tandem.db'), { timeout: 0 })
  const [other, own] = [open(), open()]
  try {
    other.exec('BEGIN IMMEDIATE')
    assert.throws(() => own.exec('BEGIN IMMEDIATE'), isDatabaseBusy)
    other.exec('ROLLBACK')
    assert.throws(
      () => own.exec('SELECT nothing'),
      (error) => !isDatabaseBusy(error),
    )
  } finally {
    other.close()
    own.close()
    rmSync(folder, { recursive: true })
  }
})

onEachEngine((engine) => {
  // The embedded engine has one writer, of its own process, and no connections to wait for.
  if (engine.name === 'sqlite') return

  async function locking({ env }: Pick<TestService, 'env'>, statement: string) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    await client.query('BEGIN')
    await client.query(statement)
    const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1)
    const waiting = async () => {
      const [row] = await onServer(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = '${name}'`,
      )
      return row?.n as number
    }
    return { waiting, [Symbol.asyncDispose]: () => client.end() }
  }

  async function conversationOf({ api }: TestService, key: string): Promise<string> {
    return (await api('POST', '/v1/conversation', { user_id: 'someone' }, key)).json.conversation_id
  }

  const say = ({ api }: TestService, key: string, conversation_id: string) =>
    api(
      'POST',
      '/v2/conversation/message',
      { conversation_id, response_mode: 'blocking', messages: [{ role: 'user', content: 'Hello' }] },
      key,
    )

  test('requests of one agent that all wait for a lock keep no other agent waiting', async () => {
    await using service = await startTestService(engine, { env: { TANDEM_DATABASE_CONNECTIONS: '4' } })
    const [crowd, other] = [await service.newAgent(), await service.newAgent()]
    const held = await conversationOf(service, crowd.key)
    const free = await conversationOf(service, other.key)
    const lock = await locking(service, `SELECT id FROM conversations WHERE id = '${held}' FOR UPDATE`)
    const stuck = Array.from({ length: 20 }, () => say(service, crowd.key, held))
    await eventually('they wait for the lock', lock.waiting, (n) => n >= 3)
    assert.equal((await say(service, other.key, free)).status, 200)
    await lock[Symbol.asyncDispose]()
    for (const { status } of await Promise.all(stuck)) assert.equal(status, 200)
  })

  test('a lock that is held for too long is told as 503 with the advice to try again', async () => {
    await using store = await engine.freshEnvironment()
    const url = new URL(store.env.DATABASE_URL ?? '')
    url.searchParams.set('lock_timeout', '50')
    await using service = await startTestService(engine, { on: { ...store.env, DATABASE_URL: url.href } })
    const { key } = await service.newAgent()
    const held = await conversationOf(service, key)
    await using _lock = await locking(service, `SELECT id FROM conversations WHERE id = '${held}' FOR UPDATE`)
    const { status, json, headers } = await say(service, key, held)
    assert.deepEqual([status, json.code, headers.get('retry-after')], [503, 50300, '1'])
    assert.match(json.message, /took too long.*Try again in a moment/)
  })

  test('a migration waits for that of another process, however short other waits for locks are', async () => {
    await using store = await engine.emptyEnvironment()
    const url = new URL(store.env.DATABASE_URL ?? '')
    url.searchParams.set('lock_timeout', '1')
    await using lock = await locking(store, 'SELECT pg_advisory_xact_lock(70702026)')
    const database = openPostgres({ url: url.href, connections: 2 })
    const migrating = migrate(database, 0)
    await eventually('it waits', lock.waiting, (n) => n === 1)
    await lock[Symbol.asyncDispose]()
    assert.equal((await migrating).from, 0)
    await database.close()
  })

  test('statements and waits for locks end', async () => {
    await using service = await startTestService(engine)
    const query = sql`SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`
    const { rows } = await query.execute(service.service.database.q)
    assert.deepEqual(rows, [{ lock: '10s', statement: '1min' }])
  })
})
