/** Reads that take long, beside everything else. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { countToReplay, replayMany } from '../../src/delivery/replay.ts'
import { readBases } from '../../src/knowledge/bases.ts'
import type { Lanes } from '../../src/lanes/lanes.ts'
import { runAs } from '../../src/platform/activity.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { kyselyOver } from '../../src/platform/database/dialect.ts'
import { openScanThreads } from '../../src/platform/database/scan-threads.ts'
import { DATABASE_FILE } from '../../src/platform/database/sqlite.ts'
import { DatabaseBusyError } from '../../src/platform/database/trouble.ts'
import { onEachEngine, onSqlite } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'

const countTo = (n: number) => sql<{ sum: number }>`
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${sql.lit(n)})
  SELECT CAST(SUM(n) AS BIGINT) AS sum FROM counted`

onEachEngine((engine) => {
  test('a look at very many rows leaves the event loop free, and sees what was stored before it', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const agent = await service.newAgent()
    const names = await database.scanReader.q
      .selectFrom('agents')
      .select('name')
      .where('id', '=', agent.id)
      .execute()
    assert.equal(names.length, 1)

    let isOver = false
    const scan = countTo(2_000_000).execute(database.scanReader.q)
    void scan.finally(() => {
      isOver = true
    })
    let turns = 0
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
    assert.equal(Number((await scan).rows[0]?.sum), 2_000_001_000_000)
    assert.ok(turns > 100, `${turns} turns of the event loop`)
  })
})

onSqlite((engine) => {
  test('long reads of one owner, however many, keep no other owner waiting', async () => {
    await using service = await startTestService(engine)
    const { scanReader } = service.service.database
    const scanAs = (owner: string, rows: number) =>
      runAs({ kind: 'request', id: owner, route: 'GET /', owner }, () => countTo(rows).execute(scanReader.q))
    let answered = 0
    const all = Array.from({ length: 10 }, async () => {
      await scanAs('busy', 2_000_000)
      answered++
    })
    await scanAs('other', 1)
    assert.equal(answered, 0)
    await Promise.all(all)
  })

  test('reads that run for a minute are given up, and other threads take the place of theirs', async (t) => {
    await using store = await engine.freshEnvironment()
    const threads = openScanThreads(join(store.env.TANDEM_DATA ?? '', DATABASE_FILE), 5000)
    const scanAs = (owner: string, rows: number) => {
      const { sql: text } = countTo(rows).compile(kyselyOver('sqlite', assert.fail))
      const activity = { kind: 'request', id: owner, route: 'GET /', owner } as const
      return runAs(activity, () => threads.scan({ sql: text, params: [] }))
    }
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const endless = [scanAs('a', 10_000_000), scanAs('b', 10_000_000)]
    t.mock.timers.tick(60_000)
    for (const read of endless) await assert.rejects(read, DatabaseBusyError)

    for (const owner of ['a', 'b', 'other'])
      assert.deepEqual(
        (await scanAs(owner, 1)).rows.map(({ sum }) => sum),
        [1],
      )
    await threads.close()
  })

  test('a long read that fails harms no other of its owner', async () => {
    await using service = await startTestService(engine)
    const { scanReader } = service.service.database
    const bad = sql`SELECT nothing FROM nowhere`
    const asked = Array.from({ length: 40 }, (_, n) => (n % 7 === 3 ? bad : countTo(n + 1)))
    const results = await Promise.allSettled(asked.map((query) => query.execute(scanReader.q)))
    const sums = results.map((result) =>
      result.status === 'fulfilled' ? Number((result.value.rows[0] as { sum: number }).sum) : 'failed',
    )
    assert.deepEqual(
      sums,
      asked.map((query, n) => (query === bad ? 'failed' : ((n + 1) * (n + 2)) / 2)),
    )
  })

  test('the list of bases, which counts all documents, leaves the event loop free', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const { id } = await service.newAgent()
    let scans = 0
    const scanReader = {
      ...database.scanReader,
      get q() {
        scans++
        return database.scanReader.q
      },
    }
    const [base] = await readBases({ ...database, scanReader }, systemClock, id)
    assert.equal(base?.is_default, 1)
    assert.equal(scans, 1)
  })

  test('whoever has pairs searched again and again lets others in between', async () => {
    await using service = await startTestService(engine)
    const agent = await service.newAgent()
    const pairs = Array.from({ length: 1000 }, (_, n) => ({
      question: `Question ${n}?`,
      answer: 'Yes. '.repeat(200),
    }))
    const docId = await service.addDocument(agent.key, pairs)
    let answered = 0
    const all = Array.from({ length: 30 }, async () => {
      const path = `/agents/${agent.id}/documents/${docId}/pairs?q=nowhere`
      assert.equal((await service.admin('GET', path)).status, 200)
      answered++
    })
    await service.api('GET', '/v1/webhook/service/health')
    assert.ok(answered < 30, 'all 30 came before somebody else was answered')
    await Promise.all(all)
  })

  test('to look through a long log for what a replay would send leaves the event loop and the writer free', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const { id: tenant } = await service.newAgent()
    await database.transaction('test', async (tx) => {
      const lane = {
        id: 1,
        uid: 'u',
        key: 'k',
        gate: `message:${tenant}`,
        tenant,
        subject: 'c',
        next_seq: 501,
        head_seq: 501,
      }
      await tx.q
        .insertInto('lanes')
        .values({ ...lane, retrying: 0, claim: 0, dead_removed: 0, wait_asked: 0 })
        .execute()
      const times = { created_at: 1, expires_at: 1, changed_at: 1 }
      for (let seq = 1; seq <= 500; seq++)
        await tx.q
          .insertInto('lane_items')
          .values({
            id: seq,
            lane_id: 1,
            seq,
            kind: 'message',
            tenant,
            state: 'done',
            attempts: 1,
            runs: 1,
            ...times,
          })
          .execute()
    })
    let isOver = false
    const deps = { database, lanes: {} as Lanes, hooks: new Map() }
    const filter = { agentId: tenant, agents: 'all', state: 'delivered', content: {} } as const
    const counting = countToReplay(deps, filter)
    void counting.finally(() => {
      isOver = true
    })
    let turns = 0
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
    assert.equal(await counting, 500)
    assert.ok(turns > 5, `${turns} turns of the event loop`)

    const transaction = () => assert.fail('a look through the log held up those who write')
    const found = replayMany(
      { ...deps, database: { ...database, transaction } },
      { ...filter, kind: 'handoff_chat' },
    )
    assert.equal(await found, 0)
  })
})
