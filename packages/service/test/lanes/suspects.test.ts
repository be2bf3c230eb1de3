/** Suspects: what counts against an item of our own code, how it is run again, and when it is given up. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type LaneItem, type OwnWork, parseItemId, type RunResult } from '../../src/lanes/lane.ts'
import { createLanes } from '../../src/lanes/lanes.ts'
import { openLease, thisMachine } from '../../src/lanes/lease.ts'
import { createRoom } from '../../src/lanes/room.ts'
import { recordStall } from '../../src/lanes/stall-store.ts'
import { registerWorker } from '../../src/lanes/store.ts'
import { givenUpReason, step } from '../../src/lanes/suspicion.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { type FreshEnvironment, onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { LEASE_MS } from './simulation/world.ts'

const silent = createLog('silent')
const DEAD_PID = 4_000_001
const LIVING_PID = 4_000_002

test('only an end while it ran alone, or the watchdog, counts against an item', () => {
  const run = { worker: 'w', alone: 0, named: 0, strikes: 0 }
  const suspect = { worker: null, alone: 0, named: 0, strikes: 0 }
  assert.deepEqual(step(run, 'ended'), suspect)
  assert.equal(step(run, 'lost'), undefined)
  assert.deepEqual(step({ ...run, alone: 1, strikes: 1 }, 'ended'), { ...suspect, strikes: 2 })
  assert.deepEqual(step({ ...run, alone: 1, strikes: 1 }, 'lost'), { ...suspect, strikes: 1 })
  assert.deepEqual(step({ ...run, named: 1 }, 'lost'), { ...suspect, strikes: 1 })
  assert.deepEqual(step({ ...run, alone: 1, named: 1 }, 'ended'), { ...suspect, strikes: 1 })
})

test('a suspect runs alone, and suspects and the others take turns', async () => {
  const room = createRoom()
  const ran: string[] = []
  const enter = (name: string) => room.enter().then((may) => may && ran.push(name))
  const enterAlone = (name: string) => room.enterAlone().then((may) => may && ran.push(name))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await enter('a')
  const waiting = [enterAlone('first suspect'), enterAlone('second suspect'), enter('b'), enter('c')]
  await settle()
  assert.deepEqual(ran, ['a'])
  assert.equal(room.isAwaited(), true)
  room.leave()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect'])
  room.leaveAlone()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect', 'b', 'c'])
  room.leave()
  room.leave()
  await settle()
  assert.deepEqual(ran.at(-1), 'second suspect')
  waiting.push(enter('d'))
  room.close()
  await Promise.all(waiting)
  assert.equal(ran.length, 5, 'nothing enters a closed room')
})

onEachEngine((engine) => {
  let store: FreshEnvironment
  let database: Database
  before(async () => {
    store = await engine.freshEnvironment()
    database = await openDatabase(readConfig('serve', store.env), silent)
    await migrate(database, 1)
  })
  beforeEach(() =>
    database.transaction('test', async (tx) => {
      for (const table of ['lane_workers', 'lane_runs', 'lane_bodies', 'lane_items', 'lanes'] as const)
        await tx.q.deleteFrom(table).execute()
    }),
  )
  after(async () => {
    await database.close()
    await store.remove()
  })

  type Lanes = ReturnType<typeof createLanes>
  const newLanes = () => createLanes({ database, clock: systemClock, log: silent })
  const add = async (lanes: Lanes, lane: string, body = lane) => {
    const item = { lane, kind: 'own', gate: 'turn:a', tenant: 'a', subject: null, body }
    const { id } = await database.transaction('test', (tx) =>
      lanes.add(tx, { ...item, expiresAt: Number.MAX_SAFE_INTEGER }),
    )
    const { uid, seq } = parseItemId(id) as { uid: string; seq: number }
    return { lane: uid, seq }
  }
  const mark = (key: { lane: string; seq: number }, run: Partial<ReturnType<typeof row>> = {}) =>
    database.transaction('test', (tx) =>
      tx.q
        .insertInto('lane_runs')
        .values({ ...key, ...row(), ...run })
        .execute(),
    )
  const row = () => ({ worker: null as string | null, alone: 0, named: 0, strikes: 0 })
  const runs = async () =>
    (await database.q.selectFrom('lane_runs').select(['lane', 'worker', 'strikes']).execute()).map(
      ({ lane, worker, strikes }) => [lane, worker, strikes] as const,
    )

  test('an end is known by the process id; a process that may be frozen or cut off has not ended', async () => {
    const lanes = newLanes()
    const [ran, alone, frozen, frozenAlone, named, settled] = [
      await add(lanes, 'ran'),
      await add(lanes, 'alone'),
      await add(lanes, 'frozen'),
      await add(lanes, 'frozen alone'),
      await add(lanes, 'named'),
      { lane: 'of an item that is gone', seq: 1 },
    ]
    const clock = manualClock()
    const host = thisMachine()
    await database.transaction('test', async (tx) => {
      await registerWorker(tx, { id: 'dead', host, pid: DEAD_PID, expires_at: clock.now() + LEASE_MS })
      await registerWorker(tx, { id: 'frozen', host, pid: LIVING_PID, expires_at: clock.now() - 1 })
    })
    await mark(ran, { worker: 'dead' })
    await mark(alone, { worker: 'dead', alone: 1, strikes: 1 })
    await mark(settled, { worker: 'dead' })
    await mark(frozen, { worker: 'frozen' })
    await mark(frozenAlone, { worker: 'frozen', alone: 1, strikes: 2 })
    await mark(named, { worker: 'frozen', named: 1 })
    const mine = await openLease({
      database,
      clock: { ...clock, sync: async () => {} },
      log: silent,
      leaseMs: LEASE_MS,
      isAlive: (pid) => pid !== DEAD_PID,
    })
    // On the embedded engine one process works at a time, so a process that is not this one has ended.
    const ofFrozen =
      engine.name === 'postgres'
        ? [[frozenAlone.lane, null, 2]]
        : [
            [frozen.lane, null, 0],
            [frozenAlone.lane, null, 3],
          ]
    const expected = [[ran.lane, null, 0], [alone.lane, null, 2], ...ofFrozen, [named.lane, null, 1]]
    assert.deepEqual(new Set(await runs()), new Set(expected))
    await mine.end()
  })

  test('a process that loses its own lease time after time holds nothing against what it ran', async () => {
    const lanes = newLanes()
    const [ran, alone] = [await add(lanes, 'ran'), await add(lanes, 'alone')]
    const clock = manualClock()
    const mine = await openLease({
      database,
      clock: { ...clock, sync: async () => {} },
      log: silent,
      leaseMs: LEASE_MS,
    })
    for (let time = 1; time <= 3; time++) {
      const { worker } = mine.current()
      await database.transaction('test', (tx) =>
        tx.q
          .deleteFrom('lane_runs')
          .execute()
          .then(() => {}),
      )
      await mark(ran, { worker })
      await mark(alone, { worker, alone: 1, strikes: 1 })
      await clock.advance(LEASE_MS)
      await mine.keep(() => {})
      assert.deepEqual(await runs(), [[alone.lane, null, 1]])
    }
    await mine.end()
  })

  test('a stall is held against the item that ran, and against no other of the process', async () => {
    const lanes = newLanes()
    const [guilty, alone, elsewhere] = [
      await add(lanes, 'guilty'),
      await add(lanes, 'alone'),
      await add(lanes, 'elsewhere'),
    ]
    const host = thisMachine()
    await database.transaction('test', async (tx) => {
      await registerWorker(tx, { id: 'mine', host, pid: process.pid, expires_at: 1 })
      await registerWorker(tx, { id: 'other', host, pid: LIVING_PID, expires_at: 1 })
    })
    await mark(guilty, { worker: 'mine' })
    await mark(alone, { worker: 'mine', alone: 1 })
    await mark(elsewhere, { worker: 'other', alone: 1 })
    await recordStall(database.place, host, { kind: 'item', ...guilty, work: 'own', agent: 'a' })
    const marks = await database.q.selectFrom('lane_runs').select(['lane', 'alone', 'named']).execute()
    assert.deepEqual(
      new Set(marks.map(({ lane, alone, named }) => `${lane} ${alone} ${named}`)),
      new Set([`${guilty.lane} 0 1`, `${alone.lane} 0 0`, `${elsewhere.lane} 1 0`]),
    )
  })

  test('a suspect has no other item beside it, three strikes are the end of one, and its lane goes on', async () => {
    const lanes = newLanes()
    const done: RunResult = { outcome: { kind: 'done', report: null }, health: 'good' }
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
        return { outcome: { kind: 'dead', report: null, error, tried: true }, health: 'unknown' }
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
    await eventually('nothing is marked', runs, (left) => left.length === 0)
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

  test('a drain puts a suspect back without a strike', async () => {
    const lanes = newLanes()
    const key = await add(lanes, 'suspect')
    await mark(key, { strikes: 1 })
    const started = Promise.withResolvers<void>()
    const work: OwnWork = {
      run: (_lane, _item, { signal }) => {
        started.resolve()
        return new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ outcome: { kind: 'unstarted' }, health: 'unknown' }),
          ),
        )
      },
      giveUp: () => assert.fail(),
    }
    await lanes.start({ own: work })
    await started.promise
    await lanes.stop(0)
    assert.deepEqual(await runs(), [[key.lane, null, 1]])
  })
})
