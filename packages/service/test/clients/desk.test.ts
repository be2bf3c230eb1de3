/**
 * A help desk that keeps the conversation's own id, not the id of the handoff, and closes by it; and a developer who sees of a
 * failure nothing but its `message`, as most clients show it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setScene as setTalk } from '../answering/scene.ts'
import { setScene } from '../handoff/scene.ts'
import { onSqlite } from '../harness/engines.ts'

onSqlite((engine) => {
  test('a desk replies and closes by the id of the conversation, and learns what became of it', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const never = await scene.closeByPerson(conversation)
    assert.deepEqual([never.status, never.json.code], [403, 40357])
    assert.match(never.json.message, /never began.*POST \/v1\/conversation\/handoff/)

    await scene.user(conversation, 'Hello')
    const handoff = await scene.handOver(conversation)
    await scene.inState(handoff, 'WAITING')
    assert.equal((await scene.reply(conversation, 'This is Eve.')).status, 200)
    const closed = await scene.closeByPerson(conversation)
    assert.deepEqual([closed.status, closed.json.conversation_id], [200, conversation])
    assert.equal((await scene.handoff(handoff)).end_reason, 'HUMAN_CLOSED')

    const late = await scene.reply(conversation, 'One more thing.')
    assert.equal(late.json.code, 40357)
    assert.match(late.json.message, /has ended/)
    assert.doesNotMatch(late.json.message, /never began/)
  })

  test('the message of a failure says what was found and what to do', async () => {
    await using scene = await setTalk(engine, {
      webhook: false,
      env: { TANDEM_MESSAGE_LIMIT_CHARS: '50' },
    })
    const conversation = await scene.conversation()
    const messageOf = async (answer: Promise<{ json: { message: string } }>) => (await answer).json.message
    const { api } = scene.service
    const { key } = scene.agent
    assert.match(
      await messageOf(scene.send('webhook', conversation, 'Hello')),
      /^Conflict: .*no message webhook.* administrator .*\/admin\/v1\/agents\/\{agent_id\}\/message-webhook/,
    )
    assert.match(
      await messageOf(scene.send('blocking', conversation, 'x'.repeat(51))),
      /^The question is too long: .*found 51 characters, needed at most 50.*TANDEM_MESSAGE_LIMIT_CHARS/,
    )
    assert.match(
      await messageOf(api('DELETE', '/v1/bot/doc/batch/delete?doc=unknown', undefined, key)),
      /^Target does not exist: doc: found "unknown"/,
    )
    assert.match(
      await messageOf(api('GET', '/v1/nothing', undefined, key)),
      /^Not found: No such path: GET \/v1\/nothing/,
    )
    assert.equal(
      await messageOf(api('GET', '/v1/bot/knowledge/base/page', undefined, 'wrong')),
      'Developer authentication failed',
      'the contract fixes these words',
    )
  })
})
