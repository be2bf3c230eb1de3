/** What retention leaves of lanes: numbers that go on where they were, and no row that nobody needs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepLog } from '../../src/delivery/keep-log.ts'
import { createLanes, type Lanes } from '../../src/lanes/lanes.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'

const silent = createLog('silent')
/** All that was settled is old enough. */
const cleaning = manualClock(Date.now() + 2 * 86_400_000)

onEachEngine((engine) => {
  let database: Database
  let lanes: Lanes

  before(async () => {
    database = await openTestDatabase(engine)
    lanes = createLanes({ database, clock: systemClock, log: silent })
    const done = async () => ({ outcome: { kind: 'done', report: '{}' }, health: 'good' }) as const
    await lanes.start({ message: done, handoff_chat: done, handoff_close: done, turn: done })
  })
  after(async () => {
    await lanes.stop(1000)
    await database.close()
  })

  const add = (lane: string, kind: string, gate = 'g') =>
    database.transaction('test', (tx) =>
      lanes.add(tx, {
        lane,
        kind,
        gate,
        tenant: 't',
        subject: null,
        body: '{}',
        lifeMs: 1e12,
      }),
    )
  const keys = async () =>
    (await database.q.selectFrom('lanes').select('key').orderBy('key').execute()).map(({ key }) => key)
  const items = () => database.q.selectFrom('lane_items').select(['id', 'state']).execute()
  const settled = () =>
    eventually('all that is due is settled', items, (rows) => rows.every(({ state }) => state !== 'pending'))
  const clean = () => keepLog(database, cleaning, 1, { died: () => {} }, () => false)

  test('a conversation goes on with its next number after its log was cleared, and a lane that is over is gone', async () => {
    assert.equal((await add('message:a:c', 'message')).sequence, 1)
    assert.equal((await add('message:a:c', 'message')).sequence, 2)
    await add('handoff:s:open', 'handoff_chat')
    await add('turn:c', 'turn')
    await add('handoff:s:h', 'handoff_chat')
    const first = await add('handoff:s:h', 'handoff_close')
    await settled()
    await eventually(
      'every lane is at rest',
      () => database.q.selectFrom('lanes').select('id').where('owner', 'is not', null).execute(),
      (rows) => rows.length === 0,
    )
    await clean()
    assert.deepEqual(await items(), [])
    assert.deepEqual(await keys(), ['handoff:s:open', 'message:a:c'])
    assert.equal((await add('message:a:c', 'message')).sequence, 3)
    assert.equal((await add('handoff:s:open', 'handoff_chat')).sequence, 2)
    const again = await add('handoff:s:h', 'handoff_chat')
    assert.equal(again.sequence, 1)
    assert.ok(!again.id.startsWith(first.id.slice(0, 36)), 'a lane made anew never repeats an id')
    await settled()
  })

  test('what waits is passed over, and so is its lane, however much of it there is', async () => {
    await database.transaction('test', (tx) =>
      lanes.closeGate(tx, {
        id: 'shut',
        state: 'paused',
        reason: '',
        parked_at: 0,
        probe_at: null,
        probes: 0,
      }),
    )
    for (let n = 0; n < 450; n++) await add(`handoff:s:w${n % 3}`, 'handoff_chat', 'shut')
    await add('handoff:s:over', 'handoff_close')
    await eventually(
      'the last is settled',
      items,
      (rows) => rows.filter(({ state }) => state === 'pending').length === 450,
    )
    await eventually(
      'its lane is at rest',
      () => database.q.selectFrom('lanes').select('id').where('owner', 'is not', null).execute(),
      (rows) => rows.length === 0,
    )
    await clean()
    assert.equal((await items()).length, 450)
    assert.ok(!(await keys()).includes('handoff:s:over'))
    assert.equal((await keys()).filter((key) => key.startsWith('handoff:s:w')).length, 3)
  })

  test('an item added while its lane is being cleared away is not lost', async () => {
    for (let round = 0; round < 20; round++) {
      await add('handoff:s:race', 'handoff_close')
      await eventually(
        'settled',
        () =>
          database.q
            .selectFrom('lane_items')
            .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
            .select('lane_items.id')
            .where('key', '=', 'handoff:s:race')
            .where((eb) => eb.or([eb('state', '=', 'pending'), eb('owner', 'is not', null)]))
            .execute(),
        (rows) => rows.length === 0,
      )
      const [added] = await Promise.all([add('handoff:s:race', 'handoff_close'), clean()])
      const [uid, seq] = [added.id.slice(0, 36), added.sequence]
      const row = await database.q
        .selectFrom('lane_items')
        .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
        .select('lane_items.id')
        .where('uid', '=', uid)
        .where('seq', '=', seq)
        .executeTakeFirst()
      // It may have been run and cleared away as well; then its lane is gone with it, or at rest.
      if (!row) {
        const lane = await database.q
          .selectFrom('lanes')
          .select('ready_at')
          .where('uid', '=', uid)
          .executeTakeFirst()
        assert.ok(lane === undefined || lane.ready_at === null)
      }
    }
  })
})
