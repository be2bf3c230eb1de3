/** Words that turn out to be thoughts are taken back: readers get what is meant for them, and only that is stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnPart } from '../../src/answering/turn.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { composed, startBare } from './bare.ts'

onEachEngine((engine) => {
  test('what was taken back is followed by the answer as a whole, for readers of then and of later', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const [thought, said] = [createLatch(), createLatch()]
    bare.answer(async function* (): AsyncGenerator<TurnPart> {
      yield { kind: 'piece', text: 'Hidden plan' }
      await thought.released
      yield { kind: 'anew' }
      yield { kind: 'piece', text: 'Nine ' }
      await said.released
      yield { kind: 'piece', text: 'to five.' }
      yield { kind: 'done', turn: composed('Nine to five.') }
    })
    const conversation = await bare.conversation()
    const stream = await bare.stream(conversation, 'When are you open?')
    const hidden = await stream.until(({ code }) => code === 3)
    thought.release()
    await stream.until(({ code, data }) => code === 3 && data.includes('Nine'))
    const back = await bare.resume(hidden.id ?? '')
    said.release()
    const events = await stream.ended
    assert.equal(stream.text(), 'Hidden plan\n\nNine to five.')
    assert.equal(events.find(({ code }) => code === 10)?.data[0].content, 'Nine to five.')
    await back.ended
    assert.match(back.text().trim(), /^Nine to five\.$/)
    assert.equal((await bare.messages(conversation))[1]?.text, 'Nine to five.')
    // Whoever comes later to the last event gets nothing twice.
    const text = events.findLast(({ code }) => code === 3)
    const later = await bare.resume(text?.id ?? '')
    await later.ended
    assert.equal(later.text(), '')
  })
})
