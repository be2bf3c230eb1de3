/** Outcomes that bring a write of their own: each in a transaction to itself, several at a time, as durable as asked for. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { RunResult } from '../../src/lanes/lane.ts'
import { createLanes, type Lanes } from '../../src/lanes/lanes.ts'
import type { WorkerSettings } from '../../src/lanes/worker.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { createAnnouncements } from '../../src/platform/database/announcements.ts'
import type { Database, Durability, Tx } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'

onEachEngine((engine) => {
  let database: Database
  /** What was asked of the database while a lane's outcome was written. */
  let underWay = 0
  let most = 0
  const durabilities: (Durability | undefined)[] = []
  /** The response to the next commit of an outcome with its own write is lost. */
  let losesResponse = false

  before(async () => {
    database = await openTestDatabase(engine)
  })
  beforeEach(async () => {
    underWay = 0
    most = 0
    durabilities.length = 0
    losesResponse = false
    await database.transaction('test', async (tx) => {
      for (const table of ['lane_attempts', 'lane_bodies', 'lane_items', 'lanes'] as const)
        await tx.q.deleteFrom(table).execute()
    })
  })
  after(() => database.close())

  /** The real database, which notes how many transactions are under way at a time. */
  const noted: Database = {
    get engine() {
      return database.engine
    },
    get q() {
      return database.q
    },
    get location() {
      return database.location
    },
    get scanReader() {
      return database.scanReader
    },
    run: (query, params) => database.run(query, params),
    fileTransaction: (name, fn) => database.fileTransaction(name, fn),
    async transaction<T>(name: string, fn: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T> {
      durabilities.push(durability)
      underWay++
      most = Math.max(most, underWay)
      try {
        const result = await database.transaction('test', fn, durability)
        if (name !== 'lanes: settle' || !losesResponse) return result
        losesResponse = false
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      } finally {
        underWay--
      }
    },
    ping: () => database.ping(),
    announcements: createAnnouncements(),
    close: async () => {},
  }

  async function withLanes(
    runner: (item: string) => RunResult,
    work: (lanes: Lanes) => Promise<void>,
    clock: Clock = systemClock,
    settings: Partial<WorkerSettings> = {},
  ) {
    const lanes = createLanes({ database: noted, clock, log: createLog('silent'), settings })
    await lanes.start({ test: async (_, item) => runner(item.body) })
    try {
      await work(lanes)
    } finally {
      await lanes.stop(1000)
    }
  }
  const add = (lanes: Lanes, bodies: readonly string[], lane?: string, gate = 'g') =>
    database.transaction('test', async (tx) => {
      for (const body of bodies)
        await lanes.add(tx, {
          lane: lane ?? body,
          kind: 'test',
          gate,
          tenant: 't',
          subject: null,
          body,
          lifeMs: 1e12,
        })
    })
  const pending = async () =>
    (await database.q.selectFrom('lane_items').select('id').where('state', '=', 'pending').execute()).length
  const states = () =>
    database.q.selectFrom('lane_items').select(['state', 'runs', 'last_error']).orderBy('seq').execute()
  const untilSettled = () => eventually('all are settled', pending, (count) => count === 0)
  const done = { outcome: { kind: 'done', report: null }, health: 'good' } as const
  const bodies = (count: number) => Array.from({ length: count }, (_, n) => `body ${n}`)

  test('outcomes with a write of their own are written side by side, not one after the other', async () => {
    const writes: string[] = []
    await withLanes(
      (body) => ({ ...done, writeWithOutcome: async () => void writes.push(body) }),
      async (lanes) => {
        await add(lanes, bodies(100))
        await untilSettled()
      },
    )
    assert.deepEqual(writes.toSorted(), bodies(100).toSorted())
    assert.ok(most > 2, `at most ${most} were under way at a time`)
    assert.ok(most <= 16 + 8, `${most} were under way at a time`)
  })

  test('one whose own write fails is tried again, keeps no other waiting, and leaves nothing half-written', async () => {
    let fails = 3
    const writes: string[] = []
    await withLanes(
      (body) => ({
        ...done,
        async writeWithOutcome(tx) {
          await tx.q
            .insertInto('lane_attempts')
            .values({ item_id: -1, number: Number(body.split(' ')[1]), report: body })
            .execute()
          if (body === 'body 0' && fails-- > 0) throw new Error('not now')
          writes.push(body)
        },
      }),
      async (lanes) => {
        await add(lanes, bodies(10))
        await untilSettled()
      },
    )
    assert.equal(writes.length, 10)
    assert.equal(writes.at(-1), 'body 0', 'the others did not wait for it')
    const rows = await database.q.selectFrom('lane_attempts').select('number').execute()
    assert.equal(rows.length, 10)
  })

  test('one whose own write never succeeds is dead in the end, with the reason, and its lane goes on', async () => {
    // What waits a quarter of a second waits a millisecond here.
    const hurried: Clock = { now: systemClock.now, after: (ms, fn) => systemClock.after(ms / 250, fn) }
    let tries = 0
    await withLanes(
      (body) => ({
        outcome: {
          kind: 'retry',
          report: '{}',
          error: 'later',
          waitMs: 1e9,
          costsTry: false,
        },
        health: 'good',
        async writeWithOutcome(tx) {
          if (body === 'second') return
          tries++
          await tx.q.insertInto('lane_attempts').values({ item_id: -1, number: 1, report: body }).execute()
          throw new Error('never')
        },
      }),
      async (lanes) => {
        await add(lanes, ['first', 'second'], 'one lane')
        await eventually('the second ran', states, ([, second]) => second?.last_error === 'later')
      },
      hurried,
    )
    const [first, second] = await states()
    assert.deepEqual(
      [first?.state, first?.runs, first?.last_error],
      ['dead', 1, 'Its outcome could not be written: never'],
    )
    assert.equal(second?.state, 'pending', 'its own write was made, and it is tried again as it said')
    assert.ok(tries >= 50, `it was given up after ${tries} tries`)
    const written = await database.q.selectFrom('lane_attempts').select('item_id').execute()
    assert.ok(!written.some(({ item_id }) => item_id === -1), 'nothing of what failed was left')
  })

  test('one whose own write never succeeds is replaced by the result that its runner gives in its place', async () => {
    const hurried: Clock = { now: systemClock.now, after: (ms, fn) => systemClock.after(ms / 250, fn) }
    const writes: string[] = []
    await withLanes(
      () => ({
        ...done,
        writeWithOutcome: () => Promise.reject(new Error('never')),
        ifUnwritable: async (reason) => ({
          outcome: { kind: 'dead', report: null, error: reason, costsTry: true },
          health: 'unknown',
          writeWithOutcome: async () => void writes.push('told'),
        }),
      }),
      async (lanes) => {
        await add(lanes, ['first'])
        await untilSettled()
      },
      hurried,
    )
    const [first] = await states()
    assert.deepEqual([first?.state, writes], ['dead', ['told']])
    assert.match(first?.last_error ?? '', /never/)
  })

  test('one whose write the database refuses for a while, as on a full disk, is written when it accepts writes again', async () => {
    const hurried: Clock = { now: systemClock.now, after: (ms, fn) => systemClock.after(ms / 250, fn) }
    const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
    let tries = 0
    await withLanes(
      () => ({
        ...done,
        writeWithOutcome: () => (++tries <= 100 ? Promise.reject(full) : Promise.resolve()),
        ifUnwritable: async (error) => ({
          outcome: { kind: 'dead', report: null, error, costsTry: true },
          health: 'unknown',
        }),
      }),
      async (lanes) => {
        await add(lanes, ['first'])
        await untilSettled()
      },
      hurried,
    )
    const [first] = await states()
    assert.deepEqual([first?.state, tries], ['done', 101])
  })

  test('one whose write was committed, but whose response was lost, is not written again, whether its lane was kept or let go', async () => {
    const hurried: Clock = { now: systemClock.now, after: (ms, fn) => systemClock.after(ms / 250, fn) }
    const writes: string[] = []
    losesResponse = true
    await withLanes(
      (body) => ({
        ...done,
        async writeWithOutcome(tx) {
          writes.push(body)
          await tx.q
            .insertInto('lane_attempts')
            .values({ item_id: -1, number: Number(body.split(' ')[1]), report: body })
            .execute()
          // The lane of the first is kept, because it has a second; that of the second is let go.
          if (body === 'body 1') losesResponse = true
        },
      }),
      async (lanes) => {
        await add(lanes, bodies(2), 'one lane')
        await untilSettled()
        await eventually(
          'nothing is to be written',
          () => lanes.stats().unwritten,
          (count) => count === 0,
        )
      },
      hurried,
    )
    assert.deepEqual(writes, bodies(2))
    assert.deepEqual(
      (await states()).map(({ state, last_error }) => [state, last_error]),
      [
        ['done', null],
        ['done', null],
      ],
    )
  })

  test('an outcome waits for the disk when it brings a write of its own, and not otherwise', async () => {
    const writeWithOutcome = async () => {}
    const cases: [Partial<RunResult>, Durability | undefined][] = [
      [{}, 'process'],
      [{ writeWithOutcome }, 'disk'],
    ]
    for (const [more, wanted] of cases) {
      durabilities.length = 0
      await withLanes(
        () => ({ ...done, ...more }),
        async (lanes) => {
          await add(lanes, [JSON.stringify(more)])
          await untilSettled()
        },
      )
      // PostgreSQL knows no other durability than its own. Leases and stopping say none.
      if (engine.name === 'sqlite')
        assert.equal(durabilities.includes('disk'), wanted === 'disk', JSON.stringify(more))
    }
  })
})
