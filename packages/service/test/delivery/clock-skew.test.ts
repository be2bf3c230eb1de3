/** A process on PostgreSQL whose clock is wrong: what it sends again has as much time as what any other sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
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
})
