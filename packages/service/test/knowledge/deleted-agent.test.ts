/** The conversion of a document whose agent is deleted: no model is paid for what nobody can ask any more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { addFile, manual, startModelScene } from './model-scene.ts'

onEachEngine((engine) => {
  test('the conversion of an agent that was deleted meanwhile ends without asking the model again', async () => {
    await using store = await engine.freshEnvironment()
    const latch = createLatch()
    let path = ''
    {
      await using scene = await startModelScene(engine, { on: store.env })
      const agent = await scene.service.newAgent()
      scene.model.answer(() => ({ kind: 'hold', latch }))
      path = `/agents/${agent.id}/documents/${await addFile(scene.service, agent.key, manual(2))}/conversion`
      await eventually(
        'the model is asked',
        () => scene.model.requests.length,
        (asked) => asked > 0,
      )
      await scene.service.admin('DELETE', `/agents/${agent.id}`)
    }
    await using scene = await startModelScene(engine, { on: store.env })
    const { progress } = await eventually(
      'it has ended',
      async () => (await scene.service.admin('GET', path)).json,
      ({ status }) => status === 'published',
    )
    assert.deepEqual([progress.failed, scene.model.requests.length], [2, 0])
  })
})
