/** Order per conversation, and conversations that do not wait for each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch, type ReceivedRequest, SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { setScene } from './scene.ts'

type Wire = { conversation_id: string; output: { content: { text: string } }[] }
const said = ({ json }: ReceivedRequest) => {
  const { conversation_id, output } = json as Wire
  return `${conversation_id}${output[0]?.content.text}`
}

onEachEngine((engine) => {
  test('a later message never overtakes a failing one', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(({ number }) => (number <= 3 ? { status: 500 } : SUCCESS))
    const ids: string[] = []
    for (const text of ['1', '2', '3']) ids.push(await scene.send('a', text))
    await scene.until(
      'all delivered',
      () => scene.delivery(ids[2] ?? ''),
      ({ state }) => state === 'delivered',
    )
    assert.deepEqual(scene.developer.requests.map(said), ['a1', 'a1', 'a1', 'a1', 'a2', 'a3'])
  })

  test('one failing conversation does not delay another', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer((request) => (said(request).startsWith('bad') ? { status: 500 } : SUCCESS))
    const bad = await scene.send('bad', '1')
    await scene.attempted(bad, 1)
    for (const text of ['1', '2', '3'])
      assert.equal((await scene.settled(await scene.send('good', text))).state, 'delivered')
    assert.equal((await scene.delivery(bad)).state, 'pending')
  })

  test('a conversation whose receiver is slow keeps its messages in order and no other one waiting', async () => {
    await using scene = await setScene(engine)
    const latch = createLatch()
    scene.developer.answer((request) => (said(request) === 'slow1' ? { kind: 'hold', latch } : SUCCESS))
    const slow = [await scene.send('slow', '1'), await scene.send('slow', '2')]
    await scene.developer.waitFor(1)
    assert.equal((await scene.settled(await scene.send('quick', '1'))).state, 'delivered')
    assert.deepEqual(scene.developer.requests.map(said), ['slow1', 'quick1'])
    latch.release()
    for (const id of slow) await scene.settled(id)
    assert.deepEqual(scene.developer.requests.map(said), ['slow1', 'quick1', 'slow2'])
  })

  test('messages sent at the same moment get numbers without gaps and arrive in that order', async () => {
    await using scene = await setScene(engine)
    const path = `/agents/${scene.agent.id}/messages`
    const sends = Array.from({ length: 60 }, async (_, n) => {
      const conversation_id = `c${n % 3}`
      const { json } = await scene.service.admin('POST', path, { conversation_id, text: String(n) })
      return { conversation_id, ...json }
    })
    const sent = await Promise.all(sends)
    for (const { delivery_id } of sent) await scene.settled(delivery_id)
    for (const conversation of ['c0', 'c1', 'c2']) {
      const numbers = sent
        .filter((one) => one.conversation_id === conversation)
        .map(({ sequence }) => sequence)
      assert.deepEqual(
        numbers.sort((a, b) => a - b),
        Array.from({ length: 20 }, (_, n) => n + 1),
      )
      const arrived = scene.developer.requests.filter(
        ({ json }) => (json as Wire).conversation_id === conversation,
      )
      assert.deepEqual(
        arrived.map(({ headers }) => Number(headers['tandem-sequence'])),
        Array.from({ length: 20 }, (_, n) => n + 1),
      )
    }
  })
})
