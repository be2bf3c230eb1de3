/** A conversion that is not run any more is told of: its document has failed, with the reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenUpReason } from '../../src/lanes/own-work.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { addFile, manual, modelEnv } from './model-scene.ts'

onEachEngine((engine) => {
  test('after three ends of the service a conversion is FAILED with the reason', async (t) => {
    await using store = await engine.freshEnvironment()
    const model = await startModelServer()
    t.after(() => model.close())
    model.answer(() => ({ kind: 'stall' }))
    const options = { on: store.env, env: modelEnv(model) }
    const first = await startTestService(engine, options)
    const { key } = await first.newAgent()
    const docId = await addFile(first, key, manual(2))
    await model.waitFor(1)
    await first.stop()
    // As three ends would have left it; how they are counted is tested with the lanes.
    const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
    await database.transaction('test', async (tx) => {
      const lane = await tx.q.selectFrom('lanes').select(['uid', 'head_seq']).executeTakeFirstOrThrow()
      const run = { worker: null, alone: 0, strikes: 3 }
      await tx.q
        .insertInto('lane_runs')
        .values({ lane: lane.uid, seq: lane.head_seq, ...run })
        .execute()
    })
    await database.close()
    await using second = await startTestService(engine, options)
    const { q } = second.service.database
    const run = () =>
      q
        .selectFrom('conversion_runs')
        .innerJoin('documents', 'documents.id', 'conversion_runs.document_id')
        .select(['state', 'reason', 'status', 'documents.id'])
        .executeTakeFirstOrThrow()
    const ended = await eventually('it ends', run, ({ state }) => state !== 'running')
    assert.deepEqual(ended, { state: 'failed', reason: givenUpReason, status: 'FAILED', id: docId })
  })
})
