/** A process on PostgreSQL whose clock is wrong: its work has as much time, and waits no longer, than that of any other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { wrongBy } from '../harness/wrong-clock.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'

onEachEngine((engine) => {
  // The embedded engine has one process, and its lanes go by that one's clock.
  if (engine.name === 'sqlite') return
  test('a replay asked of a process whose clock is days behind is delivered', async () => {
    await using store = await engine.freshEnvironment()
    const server = await startDeveloperServer()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN, TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }
    try {
      await using behind = await serveTandem({ ...env, ...wrongBy(-100 * 3_600_000) })
      const admin = (method: string, path: string, body?: unknown) =>
        behind.api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
      const { id } = (await admin('POST', '/agents', { name: 'x' })).json.agent
      await admin('PUT', `/agents/${id}/message-webhook`, { url: server.url })
      const sent = await admin('POST', `/agents/${id}/messages`, { conversation_id: 'c', text: 'Hello.' })
      const settled = (delivery: string) =>
        eventually(
          'settled',
          async () => (await admin('GET', `/deliveries/${delivery}`)).json.state,
          (state) => state !== 'pending',
        )
      assert.equal(await settled(sent.json.delivery_id), 'delivered')
      const again = await admin('POST', `/deliveries/${sent.json.delivery_id}/replay`)
      assert.equal(await settled(again.json.id), 'delivered')
    } finally {
      await server.close()
    }
  })

  test('what fails in a process whose clock is days ahead is tried again after the same wait as anywhere', async () => {
    await using store = await engine.freshEnvironment()
    const model = await startModelServer()
    model.answerNext({ kind: 'fail', status: 503 })
    const env = {
      ...store.env,
      TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
      TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      TANDEM_EMBEDDING_MODEL: 'any',
      TANDEM_EMBEDDING_BASE_URL: model.url,
    }
    try {
      await using ahead = await serveTandem({ ...env, ...wrongBy(100 * 3_600_000) })
      const admin = (method: string, path: string, body?: unknown) =>
        ahead.api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
      const { agent, api_key } = (await admin('POST', '/agents', { name: 'x' })).json
      const qaList = [{ question: 'Where is my parcel?', answer: 'On its way.' }]
      await ahead.api('POST', '/v1/bot/doc/qa/add', { purpose: 'QA_TEXT', name: 'Known', qaList }, api_key)
      await eventually(
        'the model was asked, and failed',
        async () => model.requests.length,
        (asked) => asked > 0,
      )
      const { embedding } = await eventually(
        'the vectors are used',
        async () => (await admin('POST', `/agents/${agent.id}/search`, { text: 'parcel' })).json,
        (found) => found.embedding.state === 'used' && found.embedding.note === null,
      )
      assert.equal(embedding.state, 'used')
    } finally {
      await model.close()
    }
  })
})
