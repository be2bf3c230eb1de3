/** How long the token of a chat is good, and where it is taken from. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../harness/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'

async function openAgent(service: TestService, web: object = {}) {
  const agent = await service.newAgent('Shop')
  await service.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true, ...web } })
  await service.addDocument(agent.key, [{ question: 'How long does shipping take?', answer: 'Three days.' }])
  return agent
}

async function begin(service: TestService, agentId: string, token?: string) {
  const body = token === undefined ? {} : { token }
  const { status, json } = await service.api('POST', `/web/v1/agents/${agentId}/chats`, body)
  assert.equal(status, 201)
  return { id: json.conversation_id as string, token: json.token as string, started: json }
}

onSqlite((engine) => {
  test('a token is no longer good a month after the last word, each word renews it, and none is taken from an address', async () => {
    const day = 86_400_000
    const startAt = Date.now()
    await using ground = await engine.freshEnvironment()
    const on = async (days: number, work: (at: TestService) => Promise<void>) => {
      const clock = manualClock(startAt + days * day)
      await using at = await startTestService(engine, { on: ground.env, clock })
      await work(at)
    }
    let chat = { id: '', token: '', started: {} as Record<string, unknown> }
    let agentId = ''
    const read = (at: TestService) =>
      at.api('GET', `/web/v1/chats/${chat.id}/messages`, undefined, chat.token)
    const say = (at: TestService) =>
      at.api('POST', `/web/v1/chats/${chat.id}/messages`, { text: 'Hello' }, chat.token)
    await on(0, async (at) => {
      agentId = (await openAgent(at)).id
      chat = await begin(at, agentId)
      const inAddress = await at.api('GET', `/web/v1/chats/${chat.id}/messages?token=${chat.token}`)
      assert.equal(inAddress.status, 401)
    })
    await on(29, async (at) => {
      assert.equal((await say(at)).status, 202)
      // An answer that came on a later day would be a later word.
      const messages = async () => (await read(at)).json.messages as object[]
      await eventually('the answer', messages, ({ length }) => length === 2)
    })
    await on(58, async (at) => assert.equal((await read(at)).status, 200))
    await on(60, async (at) => {
      assert.equal((await read(at)).status, 401)
      assert.equal((await say(at)).status, 401)
      const again = await begin(at, agentId, chat.token)
      assert.notEqual(again.started.anonymous_id, chat.started.anonymous_id, 'the visitor is another')
    })
  })
})
