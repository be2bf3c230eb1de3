/** Suspects: what counts against an item of our own code, how it is run again, and when it is given up. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type LaneItem, type OwnWork, parseItemId, type RunResult } from '../../src/lanes/lane.ts'
import { createLanes } from '../../src/lanes/lanes.ts'
import { openLease, thisMachine } from '../../src/lanes/lease.ts'
import { givenUpReason } from '../../src/lanes/own-work.ts'
import { recordStall } from '../../src/lanes/stall-store.ts'
import { registerWorker } from '../../src/lanes/store.ts'
import { beginAlone, type ItemKey } from '../../src/lanes/suspects-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { LEASE_MS } from './simulation/world.ts'

const silent = createLog('silent')
const DEAD_PID = 4_000_001
const LIVING_PID = 4_000_002
const putBack: RunResult = { outcome: { kind: 'putBack' }, health: 'unknown' }

onEachEngine((engine) => {
  let database: Database
  before(async () => {
    database = await openTestDatabase(engine)
  })
  beforeEach(() =>
    database.transaction('test', async (tx) => {
      for (const table of ['lane_workers', 'lane_runs', 'lane_bodies', 'lane_items', 'lanes'] as const)
        await tx.q.deleteFrom(table).execute()
    }),
  )
  after(() => database.close())

  type Lanes = ReturnType<typeof createLanes>
  const newLanes = () => createLanes({ database, clock: systemClock, log: silent })
  const openMine = (clock: ReturnType<typeof manualClock>) =>
    openLease({
      database,
      clock: { ...clock, sync: async () => {} },
      log: silent,
      leaseMs: LEASE_MS,
      ownKinds: ['own'],
      isAlive: (pid) => pid !== DEAD_PID,
    })
  const add = async (lanes: Lanes, lane: string, body = lane, kind = 'own') => {
    const item = { lane, kind, gate: 'turn:a', tenant: 'a', subject: null, body }
    const { id } = await database.transaction('test', (tx) => lanes.add(tx, { ...item, lifeMs: 1e12 }))
    const { uid, seq } = parseItemId(id) as ItemKey & { uid: string }
    return { lane: uid, seq }
  }
  const hold = (worker: string | null, ...items: ItemKey[]) =>
    database.transaction('test', async (tx) => {
      const uids = items.map(({ lane }) => lane)
      await tx.q.updateTable('lanes').set({ owner: worker }).where('uid', 'in', uids).execute()
    })
  const register = (id: string, pid: number, expires_at: number) =>
    database.transaction('test', (tx) => registerWorker(tx, { id, host: thisMachine(), pid, expires_at }))
  const mark = (key: ItemKey, run: { worker?: string; alone?: number; strikes?: number } = {}) =>
    database.transaction('test', async (tx) => {
      const row = { worker: null, alone: 0, strikes: 0, ...key, ...run }
      await tx.q.insertInto('lane_runs').values(row).execute()
    })
  /** Each as the number of the item in its lane, who runs it alone, and its strikes. */
  const suspects = async () =>
    Object.fromEntries(
      (
        await database.q
          .selectFrom('lane_runs')
          .leftJoin('lanes', 'lanes.uid', 'lane_runs.lane')
          .select(['key', 'seq', 'worker', 'alone', 'strikes'])
          .execute()
      ).map(({ key, seq, worker, alone, strikes }) => [
        key ?? 'gone',
        [seq, alone === 1 ? worker : null, strikes],
      ]),
    )

  test('the heads of the lanes that an ended process held are suspects, and no delivery is', async () => {
    const lanes = newLanes()
    const settled = await add(lanes, 'went on')
    const held = [
      settled,
      await add(lanes, 'went on', 'its head'),
      await add(lanes, 'went on', 'behind it'),
      await add(lanes, 'claimed'),
      await add(lanes, 'suspect before'),
      await add(lanes, 'delivery', 'a', 'send'),
    ]
    await add(lanes, 'of nobody')
    const elsewhere = await add(lanes, 'of a living process')
    const clock = manualClock()
    await register('dead', DEAD_PID, clock.now() + LEASE_MS)
    await register('living', LIVING_PID, clock.now() + LEASE_MS)
    await hold('dead', ...held)
    await hold('living', elsewhere)
    await mark(held[4] as ItemKey, { strikes: 2 })
    await mark({ lane: 'of an item that is gone', seq: 1 })
    await mark(settled)
    await database.transaction('test', async (tx) => {
      const items = tx.q.updateTable('lane_items').set({ state: 'done' }).where('seq', '=', settled.seq)
      await items
        .where('lane_id', 'in', tx.q.selectFrom('lanes').select('id').where('uid', '=', settled.lane))
        .execute()
    })
    const mine = await openMine(clock)
    assert.deepEqual(await suspects(), {
      'went on': [2, null, 0],
      claimed: [1, null, 0],
      'suspect before': [1, null, 2],
    })
    const owners = await database.q.selectFrom('lanes').select('key').where('owner', 'is not', null).execute()
    assert.deepEqual(owners, [{ key: 'of a living process' }])
    await mine.end()
  })

  test('an end while it ran alone counts against an item, and nothing else was to blame', async () => {
    const lanes = newLanes()
    const [alone, waited] = [await add(lanes, 'alone'), await add(lanes, 'waited')]
    const clock = manualClock()
    await register('dead', DEAD_PID, clock.now() + LEASE_MS)
    await hold('dead', alone, waited)
    await mark(alone, { worker: 'dead', alone: 1, strikes: 1 })
    const mine = await openMine(clock)
    assert.deepEqual(await suspects(), { alone: [1, null, 2] })
    await mine.end()
  })

  test('a process that may be frozen or cut off has not ended', async () => {
    const lanes = newLanes()
    const [ran, alone, named] = [
      await add(lanes, 'ran'),
      await add(lanes, 'alone'),
      await add(lanes, 'named'),
    ]
    const clock = manualClock()
    await register('frozen', LIVING_PID, clock.now() - 1)
    await register('frozen alone', LIVING_PID, clock.now() - 1)
    await hold('frozen', ran, named)
    await hold('frozen alone', alone)
    await mark(alone, { worker: 'frozen alone', alone: 1, strikes: 2 })
    await mark(named, { strikes: 1 })
    const mine = await openMine(clock)
    // On the embedded engine one process works at a time, so a process that is not this one has ended.
    const expected =
      engine.name === 'postgres' ? { alone: [1, null, 2] } : { ran: [1, null, 0], alone: [1, null, 3] }
    assert.deepEqual(await suspects(), { ...expected, named: [1, null, 1] })
    await mine.end()
  })

  test('a process that loses its own lease time after time holds nothing against what it ran', async () => {
    const lanes = newLanes()
    const [ran, alone] = [await add(lanes, 'ran'), await add(lanes, 'alone')]
    const clock = manualClock()
    const mine = await openMine(clock)
    await mark(alone, { strikes: 1 })
    for (let time = 1; time <= 3; time++) {
      const { worker } = mine.current()
      await hold(worker, ran, alone)
      assert.ok(await database.transaction('test', (tx) => beginAlone(tx, alone, worker)))
      await clock.advance(LEASE_MS)
      await mine.keep(() => {})
      assert.deepEqual(await suspects(), { alone: [1, null, 1] })
    }
    const { worker } = mine.current()
    await hold(worker, ran, alone)
    assert.ok(await database.transaction('test', (tx) => beginAlone(tx, alone, worker)))
    await mine.end()
    assert.deepEqual(await suspects(), { alone: [1, null, 1] }, 'nor does one that ends as it should')
  })

  test('a stall is held once against the item that ran, and against no other of the process', async () => {
    const lanes = newLanes()
    const [guilty, alone, elsewhere, delivery] = [
      await add(lanes, 'guilty'),
      await add(lanes, 'alone'),
      await add(lanes, 'elsewhere'),
      await add(lanes, 'delivery', 'a', 'send'),
    ]
    const clock = manualClock()
    const stalled = (item: ItemKey, isOwnWork: boolean) =>
      recordStall(database.location, thisMachine(), {
        kind: 'item',
        ...item,
        work: 'own',
        agent: 'a',
        isOwnWork,
      })
    await register('mine', process.pid, clock.now() - 1)
    await register('other', LIVING_PID, clock.now() + LEASE_MS)
    await hold('mine', guilty, alone, delivery)
    await hold('other', elsewhere)
    await mark(alone, { worker: 'mine', alone: 1, strikes: 1 })
    await mark(elsewhere, { worker: 'other', alone: 1 })
    await stalled(delivery, false)
    assert.deepEqual(await suspects(), { alone: [1, null, 1], elsewhere: [1, 'other', 0] })
    await stalled(guilty, true)
    const mine = await openMine(clock)
    const after = { alone: [1, null, 1], guilty: [1, null, 1], elsewhere: [1, 'other', 0] }
    assert.deepEqual(await suspects(), after)
    await mine.end()

    await register('mine', process.pid, clock.now() - 1)
    await hold('mine', guilty, alone)
    assert.ok(await database.transaction('test', (tx) => beginAlone(tx, guilty, 'mine')))
    await stalled(guilty, true)
    await (await openMine(clock)).end()
    assert.deepEqual(await suspects(), { ...after, guilty: [1, null, 2] })
  })

  const done: RunResult = { outcome: { kind: 'done', report: null }, health: 'good' }

  test('what is no suspect leaves no trace while it runs, nor when a drain puts it back', async () => {
    const lanes = newLanes()
    const seen = [await add(lanes, 'one'), await add(lanes, 'two')].length
    let started = 0
    const work: OwnWork = {
      run: (_lane, _item, { signal }) => {
        started++
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(putBack)))
      },
      giveUp: () => assert.fail(),
    }
    await lanes.start({ own: work })
    await eventually(
      'both run',
      () => started,
      (count) => count === seen,
    )
    assert.deepEqual(await suspects(), {})
    await lanes.stop(0)
    assert.deepEqual(await suspects(), {})
  })

  test('a suspect whose lane was taken over while it waited does not start', async () => {
    const lanes = newLanes()
    const items = { one: await add(lanes, 'one'), two: await add(lanes, 'two') }
    await mark(items.one)
    await mark(items.two)
    const first = Promise.withResolvers<'one' | 'two'>()
    const end = Promise.withResolvers<RunResult>()
    const ran: string[] = []
    const work: OwnWork = {
      run(_lane, { body }) {
        ran.push(body)
        first.resolve(body as 'one' | 'two')
        return end.promise
      },
      giveUp: () => assert.fail(),
    }
    await lanes.start({ own: work })
    const running = await first.promise
    const waiting = running === 'one' ? 'two' : 'one'
    await eventually(
      'both are claimed',
      () => lanes.stats().running,
      (count) => count === 2,
    )
    await register('another', LIVING_PID, Number.MAX_SAFE_INTEGER)
    await hold('another', items[waiting])
    end.resolve(done)
    await eventually(
      'both are over',
      () => lanes.stats().running,
      (count) => count === 0,
    )
    await lanes.stop(1000)
    assert.deepEqual(ran, [running])
    assert.deepEqual(await suspects(), { [waiting]: [1, null, 0] })
  })

  test('a suspect has no other item beside it, three strikes are the end of one, and its lane goes on', async () => {
    const lanes = newLanes()
    const ran: string[] = []
    const gaveUp: string[] = []
    const under = new Set<string>()
    const crowds: string[] = []
    const work: OwnWork = {
      async run(_lane, item: LaneItem) {
        under.add(item.body)
        if (item.body.startsWith('suspect') && under.size > 1) crowds.push([...under].join())
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (item.body.startsWith('suspect') && under.size > 1) crowds.push([...under].join())
        under.delete(item.body)
        ran.push(item.body)
        return done
      },
      async giveUp(_lane, item, error) {
        gaveUp.push(item.body)
        return { outcome: { kind: 'dead', report: null, error, costsTry: true }, health: 'unknown' }
      },
    }
    for (let n = 0; n < 5; n++) await add(lanes, `plain ${n}`)
    for (let n = 0; n < 3; n++) await mark(await add(lanes, `suspect ${n}`))
    await mark(await add(lanes, 'poison'), { strikes: 3 })
    await add(lanes, 'poison', 'behind the poison')
    await mark(await add(lanes, 'poison to give up'), { strikes: 4 })
    await lanes.start({ own: work })
    await eventually(
      'all ran',
      () => ran.length,
      (count) => count === 9,
    )
    await eventually('none is suspected', suspects, (left) => Object.keys(left).length === 0)
    await lanes.stop(1000)
    assert.ok(ran.includes('behind the poison'))
    assert.deepEqual(crowds, [])
    assert.deepEqual(gaveUp, ['poison'], 'one that cannot even be given up properly is just dead')
    const dead = await database.q
      .selectFrom('lane_items')
      .select('last_error')
      .where('state', '=', 'dead')
      .execute()
    assert.deepEqual(dead, [{ last_error: givenUpReason }, { last_error: givenUpReason }])
  })

  test('an item of our own code that is past its time is given up with the reason, and not run', async () => {
    const lanes = newLanes()
    const { lane } = await add(lanes, 'late')
    await database.transaction('test', (tx) =>
      tx.q.updateTable('lane_items').set({ expires_at: 1 }).execute(),
    )
    const reasons: string[] = []
    await lanes.start({
      own: {
        run: () => assert.fail('it must not run'),
        async giveUp(_lane, _item, error) {
          reasons.push(error)
          return { outcome: { kind: 'dead', report: null, error, costsTry: true }, health: 'unknown' }
        },
      },
    })
    await eventually(
      'it is dead',
      () => database.q.selectFrom('lane_items').select('state').executeTakeFirst(),
      (item) => item?.state === 'dead',
    )
    await lanes.stop(1000)
    assert.deepEqual(reasons, ['It was not run within the time it may take.'], lane)
  })

  test('a suspect that was put back is not held to run when others have their turn', async () => {
    const lanes = newLanes()
    await mark(await add(lanes, 'suspect'))
    const started = Promise.withResolvers<void>()
    const first = Promise.withResolvers<RunResult>()
    const seen: unknown[] = []
    const work: OwnWork = {
      async run(_lane, { body }) {
        started.resolve()
        if (body === 'suspect') return seen.length === 0 ? first.promise : done
        seen.push(await suspects())
        return done
      },
      giveUp: () => assert.fail(),
    }
    await lanes.start({ own: work })
    await started.promise
    await add(lanes, 'other')
    await eventually(
      'the other waits',
      () => lanes.stats().running,
      (count) => count === 2,
    )
    first.resolve(putBack)
    await eventually('both are done', suspects, (left) => Object.keys(left).length === 0)
    await lanes.stop(1000)
    assert.deepEqual(seen, [{ suspect: [1, null, 0] }])
  })

  test('a drain puts a suspect back without a strike', async () => {
    const lanes = newLanes()
    const key = await add(lanes, 'suspect')
    await mark(key, { strikes: 1 })
    const started = Promise.withResolvers<void>()
    const work: OwnWork = {
      run: (_lane, _item, { signal }) => {
        started.resolve()
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(putBack)))
      },
      giveUp: () => assert.fail(),
    }
    await lanes.start({ own: work })
    await started.promise
    await lanes.stop(0)
    assert.deepEqual(await suspects(), { suspect: [1, null, 1] })
  })
})
