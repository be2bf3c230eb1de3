/** The store of lanes, the same on each engine: numbers, claims, settlings, gates. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openGate, putGate } from '../../src/lanes/gate-store.ts'
import type { ClaimedLane, Settling } from '../../src/lanes/lane.ts'
import { settlingOf } from '../../src/lanes/settler.ts'
import {
  bringForward,
  type ClaimRequest,
  type LaneEngine,
  readBody,
  reapWorkers,
  refreshHead,
  registerWorker,
  releaseClaim,
  renewWorker,
  waitingGates,
} from '../../src/lanes/store.ts'
import { postgresLanes } from '../../src/lanes/store-postgres.ts'
import { sqliteLanes } from '../../src/lanes/store-sqlite.ts'
import type { Database, Tx } from '../../src/platform/database/handle.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'

const NOW = 1000
const LEASE_END = 9000

onEachEngine((engine) => {
  let database: Database
  const lanes: LaneEngine = engine.name === 'sqlite' ? sqliteLanes : postgresLanes

  before(async () => {
    database = await openTestDatabase(engine)
  })
  beforeEach(async () => {
    await database.transaction('test', async (tx) => {
      for (const table of [
        'lane_attempts',
        'lane_bodies',
        'lane_items',
        'lanes',
        'lane_workers',
        'gates',
      ] as const)
        await tx.q.deleteFrom(table).execute()
      for (const id of ['me', 'other'])
        await registerWorker(tx, { id, host: 'h', pid: 1, expires_at: LEASE_END })
    })
  })
  after(() => database.close())

  const newItem = (lane: string, gate = 'g') => ({
    lane,
    kind: 'test',
    gate,
    tenant: 't',
    subject: lane,
    body: `body of ${lane}`,
    lifeMs: 1e12,
  })
  const append = (tx: Tx, lane: string, gate?: string) => lanes.append(tx, newItem(lane, gate), NOW)
  const add = (lane: string, gate?: string) => database.transaction('test', (tx) => append(tx, lane, gate))
  const claim = (more: Partial<ClaimRequest> = {}) =>
    lanes.claim(database, {
      worker: 'me',
      claim: 1,
      gate: 'g',
      retrying: 0,
      now: NOW,
      lanes: 100,
      itemsPerLane: 20,
      ...more,
    })
  const settle = (settlings: Settling[], worker = 'me', now = NOW, also?: (tx: Tx) => Promise<void>) =>
    lanes.settle(database, worker, now, settlings, also)
  const done = (lane: ClaimedLane, now = NOW) => settlingOf(lane, { kind: 'done', report: '{}' }, now, false)
  const laneRow = (id: number) =>
    database.q.selectFrom('lanes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const itemRows = () => database.q.selectFrom('lane_items').selectAll().orderBy('id').execute()
  async function claimOne(more?: Partial<ClaimRequest>): Promise<ClaimedLane> {
    const [lane] = await claim(more)
    return lane ?? assert.fail('nothing was claimed')
  }

  test('numbers have no gaps and follow the order of commit, under concurrent transactions of which some roll back', async () => {
    const kept: { lane: string; seq: number }[] = []
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const lane = `l${n % 4}`
        const adding = database.transaction('test', async (tx) => {
          const { seq } = await append(tx, lane)
          if (n % 5 === 0) throw new Error('rolled back')
          return { lane, seq }
        })
        await adding.then(
          (one) => kept.push(one),
          () => {},
        )
      }),
    )
    assert.equal(kept.length, 96)
    for (const lane of ['l0', 'l1', 'l2', 'l3']) {
      const numbers = kept.filter((one) => one.lane === lane).map(({ seq }) => seq)
      assert.deepEqual(
        numbers.toSorted((a, b) => a - b),
        Array.from(numbers, (_, n) => n + 1),
      )
    }
    assert.equal((await itemRows()).length, 96)
  })

  test('two items added in one transaction are numbered in that order', async () => {
    const [one, two] = await database.transaction('test', async (tx) => [
      await append(tx, 'a'),
      await append(tx, 'a'),
    ])
    assert.deepEqual([one?.seq, two?.seq], [1, 2])
    assert.equal(one?.laneUid, two?.laneUid)
  })

  test('a claim brings the head with the next few items in order, and only lanes that are due', async () => {
    for (let n = 0; n < 5; n++) await add('a')
    await database.transaction('test', (tx) => lanes.append(tx, newItem('later'), NOW + 1))
    await add('elsewhere', 'another gate')
    const claimed = await claim({ itemsPerLane: 3 })
    assert.equal(claimed.length, 1)
    assert.deepEqual(
      claimed[0]?.items.map(({ seq, body }) => [seq, body]),
      [1, 2, 3].map((seq) => [seq, 'body of a']),
    )
    assert.deepEqual([claimed[0]?.subject, claimed[0]?.gate, claimed[0]?.tenant], ['a', 'g', 't'])
  })

  test('a claim does not bring long bodies, which are read when their items run', async () => {
    const long = 'ä'.repeat(2_500)
    for (const body of ['short', long])
      await database.transaction('test', (tx) => lanes.append(tx, { ...newItem('a'), body }, NOW))
    const [first, second] = (await claimOne()).items
    assert.deepEqual([first?.body, second?.body], ['short', null])
    assert.equal(await readBody(database, second?.id ?? 0), long)
  })

  test('no lane is ever given to two workers, however many claim at once', async () => {
    for (let n = 0; n < 40; n++) await add(`l${n}`)
    const claims = Array.from({ length: 12 }, (_, n) =>
      claim({ worker: n % 2 ? 'me' : 'other', claim: n + 1, lanes: 7 }),
    )
    const given = (await Promise.all(claims)).flat().map(({ id }) => id)
    given.push(...(await claim({ claim: 99 })).map(({ id }) => id))
    assert.equal(given.length, 40)
    assert.equal(new Set(given).size, 40)
  })

  test('a worker without a lease claims nothing, so that no lane belongs to nobody', async () => {
    await add('a')
    assert.deepEqual(await claim({ worker: 'stranger' }), [])
    assert.deepEqual(await claim({ now: LEASE_END }), [], 'its lease has run out')
    await database.transaction('test', (tx) => reapWorkers(tx, new Map([['me', 'lost']]), []))
    assert.deepEqual(await claim(), [])
    assert.equal((await claim({ worker: 'other' })).length, 1)
  })

  test('the head is settled and the lane let go: its next item is due, and an empty lane is at rest', async () => {
    await add('a')
    const lane = await claimOne()
    await add('a')
    assert.deepEqual(await settle([done(lane)]), new Map([[lane.id, NOW]]), 'one came meanwhile')
    const again = await claimOne({ claim: 2 })
    assert.deepEqual(
      again.items.map(({ seq }) => seq),
      [2],
    )
    assert.deepEqual(await settle([done(again)]), new Map([[lane.id, null]]))
    const { owner, ready_at, head_seq, next_seq } = await laneRow(lane.id)
    assert.deepEqual([owner, ready_at, head_seq, next_seq], [null, null, 3, 3])
    assert.deepEqual(
      (await itemRows()).map(({ state, attempts, runs }) => [state, attempts, runs]),
      [
        ['done', 1, 1],
        ['done', 1, 1],
      ],
    )
    await add('a')
    assert.equal((await claim({ claim: 3 })).length, 1, 'a lane at rest wakes up with its next item')
  })

  test('a settling is refused without a lease: expired, reaped, of another worker or of another claim; nothing is written', async () => {
    await add('a')
    const lane = await claimOne()
    const rows = await itemRows()
    const refusals: [string, () => Promise<unknown>][] = [
      ['expired', () => settle([done(lane)], 'me', LEASE_END)],
      ['unknown', () => settle([done(lane)], 'stranger')],
      ['another worker', () => settle([done(lane)], 'other')],
      ['another claim', () => settle([{ ...done(lane), claim: 7 }])],
    ]
    for (const [name, refused] of refusals) {
      assert.deepEqual(await refused(), new Map(), name)
      assert.deepEqual(await itemRows(), rows, name)
      assert.equal((await laneRow(lane.id)).owner, 'me', name)
    }
    await database.transaction('test', (tx) => reapWorkers(tx, new Map([['me', 'lost']]), []))
    assert.deepEqual(await settle([done(lane)]), new Map(), 'reaped')
    assert.deepEqual(await itemRows(), rows)
  })

  test('reaping ends a worker and sets its lanes free for others, heads untouched; a lease that ended cannot be renewed', async () => {
    await add('a')
    await claimOne()
    await database.transaction('test', (tx) => reapWorkers(tx, new Map([['me', 'lost']]), []))
    assert.equal(await database.transaction('test', (tx) => renewWorker(tx, 'me', NOW, LEASE_END + 1)), false)
    const taken = await claimOne({ worker: 'other' })
    assert.deepEqual(
      taken.items.map(({ seq, runs }) => [seq, runs]),
      [[1, 0]],
    )
    assert.equal(
      await database.transaction('test', (tx) => renewWorker(tx, 'other', LEASE_END, LEASE_END + 1)),
      false,
    )
    assert.equal(
      await database.transaction('test', (tx) => renewWorker(tx, 'other', NOW, LEASE_END + 1)),
      true,
    )
  })

  test('a claim whose answer was lost is given back by its number, and other claims are not', async () => {
    for (const lane of ['a', 'b']) await add(lane)
    const known = await claimOne({ lanes: 1, claim: 1 })
    await claim({ claim: 2 })
    await database.transaction('test', (tx) => releaseClaim(tx, 'me', 2))
    assert.equal((await laneRow(known.id)).owner, 'me')
    assert.equal((await claim({ claim: 3 })).length, 1)
  })

  test('a settling repeated after its answer was lost is harmless, whether the lane was kept or let go', async () => {
    for (let n = 0; n < 2; n++) await add('a')
    const lane = await claimOne()
    const kept = done(lane)
    assert.equal(kept.release, null)
    await settle([kept])
    const rows = await itemRows()
    assert.deepEqual(await settle([kept]), new Map([[lane.id, null]]))
    assert.deepEqual(await itemRows(), rows)
    const letGo = done({ ...lane, items: lane.items.slice(1) })
    await settle([letGo])
    const after = [await itemRows(), await laneRow(lane.id)]
    assert.deepEqual(await settle([letGo]), new Map(), 'the lane is no longer its own')
    assert.deepEqual([await itemRows(), await laneRow(lane.id)], after)
    await add('a')
    await claimOne({ claim: 2 })
    assert.deepEqual(await settle([letGo]), new Map(), 'claimed anew by itself, it is still another claim')
  })

  test('what is written along is in the same transaction, and is rolled back with it', async () => {
    await add('a')
    const lane = await claimOne()
    const along = async (tx: Tx) => {
      await append(tx, 'follow-up')
    }
    const rows = await itemRows()
    const failing = settle([done(lane)], 'me', NOW, async (tx) => {
      await along(tx)
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    assert.deepEqual(await itemRows(), rows)
    assert.equal((await laneRow(lane.id)).owner, 'me')
    assert.deepEqual(await settle([done(lane)], 'other', NOW, along), new Map())
    assert.deepEqual(await itemRows(), rows, 'and not written when the settling is refused')
    await settle([done(lane)], 'me', NOW, along)
    assert.deepEqual(
      (await itemRows()).map(({ state }) => state),
      ['done', 'pending'],
    )
  })

  test('a lane in which nothing is left to run is put to rest, or to its next item, by the claim that has it', async () => {
    for (let n = 0; n < 2; n++) await add('a')
    await database.transaction('test', (tx) =>
      tx.q.updateTable('lane_items').set({ state: 'dead' }).execute(),
    )
    const lane = await claimOne()
    assert.deepEqual(lane.items, [])
    await database.transaction('test', (tx) => refreshHead(tx, 'me', { id: lane.id, claim: 5 }, NOW))
    assert.equal((await laneRow(lane.id)).owner, 'me', 'not by another claim')
    await database.transaction('test', (tx) => refreshHead(tx, 'me', lane, NOW))
    const { owner, ready_at, head_seq } = await laneRow(lane.id)
    assert.deepEqual([owner, ready_at, head_seq], [null, null, 3])
    await add('a')
    assert.deepEqual(
      (await claimOne()).items.map(({ seq }) => seq),
      [3],
    )
  })

  test('a lane whose next few items died goes on with the first that lives, however far behind them', async () => {
    for (let n = 0; n < 5; n++) await add('a')
    await database.transaction('test', (tx) =>
      tx.q.updateTable('lane_items').set({ state: 'dead' }).where('seq', '<=', 3).execute(),
    )
    const lane = await claimOne({ itemsPerLane: 2 })
    assert.deepEqual(lane.items, [], 'no more is looked through than is loaded')
    await database.transaction('test', (tx) => refreshHead(tx, 'me', lane, NOW))
    assert.deepEqual(
      (await claimOne({ itemsPerLane: 2 })).items.map(({ seq }) => seq),
      [4, 5],
    )
  })

  test('lanes being retried are claimed apart from those never tried, each in order of their time', async () => {
    for (const lane of ['fresh', 'failed']) await add(lane)
    const failed = (await claim()).find(({ subject }) => subject === 'failed') ?? assert.fail()
    const retry = { kind: 'retry', report: null, error: 'e', waitMs: 10, costsTry: true } as const
    await settle([settlingOf(failed, retry, NOW, false)])
    await database.transaction('test', (tx) => releaseClaim(tx, 'me', 1))
    assert.deepEqual(await claim({ retrying: 1 }), [], 'not before its time')
    assert.deepEqual(
      (await claim({ retrying: 0, now: NOW + 10 })).map(({ subject }) => subject),
      ['fresh'],
    )
    const again = await claimOne({ retrying: 1, now: NOW + 10 })
    assert.deepEqual([again.subject, again.items[0]?.triesUsed], ['failed', 1])
  })

  test('a lane brought forward is due at once, also when the run under way fails; what is added later waits as it should', async () => {
    const retry = { kind: 'retry', report: null, error: 'e', waitMs: 5000, costsTry: true } as const
    const forward = () => database.transaction('test', (tx) => bringForward(tx, 'a', NOW))
    assert.equal(await forward(), undefined, 'there is no such lane')
    await add('a')
    assert.equal(await forward(), undefined, 'it is due anyway')
    await settle([settlingOf(await claimOne(), retry, NOW, false)])
    assert.deepEqual(await claim({ retrying: 1 }), [])
    assert.equal(await forward(), 'g')
    const waited = await claimOne({ retrying: 1, claim: 2 })

    assert.equal(await forward(), 'g', 'while it runs')
    await add('a')
    const settled = await settle([settlingOf(waited, retry, NOW, false)])
    assert.deepEqual(settled, new Map([[waited.id, NOW]]))
    const again = await claimOne({ retrying: 1, claim: 3 })
    assert.equal(again.items.length, 2)
    await forward()
    await add('a')
    // The two that were there are done; the third came later, and fails.
    await settle([done(again)])
    await settle([done({ ...again, items: again.items.slice(1) })])
    const third = await claimOne({ claim: 4 })
    await settle([settlingOf(third, retry, NOW, false)])
    assert.equal((await laneRow(third.id)).ready_at, NOW + 5000)

    const last = await claimOne({ retrying: 1, claim: 5, now: NOW + 5000 })
    await forward()
    await add('a')
    await settle([done(last)])
    const { ready_at, head_seq } = await laneRow(last.id)
    assert.deepEqual([ready_at, head_seq], [NOW, 4])
    const fourth = await claimOne({ claim: 6 })
    await forward()
    await database.transaction('test', (tx) => reapWorkers(tx, new Map([['me', 'lost']]), []))
    assert.equal(
      (await claimOne({ worker: 'other', claim: 7 })).id,
      fourth.id,
      'nor is it lost with its worker',
    )
  })

  test('a closed gate lets no lane be claimed and is not among those that wait; opening brings retries forward', async () => {
    await add('a')
    await add('b', 'other gate')
    const lane = await claimOne()
    const retry = { kind: 'retry', report: null, error: 'e', waitMs: 5000, costsTry: true } as const
    await settle([settlingOf(lane, retry, NOW, false)])
    assert.deepEqual(await waitingGates(database), [
      { gate: 'g', ready_at: NOW + 5000 },
      { gate: 'other gate', ready_at: NOW },
    ])
    for (const state of ['parked', 'disabled'] as const) {
      const row = { id: 'g', state, reason: 'r', parked_at: NOW, probe_at: NOW, probes: 0 }
      await database.transaction('test', (tx) => putGate(tx, row))
      assert.deepEqual(await claim({ retrying: 1, now: NOW + 6000 }), [])
      assert.deepEqual(
        (await waitingGates(database)).map(({ gate }) => gate),
        ['other gate'],
      )
    }
    await database.transaction('test', (tx) => openGate(tx, 'g', NOW))
    assert.equal((await claim({ retrying: 1, now: NOW })).length, 1)
  })
})
