/** Lanes taken by the transaction that adds to them (embedded engine): when that is done, when not, and what if nobody hears of it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { putGate } from '../../src/lanes/gates.ts'
import type { NewItem } from '../../src/lanes/lane.ts'
import { createLanes, type Lanes } from '../../src/lanes/lanes.ts'
import { registerWorker } from '../../src/lanes/store.ts'
import { sqliteLanes } from '../../src/lanes/store-sqlite.ts'
import type { Database, Durability, Tx } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openSqlite } from '../../src/platform/database/sqlite.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { eventually } from '../harness/service.ts'

const NOW = 1000
let folder: string
let database: Database

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-takings-'))
  database = openSqlite(folder)
  await migrate(database, 1)
})
beforeEach(() =>
  database.transaction(async (tx) => {
    for (const table of ['lane_bodies', 'lane_items', 'lanes', 'lane_workers', 'gates'] as const)
      await tx.q.deleteFrom(table).execute()
    await registerWorker(tx, { id: 'me', host: 'h', pid: 1, expires_at: 9000 })
  }),
)
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const item = (lane: string, more: Partial<NewItem> = {}): NewItem => ({
  lane,
  kind: 'test',
  gate: 'g',
  tenant: 't',
  subject: null,
  body: `body of ${lane}`,
  expiresAt: 1e15,
  ...more,
})
const append = (given: NewItem, claim: number, now = NOW, worker = 'me') =>
  database.transaction((tx) => sqliteLanes.append(tx, given, now, { worker, claim }))
const owners = async () => {
  const rows = await database.q.selectFrom('lanes').select(['key', 'owner', 'claim']).orderBy('key').execute()
  return rows.map((row) => ({ ...row }))
}

test('a lane at rest is taken along with its new item; one that is owned or waits is not', async () => {
  const { taken, laneUid } = await append(item('a'), 7)
  assert.ok(taken)
  const [row] = taken.items
  assert.deepEqual(
    [taken.uid, taken.claim, taken.headSeq, row?.seq, row?.body],
    [laneUid, 7, 1, 1, 'body of a'],
  )
  assert.deepEqual(await owners(), [{ key: 'a', owner: 'me', claim: 7 }])
  assert.equal((await append(item('a'), 8)).taken, undefined)
  assert.deepEqual(await owners(), [{ key: 'a', owner: 'me', claim: 7 }], 'and stays whose it was')

  await database.transaction((tx) => sqliteLanes.append(tx, item('b'), NOW))
  assert.equal((await append(item('b'), 9)).taken, undefined, 'its head comes first')

  const done = {
    state: 'done',
    attempts: 1,
    runs: 1,
    at: NOW,
    diedAt: null,
    lastError: null,
    report: null,
  } as const
  await sqliteLanes.settle(database, 'me', NOW, [
    {
      laneId: taken.id,
      claim: 7,
      item: { id: row?.id ?? 0, ...done },
      release: { headSeq: 2, readyAt: null, retrying: 0 },
    },
  ])
  const left = (await owners()).find(({ key }) => key === 'a')
  assert.equal(left?.owner, null, 'settled as any other, and what came meanwhile waits to be claimed')
})

test('nothing is taken that is not due, behind a closed gate, or under a lease that is over', async () => {
  assert.equal((await append(item('later', { dueAt: NOW + 1 }), 1)).taken, undefined)
  assert.equal((await append(item('over'), 2, 9000)).taken, undefined)
  assert.equal((await append(item('nobody'), 3, NOW, 'somebody else')).taken, undefined)
  await database.transaction((tx) =>
    putGate(tx, { id: 'g', state: 'parked', reason: null, parked_at: 1, probe_at: 1, probes: 0 }),
  )
  assert.equal((await append(item('parked'), 4)).taken, undefined)
  for (const { owner } of await owners()) assert.equal(owner, null)
})

test('a transaction that fails takes nothing', async () => {
  const failing = database.transaction(async (tx) => {
    await sqliteLanes.append(tx, item('a'), NOW, { worker: 'me', claim: 1 })
    throw new Error('mine')
  })
  await assert.rejects(failing, /mine/)
  assert.deepEqual(await owners(), [])
})

test('what was just added behind an idle gate starts without a claim, and a lane of which nobody heard is not lost', async () => {
  const clock = manualClock()
  let answersAreLost = false
  let claims = 0
  /** The real database. A transaction may be written and its answer lost. */
  const lossy: Database = {
    ...database,
    async transaction<T>(fn: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T> {
      if (durability === 'process') claims++
      if (!answersAreLost) return database.transaction(fn, durability)
      await database.transaction((tx) => fn({ ...tx, afterCommit() {} }), durability)
      throw new Error('the answer was lost')
    },
  }
  const ran: string[] = []
  const lanes: Lanes = createLanes({ database: lossy, clock, log: createLog('silent') })
  await lanes.start({
    async test(_, { body }) {
      ran.push(body)
      return { outcome: { kind: 'done', report: null }, health: 'good' }
    },
  })
  const settled = (count: number) =>
    eventually(
      `${count} settled`,
      () => database.q.selectFrom('lane_items').select('id').where('state', '=', 'done').execute(),
      (rows) => rows.length === count,
    )
  await lossy.transaction((tx) => lanes.add(tx, item('a')))
  await settled(1)
  assert.deepEqual([ran, claims], [['body of a'], 1], 'one settling and no claim')

  answersAreLost = true
  await assert.rejects(
    lossy.transaction((tx) => lanes.add(tx, item('b'))),
    /the answer was lost/,
  )
  answersAreLost = false
  const isOwned = (await owners()).some(({ key, owner }) => key === 'b' && owner !== null)
  assert.ok(isOwned, 'it belongs to a worker that does not know of it')
  await eventually(
    'it ran',
    async () => {
      await clock.advance(1000)
      return ran.length
    },
    (count) => count === 2,
  )
  await settled(2)
  await lanes.stop(1000)
})
