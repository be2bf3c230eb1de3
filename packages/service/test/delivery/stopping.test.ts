/** What a stop leaves of the attempts it cuts off: they are on record, and the next process goes on after them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUCCESS, startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'
import { ALLOW_LOOPBACK } from './scene.ts'

onEachEngine((engine) => {
  test('an attempt that is cut off by a stop is on record, costs no try, and the next one has the next number', async () => {
    await using store = await engine.freshEnvironment()
    const developer = await startDeveloperServer()
    await using cleanup = new AsyncDisposableStack()
    cleanup.defer(() => developer.close())
    const start = () => startTestService(engine, { on: store.env, env: ALLOW_LOOPBACK })
    const read = async (service: TestService, id: string) =>
      (await service.admin('GET', `/deliveries/${id}`)).json
    let id = ''
    {
      await using service = await start()
      const agent = await service.newAgent()
      await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: developer.url })
      developer.answer(() => ({ kind: 'hang' }))
      const body = { conversation_id: 'c', text: 'Hello.' }
      id = (await service.admin('POST', `/agents/${agent.id}/messages`, body)).json.delivery_id
      await developer.waitFor(1)
      await service.service.app.lanes.stop(0)
      const { state, attempts, attempt_log } = await read(service, id)
      assert.deepEqual([state, attempts, attempt_log.length], ['pending', 1, 1])
      assert.match(attempt_log[0].error, /the service was stopped/)
      assert.deepEqual([attempt_log[0].counted, attempt_log[0].stage], [false, 'wait'])
    }
    developer.answer(() => SUCCESS)
    await using service = await start()
    const { attempts, attempt_log } = await eventually(
      'delivered',
      () => read(service, id),
      ({ state }) => state === 'delivered',
    )
    assert.deepEqual([attempts, attempt_log.length], [2, 2])
    assert.deepEqual(
      developer.requests.map(({ headers }) => headers['tandem-attempt']),
      ['1', '2'],
    )
  })
})
