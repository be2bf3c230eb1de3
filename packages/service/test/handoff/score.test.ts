/** The score of a conversation: what happened, on one clock, for people who look into it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { score as scoreShape } from '@tandem/contract/admin-score'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { HOOK, OK, setScene } from './scene.ts'

onEachEngine((engine) => {
  test('a score has every message, turn, stretch of a person and attempt with its time, and none of the words', async () => {
    await using scene = await setScene(engine)
    const id = await scene.conversation()
    const began = scene.clock.now()
    const score = async () => (await scene.service.admin('GET', `/conversations/${id}/score`)).json
    let fails = 1
    scene.server.answer(({ path }) => (path === HOOK && fails-- > 0 ? { status: 503, json: {} } : OK))
    await scene.user(id, 'When are you open?')
    await scene.until('the answer arrived at the second try', score, ({ deliveries }) =>
      deliveries.some(({ state }: { state: string }) => state === 'delivered'),
    )
    const asked = scene.clock.now()
    const handoff = await scene.handOver(id)
    await scene.inState(handoff, 'WAITING')
    await scene.reply(handoff, 'A secret word')
    await scene.closeByUser(id)
    const seen = await eventually('all is delivered', score, ({ deliveries }) =>
      deliveries.every(({ state }: { state: string }) => state === 'delivered'),
    )
    scoreShape.parse(seen)
    assert.ok(!JSON.stringify(seen).includes('secret word'))
    assert.deepEqual(
      seen.messages.map(({ role }: { role: string }) => role).filter((role: string) => role !== 'notice'),
      ['user', 'assistant', 'human'],
    )
    const [turn] = seen.turns
    assert.deepEqual([seen.turns.length, turn.began_at, turn.end, turn.tries], [1, began, 'said', 1])
    assert.equal(turn.message_id, seen.messages[0].id)
    const [answer] = seen.deliveries
    assert.deepEqual(
      answer.attempts.map(({ number, http_status }: { number: number; http_status: number }) => [
        number,
        http_status,
      ]),
      [
        [1, 503],
        [2, 200],
      ],
    )
    assert.ok(answer.attempts[1].started_at > answer.attempts[0].started_at)
    const [stretch] = seen.handoffs
    assert.deepEqual([stretch.requested_at, stretch.end_reason], [asked, 'USER_CLOSED'])
    assert.deepEqual(
      seen.endpoints.map(({ id, name, state }: { id: string; name: string | null; state: string }) => [
        id,
        name,
        state,
      ]),
      [
        ['message', null, 'open'],
        [scene.serviceId, 'Support desk', 'open'],
      ],
    )
    assert.equal((await scene.service.admin('GET', '/conversations/nowhere/score')).status, 404)
  })

  test('an endpoint that is parked says since when, and files that a user sent are named with an address', async () => {
    await using scene = await setScene(engine)
    const id = await scene.conversation()
    scene.server.answer(({ path }) => (path === HOOK ? { status: 410 } : OK))
    const image = { type: 'image', image: [{ base64_content: 'aGVsbG8=', format: 'png', name: 'a.png' }] }
    const content = [{ type: 'text', text: 'When are you open?' }, image]
    await scene.service.api(
      'POST',
      '/v2/conversation/message',
      { conversation_id: id, response_mode: 'webhook', messages: [{ role: 'user', content }] },
      scene.agent.key,
    )
    const seen = await eventually(
      'the endpoint is closed',
      async () => (await scene.service.admin('GET', `/conversations/${id}/score`)).json,
      ({ endpoints }) => endpoints[0]?.state === 'disabled',
    )
    assert.ok(seen.endpoints[0].reason.length > 0)
    const { json } = await scene.service.admin('GET', `/conversations/${id}`)
    const [file] = json.messages[0].files
    assert.deepEqual([file.kind, file.name, file.size], ['image', 'a.png', 5])
    const bytes = await fetch(scene.service.url + file.url)
    assert.deepEqual([bytes.status, await bytes.text()], [200, 'hello'])
  })
})
