/** A username that stands alone is sent as a bearer token, so it is kept as a secret: sealed in the database, masked in answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const TOKEN = 'token-of-the-receiver-0123456789'
const url = 'https://receiver.example/hook'

async function stored({ service }: TestService): Promise<string> {
  const { q } = service.database
  const rows = [
    ...(await q.selectFrom('message_webhooks').selectAll().execute()),
    ...(await q.selectFrom('human_services').selectAll().execute()),
  ]
  return JSON.stringify(rows)
}

onEachEngine((engine) => {
  test('it is sent whole, stored sealed and shown by its first characters, until a secret makes it a name', async () => {
    const receiver = await startDeveloperServer()
    await using service = await startTestService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.1' } })
    try {
      const { id, key } = await service.newAgent()
      const put = (body: object) => service.admin('PUT', `/agents/${id}/message-webhook`, body)
      const set = await put({ url: receiver.url, username: TOKEN })
      assert.deepEqual(set.json, { url: receiver.url, username: 'toke…', has_secret: false })
      const made = await service.admin('POST', `/agents/${id}/human-services`, {
        ...{ name: 'Desk', webhook_url: url, username: TOKEN },
      })
      assert.equal(made.json.username, 'toke…')
      assert.ok(!(await stored(service)).includes(TOKEN))
      await service.api('POST', '/v1/webhook/check', undefined, key)
      assert.equal(receiver.requests[0]?.headers.authorization, `Bearer ${TOKEN}`)
      assert.ok(!service.logLines.join('').includes(TOKEN), 'it is not logged')

      const service_ = `/agents/${id}/human-services/${made.json.id}`
      const renamed = await service.admin('PATCH', service_, { name: 'Other' })
      assert.equal(renamed.json.username, 'toke…')
      const named = await service.admin('PATCH', service_, { secret: 'a secret' })
      assert.deepEqual([named.json.username, named.json.has_secret], [TOKEN, true])
      const alone = await service.admin('PATCH', service_, { secret: null })
      assert.equal(alone.json.username, 'toke…')
      assert.ok(!(await stored(service)).includes(TOKEN))
    } finally {
      await receiver.close()
    }
  })

  test('one that an earlier version stored as it is gets sealed at the next start', async () => {
    await using ground = await engine.freshEnvironment()
    {
      await using first = await startTestService(engine, { on: ground.env })
      const { id } = await first.newAgent()
      await first.admin('PUT', `/agents/${id}/message-webhook`, { url, username: TOKEN })
      await first.service.database.transaction('test', async (tx) => {
        await tx.q.updateTable('message_webhooks').set({ username: TOKEN }).execute()
      })
    }
    await using second = await startTestService(engine, { on: ground.env })
    assert.ok(!(await stored(second)).includes(TOKEN))
    const { json } = await second.admin('GET', '/agents')
    const shown = await second.admin('GET', `/agents/${json.items[0].id}/message-webhook`)
    assert.equal(shown.json.username, 'toke…')
  })
})
