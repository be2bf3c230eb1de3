/** A run that fails with an internal error is tried again: soon if the database was away for a moment, otherwise after a while. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLanes } from '../../src/lanes/lanes.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'

onEachEngine((engine) => {
  test('a run that fails because the database is away waits a second, and not as long as after another error', async () => {
    await using store = await engine.freshEnvironment()
    const log = createLog('silent')
    const database = await openDatabase(readConfig('serve', store.env), log)
    await migrate(database, 1)
    const lanes = createLanes({ database, clock: systemClock, log })
    const failures: Record<string, Error> = {
      away: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      other: new Error('A bug.'),
    }
    await lanes.start({ test: (_, { body }) => Promise.reject(failures[body]) })
    try {
      await database.transaction('test', async (tx) => {
        const item = { kind: 'test', gate: 'g', tenant: 't', subject: null, lifeMs: 1e12 }
        for (const body of Object.keys(failures)) await lanes.add(tx, { ...item, lane: body, body })
      })
      const waits = await eventually(
        'both have failed',
        () =>
          database.q
            .selectFrom('lanes')
            .innerJoin('lane_items', 'lane_items.lane_id', 'lanes.id')
            .select(['key', 'retrying', ({ eb }) => eb('ready_at', '-', eb.ref('changed_at')).as('ms')])
            .orderBy('key')
            .execute(),
        (rows) => rows.every(({ retrying }) => retrying === 1),
      )
      const [away, other] = waits.map(({ ms }) => Number(ms))
      assert.ok(away !== undefined && away <= 1000, `the one waits ${away} ms`)
      assert.ok(other !== undefined && other > 10_000, `the other waits ${other} ms`)
    } finally {
      await lanes.stop(1000)
      await database.close()
    }
  })
})
