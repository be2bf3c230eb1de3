/** A component that is removed while people talk through it: nobody is left waiting, on either side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { DESK, OK, type Scene, setScene } from './scene.ts'

const FAILED = /cannot be reached at the moment/

function remove(scene: Scene) {
  return scene.service.admin('DELETE', `/agents/${scene.agent.id}/human-services/${scene.serviceId}`)
}

/** Lets time run while it is waited for. */
async function removed(scene: Scene): Promise<number> {
  let status: number | undefined
  void remove(scene).then((answer) => {
    status = answer.status
  })
  await scene.until(
    'it is removed',
    () => status,
    (it) => it !== undefined,
  )
  return status as number
}

onEachEngine((engine) => {
  test('a component that is removed ends its open handoffs: each user is told, the desk hears of each end, and the AI is back', async () => {
    await using scene = await setScene(engine)
    const [talking, waiting] = [await scene.conversation(), await scene.conversation()]
    const ids = [await scene.handOver(talking), await scene.handOver(waiting)] as const
    for (const id of ids) await scene.inState(id, 'WAITING')
    await scene.reply(ids[0], 'Good day.')
    assert.equal(await removed(scene), 204)
    for (const [n, id] of ids.entries()) {
      const ended = await scene.handoff(id)
      assert.deepEqual([ended.state, ended.end_reason], ['ENDED', 'FAILED'])
      assert.equal(scene.desk(id).at(-1), 'close TIMEOUT', 'before its address is forgotten')
      await eventually(
        'the user is told',
        () => scene.heard(n === 0 ? talking : waiting),
        (words) => FAILED.test(words.at(-1) ?? ''),
      )
    }
    assert.equal((await scene.reply(ids[0], 'Still here')).json.code, 40357)
    await scene.user(talking, 'When are you open?')
    await scene.until(
      'the AI answers',
      () => scene.heard(talking).at(-1),
      (word) => word === 'We are open from nine to five.',
    )
  })

  test('a desk that does not answer holds up its removal for some seconds and no longer', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const latch = createLatch()
    scene.server.answer(({ path }) => (path.startsWith(DESK) ? { kind: 'hold', latch } : OK))
    const removing = remove(scene)
    await eventually(
      'the desk is told',
      () => scene.desk(id).at(-1),
      (line) => line === 'close TIMEOUT',
    )
    await scene.pass(5_100)
    assert.equal((await removing).status, 204, 'time stands still again')
    assert.equal((await scene.handoff(id)).end_reason, 'FAILED')
    latch.release()
  })
})
