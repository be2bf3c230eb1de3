/** What the log says of handoffs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { OK, setScene } from './scene.ts'

onSqlite((engine) => {
  test('the log tells of handoffs by their conversation, never by the id that is all a keyless reply needs', async () => {
    await using scene = await setScene(engine, { component: { options: { keyless_replies: true } } })
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const keyless = { conversation_id: id, timestamp: scene.clock.now(), body: 'Here I am.' }
    assert.equal((await scene.service.api('POST', '/v1/human/message/receive', keyless)).status, 200)
    await scene.inState(id, 'CONNECTED')
    assert.equal((await scene.closeByUser(conversation)).status, 200)

    scene.server.answer(({ path }) => (path.includes('/establish') ? { status: 410 } : OK))
    const failing = await scene.conversation()
    const failed = await scene.handOver(failing)
    await scene.inState(failed, 'FAILED')
    const said = (text: string) =>
      scene.service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === text)
    const [warning] = await eventually(
      'the log says that it failed',
      () => said('a handoff failed'),
      ({ length }) => length === 1,
    )
    assert.deepEqual([warning.level, warning.conversation, warning.agent], ['warn', failing, scene.agent.id])
    const moves = said('a handoff changed its state').filter((line) => line.conversation === conversation)
    assert.deepEqual(
      moves.map(({ to }) => to),
      ['REQUESTED', 'WAITING', 'CONNECTED', 'AI'],
    )
    for (const line of scene.service.logLines)
      for (const secret of [id, failed]) assert.ok(!line.includes(secret), line)
  })
})
