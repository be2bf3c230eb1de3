/** Leases: who may write, who takes over, and what a process that lost its own does not do. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openLease } from '../../src/lanes/lease.ts'
import { listWorkers, registerWorker } from '../../src/lanes/store.ts'
import { startWorker } from '../../src/lanes/worker.ts'
import { createAnnouncements } from '../../src/platform/database/announcements.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { createWorld, LEASE_MS } from './simulation/world.ts'

const silent = createLog('silent')

test('every fourth claim of a gate goes to lanes being retried first, the others to those never tried', async () => {
  const firsts: number[] = []
  let calls = 0
  const worker = startWorker({
    // Nothing is due anywhere: each claim asks for both kinds, one after the other.
    database: { q: {} } as Database,
    engine: {
      separateWritesAtOnce: 1,
      itemsPerLane: 20,
      append: () => assert.fail(),
      settle: () => assert.fail(),
      async claim(_, { retrying }) {
        if (calls++ % 2 === 0) firsts.push(retrying)
        return []
      },
    },
    clock: manualClock(),
    log: silent,
    lease: {
      current: () => ({ worker: 'me', until: Number.MAX_SAFE_INTEGER }),
      keep: async () => {},
      end: async () => {},
    },
    runners: {},
  })
  for (let n = 0; n < 8; n++) {
    worker.wake('g')
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(firsts, [0, 0, 0, 1, 0, 0, 0, 1])
  await worker.stop(0)
})

test('nothing is started that could not be finished within the lease', async () => {
  const clock = manualClock()
  const item = {
    id: 1,
    seq: 1,
    kind: 'test',
    triesUsed: 0,
    runs: 0,
    createdAt: 0,
    expiresAt: 0,
    origin: null,
    body: '',
    strikes: null,
  }
  const lane = { id: 1, uid: 'u', gate: 'g', tenant: 't', subject: null, claim: 1, items: [item] }
  let until = clock.now() + 12_000
  let given = false
  let ran = 0
  const worker = startWorker({
    database: { q: {}, announcements: createAnnouncements() } as Database,
    engine: {
      separateWritesAtOnce: 1,
      itemsPerLane: 20,
      append: () => assert.fail(),
      settle: async () => new Map([[1, null]]),
      async claim() {
        if (given) return []
        given = true
        return [lane]
      },
    },
    clock,
    log: silent,
    lease: { current: () => ({ worker: 'me', until }), keep: async () => {}, end: async () => {} },
    runners: {
      async test() {
        ran++
        return { outcome: { kind: 'done', report: null }, health: 'good' }
      },
    },
    settings: { runLimitMs: 12_000 },
  })
  const wake = async () => {
    worker.wake('g')
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
  }
  await wake()
  assert.deepEqual([given, ran], [true, 0], 'it is claimed, and waits for the lease to be renewed')
  until++
  await wake()
  assert.equal(ran, 1)
  await worker.stop(0)
})

onEachEngine((engine) => {
  let database: Database

  before(async () => {
    database = await openTestDatabase(engine)
  })
  beforeEach(() =>
    database.transaction('test', async (tx) => void (await tx.q.deleteFrom('lane_workers').execute())),
  )
  after(() => database.close())

  function lease(clock = manualClock(), isAlive?: (pid: number) => boolean) {
    const own = { ...clock, sync: async () => {} }
    return openLease({
      database,
      clock: own,
      log: silent,
      leaseMs: LEASE_MS,
      ownKinds: [],
      ...(isAlive ? { isAlive } : {}),
    })
  }
  const workers = async () => (await listWorkers(database)).map(({ id }) => id)

  test('a lease is renewed while it stands; once it ended, that is told before there is a new one', async () => {
    const clock = manualClock()
    const mine = await lease(clock)
    const { worker, until } = mine.current()
    assert.equal(until, clock.now() + LEASE_MS)
    await clock.advance(LEASE_MS / 3)
    await mine.keep(() => assert.fail('nothing was lost'))
    assert.deepEqual(mine.current(), { worker, until: clock.now() + LEASE_MS })

    await clock.advance(LEASE_MS)
    const told: unknown[] = []
    await mine.keep(() => told.push(mine.current()))
    assert.deepEqual(told, [{ worker: '', until: 0 }], 'at that moment no name is right')
    assert.notEqual(mine.current().worker, worker)
    assert.deepEqual(await workers(), [mine.current().worker], 'and the old one is gone')
  })

  test('a lease cannot be outlived in memory: it ends there no later than in the database', async () => {
    const mine = await lease()
    const [row] = await listWorkers(database)
    assert.ok(mine.current().until <= (row?.expires_at ?? 0))
  })

  test('a worker whose process is gone from this machine is reaped at once, one of another machine when its lease is over', async () => {
    const clock = manualClock()
    const mine = await lease(clock, (pid) => pid !== 4_000_001)
    const host = (await listWorkers(database))[0]?.host ?? ''
    const expires_at = clock.now() + LEASE_MS
    await database.transaction('test', async (tx) => {
      await registerWorker(tx, { id: 'dead here', host, pid: 4_000_001, expires_at })
      await registerWorker(tx, { id: 'alive here', host, pid: 4_000_002, expires_at })
      // The same name of the machine says nothing: another one may bear it, with the same process ids.
      await registerWorker(tx, {
        id: 'elsewhere',
        host: host.split(' ')[0] ?? '',
        pid: 4_000_001,
        expires_at,
      })
    })
    await mine.keep(() => assert.fail())
    assert.deepEqual((await workers()).sort(), ['alive here', 'elsewhere', mine.current().worker].sort())
    await clock.advance(LEASE_MS - 1)
    await mine.keep(() => assert.fail())
    await clock.advance(1)
    await mine.keep(() => assert.fail())
    assert.deepEqual(await workers(), [mine.current().worker])
  })

  test('the lanes of a worker that is gone are free when its lease ends, not at the next renewal of another', async () => {
    const clock = manualClock()
    const mine = await lease(clock)
    const leftMs = Math.floor(LEASE_MS / 6)
    const row = { id: 'elsewhere', host: 'another', pid: 1, expires_at: clock.now() + leftMs }
    await database.transaction('test', (tx) => registerWorker(tx, row))
    await mine.keep(() => assert.fail())
    await clock.advance(leftMs - 1)
    assert.equal((await workers()).length, 2)
    await clock.advance(2)
    await eventually('taken over', workers, (ids) => ids.length === 1)
    await mine.end()
    assert.equal(clock.waiting, 0)
  })

  test('a process frozen past its lease with an answer in hand writes nothing when it wakes, and its item ran again elsewhere', async () => {
    const world = await createWorld(database, 1)
    const { clock, settle, receiver, processes } = world
    receiver.script(['slow success', 'success'])
    await world.start()
    world.add('agent0', 'a', undefined)
    world.add('agent0', 'a', undefined)
    await settle()
    assert.equal(receiver.sendCount, 1, 'the first is on its way')
    processes[0]?.life.freeze()
    receiver.disturbed(0)
    await world.start()
    for (let n = 0; n < 8; n++) await clock.pass(LEASE_MS / 4, settle)
    const tables = ['lane_items', 'lane_attempts', 'lanes'] as const
    const all = () => Promise.all(tables.map((table) => database.q.selectFrom(table).selectAll().execute()))
    const before = await all()
    assert.equal(receiver.sendCount, 3)
    assert.deepEqual(
      (before[0] as { state: string }[]).map(({ state }) => state),
      ['done', 'done'],
    )
    processes[0]?.life.thaw()
    await settle()
    await clock.pass(LEASE_MS, settle)
    assert.deepEqual(await all(), before)
    assert.equal(receiver.sendCount, 3)
    assert.deepEqual(receiver.broken, [])
    await world.end()
  })

  test('a process that has stopped ends: no timer of its grace is left behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const world = await createWorld(database, 1)
    await world.start()
    await world.settle()
    const before = timers()
    const [stopping] = world.processes
    await stopping?.delivery.stop()
    await stopping?.lanes.stop(3_600_000)
    assert.equal(timers(), before)
  })

  test('a clock set forward past the lease costs a moment: the next wake-up finds it over, and one renewal is made', async () => {
    const world = await createWorld(database, 1)
    const { clock, settle, receiver } = world
    await world.start()
    await settle()
    const [before] = await workers()
    clock.step(LEASE_MS * 2)
    for (const conversation of ['a', 'b', 'c']) world.add('agent0', conversation, undefined)
    await settle()
    const after = await workers()
    assert.equal(after.length, 1, 'one lease, and the old one is gone')
    assert.notEqual(after[0], before)
    await clock.pass(1000, settle)
    assert.equal(receiver.sendCount, 3, 'not after a third of the lease')
    assert.deepEqual(await workers(), after)
    assert.deepEqual(receiver.broken, [])
    await world.end()
  })

  if (engine.name === 'postgres') {
    test('a connection that breaks inside a transaction fails that transaction and nothing else', async () => {
      const failing = database.transaction('test', async (tx) => {
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx.q)
        await sql`SELECT pg_terminate_backend(${rows[0]?.pid}, 10000)`.execute(database.q)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await sql`SELECT 1`.execute(tx.q)
      })
      await assert.rejects(failing)
      await database.ping()
    })

    test('a process frozen inside a transaction is cut off by the server, before leases end', async () => {
      const { rows } = await sql<{ idle_in_transaction_session_timeout: string }>`
        SHOW idle_in_transaction_session_timeout`.execute(database.q)
      assert.equal(rows[0]?.idle_in_transaction_session_timeout, '10s')
    })
  }
})
