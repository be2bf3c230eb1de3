/** Gates on trial: which lanes try first when one opens by itself, which follow, and who hears of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  findClosedGate,
  findGate,
  goOnOpening,
  openingsUnderWay,
  putGate,
} from '../../src/lanes/gate-store.ts'
import { createLanes, type Lanes } from '../../src/lanes/lanes.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Announced } from '../../src/platform/database/announced.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'

const silent = createLog('silent')
const LONG_MS = 30_000
const FEW = 5

onEachEngine((engine) => {
  const clock = manualClock()
  let database: Database
  let lanes: Lanes

  before(async () => {
    database = await openTestDatabase(engine)
    lanes = createLanes({ database, clock, log: silent })
  })
  after(() => database.close())
  const clear = () =>
    database.transaction('test', async (tx) => {
      for (const table of ['lane_bodies', 'lane_items', 'lanes', 'gates', 'gate_openings'] as const)
        await tx.q.deleteFrom(table).execute()
    })
  beforeEach(clear)

  /** Lanes `a0`, `a1`, … that wait for their next try, each a second longer than the one before. */
  async function waiting(count: number): Promise<void> {
    await database.transaction('test', async (tx) => {
      for (let n = 0; n < count; n++) {
        const about = { kind: 'test', gate: 'g', tenant: 't', subject: null, body: '{}', lifeMs: 1e12 }
        await lanes.add(tx, { lane: `a${n}`, ...about })
        const ready_at = clock.now() + 1000 * (n + 1)
        await tx.q.updateTable('lanes').set({ ready_at, retrying: 1 }).where('key', '=', `a${n}`).execute()
      }
    })
  }
  const park = (state: 'parked' | 'disabled', troubleMs: number) =>
    database.transaction('test', (tx) =>
      putGate(tx, {
        id: 'g',
        state,
        reason: 'r',
        parked_at: clock.now() - troubleMs,
        probe_at: clock.now(),
        probes: 3,
      }),
    )
  const open = () => database.transaction('test', (tx) => lanes.openGate(tx, 'g', 'by itself'))
  const endTrial = () => database.transaction('test', (tx) => lanes.endTrial(tx, 'g', LONG_MS))
  async function due(): Promise<string[]> {
    const rows = await database.q
      .selectFrom('lanes')
      .select('key')
      .where('ready_at', '<=', clock.now())
      .orderBy('key')
      .execute()
    return rows.map(({ key }) => key)
  }

  test('a gate that opens by itself makes a few lanes due, those first whose time is nearest, and none that was asked to wait', async () => {
    await waiting(8)
    await database.transaction('test', (tx) =>
      tx.q.updateTable('lanes').set({ wait_asked: 1 }).where('key', '=', 'a1').execute(),
    )
    await park('parked', 0)
    await open()
    assert.deepEqual(await due(), ['a0', 'a2', 'a3', 'a4', 'a5'])
    assert.equal(await findClosedGate(database, 'g'), undefined)
    assert.deepEqual(await findGate(database, 'g'), {
      id: 'g',
      state: 'open',
      reason: null,
      parked_at: clock.now(),
      opened_at: clock.now(),
      probe_at: null,
      probes: 3,
    })
  })

  test('a gate that is disabled does not open by itself', async () => {
    await waiting(1)
    await park('disabled', 0)
    await open()
    assert.deepEqual([(await findClosedGate(database, 'g'))?.state, await due()], ['disabled', []])
  })

  test('a gate that works brings the rest forward after long trouble, and leaves them their time after short', async () => {
    for (const [troubleMs, isForward] of [
      [LONG_MS - 1, false],
      [LONG_MS, true],
    ] as const) {
      await clear()
      await waiting(8)
      await park('parked', troubleMs)
      await open()
      assert.equal(await endTrial(), isForward)
      assert.equal((await due()).length, isForward ? 8 : FEW)
      assert.equal(await findGate(database, 'g'), undefined, 'the trouble is forgotten')
    }
  })

  test('the end of a trial leaves a gate alone that was closed again meanwhile', async () => {
    await waiting(8)
    await park('parked', LONG_MS)
    assert.equal(await endTrial(), false)
    assert.deepEqual([(await findClosedGate(database, 'g'))?.state, await due()], ['parked', []])
  })

  const openAnew = () => database.transaction('test', (tx) => lanes.openGate(tx, 'g', 'anew'))
  const setReady = (key: string, ready_at: number) =>
    database.transaction('test', (tx) =>
      tx.q.updateTable('lanes').set({ ready_at }).where('key', '=', key).execute(),
    )

  test('lanes too many for one transaction are all brought forward, in slices, each lane once', async () => {
    await waiting(1100)
    await park('disabled', 0)
    await openAnew()
    assert.equal((await due()).length, 500)
    const [opening] = await openingsUnderWay(database)
    assert.ok(opening)
    // It is tried at once, fails, and waits for its next try.
    await database.transaction('test', (tx) =>
      tx.q
        .updateTable('lane_items')
        .set({ changed_at: clock.now() + 1 })
        .where('lane_id', '=', tx.q.selectFrom('lanes').select('id').where('key', '=', 'a0'))
        .execute(),
    )
    await setReady('a0', clock.now() + 1000)
    const goOn = () => database.transaction('test', (tx) => goOnOpening(tx, opening))
    assert.equal(await goOn(), true)
    assert.equal(await goOn(), false)
    assert.deepEqual(await openingsUnderWay(database), [])
    const early = await due()
    assert.equal(early.length, 1099)
    assert.ok(!early.includes('a0'))
  })

  test('after a trial too, and those that were asked to wait keep their time', async () => {
    await waiting(700)
    await database.transaction('test', (tx) =>
      tx.q.updateTable('lanes').set({ wait_asked: 1 }).where('key', 'like', 'a1%').execute(),
    )
    await park('parked', LONG_MS)
    await open()
    await endTrial()
    const [opening] = await openingsUnderWay(database)
    assert.ok(opening)
    await database.transaction('test', (tx) => goOnOpening(tx, opening))
    const early = await due()
    assert.equal(early.length, 700 - 111)
    assert.ok(early.every((key) => !key.startsWith('a1')))
  })

  test('a process that starts ends the openings of one that did not come to it', async () => {
    await waiting(3)
    const now = Date.now()
    for (const n of [0, 1, 2]) await setReady(`a${n}`, now + 1e9)
    // Nothing runs, and so nothing else changes when the lanes are due.
    await park('disabled', 0)
    await database.transaction('test', (tx) =>
      tx.q
        .insertInto('gate_openings')
        .values({ gate: 'g', at: Math.max(now, clock.now()), with_asked: 1 })
        .execute(),
    )
    const started = createLanes({ database, clock: systemClock, log: silent })
    await started.start({})
    await eventually(
      'the opening has ended',
      () => openingsUnderWay(database),
      (rows) => rows.length === 0,
    )
    await started.stop(1000)
    const rows = await database.q.selectFrom('lanes').select('ready_at').distinct().execute()
    assert.deepEqual(rows, [{ ready_at: Math.max(now, clock.now()) }])
  })

  test('listeners learn of a gate on trial which lanes are tried ahead of their time, and of a gate with new settings none', async () => {
    const heard: Announced<'gateOpened'>[] = []
    database.announcements.on('gateOpened', (opened) => void heard.push(opened))
    await waiting(2)
    await park('parked', 0)
    await open()
    assert.deepEqual([heard[0]?.gate, new Set(heard[0]?.trial).size], ['g', 2])
    await database.transaction('test', (tx) => lanes.openGate(tx, 'g', 'anew'))
    assert.deepEqual(heard[1], { gate: 'g' })
  })
})
