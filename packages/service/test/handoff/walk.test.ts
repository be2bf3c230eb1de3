/** One handoff from beginning to end, as the user, the developer and the person see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { setScene } from './scene.ts'

onEachEngine((engine) => {
  test('a handoff from the question to the end: each side hears the other in order, and the AI is back afterwards', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    await scene.user(conversation, 'When are you open?')
    await eventually(
      'the AI answers',
      () => scene.heard(conversation).length,
      (count) => count === 1,
    )
    await scene.user(conversation, 'I want to talk to a human please')
    const list = await scene.service.admin('GET', `/handoffs?agent_id=${scene.agent.id}&state=OPEN`)
    const { id } = list.json.items[0]
    await scene.inState(id, 'WAITING')
    await scene.user(conversation, 'Hello?')
    await scene.user(conversation, 'Anybody?')
    await eventually(
      'the desk has it all',
      () => scene.desk(id),
      (seen) => seen.length === 3,
    )
    assert.deepEqual(scene.desk(id), ['establish', 'chat Hello?', 'chat Anybody?'])

    const first = await scene.reply(id, 'Good day, this is Eve.')
    assert.deepEqual(first.json, { code: 0, message: 'OK' })
    await scene.reply(id, 'How can I help?')
    await scene.user(conversation, 'My parcel is wet.')
    const closed = await scene.closeByPerson(id)
    assert.deepEqual(closed.json, {
      code: 0,
      message: 'OK',
      conversation_id: id,
      timestamp: scene.clock.now(),
    })
    await scene.user(conversation, 'How do I return a parcel?')
    await eventually(
      'the AI answers again',
      () => scene.heard(conversation),
      (words) => words.at(-1) === 'Use the label that came with it.',
    )
    assert.deepEqual(scene.heard(conversation), [
      'We are open from nine to five.',
      'One moment, I am connecting you with a person.',
      'Your request has reached Support desk. Somebody will be with you shortly.',
      'You are now talking to a person from Support desk.',
      'Good day, this is Eve.',
      'How can I help?',
      'The conversation with Support desk has ended. I am here again if you need anything.',
      'Use the label that came with it.',
    ])
    const seen = await scene.handoff(id)
    assert.equal(seen.end_reason, 'HUMAN_CLOSED')
    assert.equal(seen.reason, 'user_asked')
    assert.equal(scene.desk(id).filter((line) => line.startsWith('close')).length, 0)
  })
})
