/** The database still answers, but takes no writes: health says so, and why, until it does again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../src/platform/database/handle.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'

const HEALTH = '/v1/webhook/service/health'

onEachEngine((engine) => {
  test('health is 503 and names the reason while writes are refused, and 200 again when they are not', async () => {
    await using store = await engine.freshEnvironment()
    const clock = manualClock()
    await using service = await startTestService(engine, { on: store.env, clock })
    const { id, key } = await service.newAgent()
    const database = service.service.database
    const health = async () => {
      const { status, text } = await service.api('GET', HEALTH)
      return [status, text]
    }
    const write = () => service.admin('PATCH', `/agents/${id}`, { name: 'Another name' })
    const normal = [200, 'service is normal']
    assert.deepEqual(await health(), normal)

    const [refuse, allow, reason] =
      engine.name === 'sqlite'
        ? ([noRoom, room, 'the disk of the database is full'] as const)
        : ([readOnly(true), readOnly(false), 'the database is read-only'] as const)
    await refuse(database, store.env.DATABASE_URL)
    // What reads on a connection that was just ended is told that the database does not answer.
    const isHeard = ({ json }: { json: { hint?: string } }) => !/does not answer/.test(json.hint ?? '')
    const refused =
      engine.name === 'sqlite' ? await fill(service, key) : await eventually('refused', write, isHeard)
    assert.deepEqual([refused.status, refused.json.code], [503, 50300], refused.text)
    assert.match(refused.json.hint, /^The (?:disk of the database is full|database is read-only)/)
    const down = [503, `service is unavailable: ${reason}`]
    assert.deepEqual(await health(), down)
    assert.equal((await service.admin('GET', '/agents')).status, 200, 'reading goes on')

    await allow(database, store.env.DATABASE_URL)
    assert.equal((await write()).status, 200)
    assert.deepEqual(await health(), down, 'one small write is no proof')
    await clock.advance(15_000)
    assert.deepEqual(await health(), normal)
    const told = service.logLines.filter((line) => /secretKey|connectionParameters/.test(line))
    assert.deepEqual(told, [], 'the log tells nothing of the inside of broken connections')
  })

  test('a stop while writes are refused ends in order', async () => {
    await using store = await engine.freshEnvironment()
    const service = await startTestService(engine, { on: store.env })
    const { key } = await service.newAgent()
    const refuse = engine.name === 'sqlite' ? noRoom : readOnly(true)
    await refuse(service.service.database, store.env.DATABASE_URL)
    if (engine.name === 'sqlite') await fill(service, key)
    await service.stop()
    assert.match(service.logLines.at(-1) ?? '', /"msg":"stopped"/)
  })
})

/** The file may not grow any more: the embedded engine then says what it says when the disk is full. */
async function noRoom(database: Database): Promise<void> {
  await database.transaction('test', (tx) => sql`PRAGMA max_page_count = 1`.execute(tx.q))
}

async function room(database: Database): Promise<void> {
  await database.transaction('test', (tx) => sql`PRAGMA max_page_count = 1000000`.execute(tx.q))
}

async function fill(service: TestService, key: string) {
  const body = { purpose: 'QA_TEXT', name: 'x', qaList: [{ question: 'x?', answer: 'x'.repeat(8000) }] }
  for (;;) {
    const answer = await service.api('POST', '/v1/bot/doc/qa/add', body, key)
    if (answer.status !== 200) return answer
  }
}

/** As a server that has become a standby: those who come anew may only read. */
const readOnly =
  (on: boolean) =>
  async (_: Database, url = ''): Promise<void> => {
    const { pathname } = new URL(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('SET default_transaction_read_only = off')
    await client.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${on}`)
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await client.end()
  }
