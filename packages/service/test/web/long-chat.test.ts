/** A chat of very many messages costs others nothing when it is read again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings } from '../../src/agents/settings.ts'
import { createChatEvents } from '../../src/answering/web/events.ts'
import type { Live } from '../../src/conversations/live.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'

const MESSAGES = 1000

onSqlite((engine) => {
  test('a stream that begins with a long chat leaves others their turn between its pages', async () => {
    await using service = await startTestService(engine)
    const { id } = await service.newAgent()
    await service.admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true } })
    const chat = (await service.api('POST', `/web/v1/agents/${id}/chats`, {})).json
    const at = `/web/v1/chats/${chat.conversation_id}`
    await service.api('POST', `${at}/messages`, { text: 'Hello' }, chat.token)
    const { database } = service.service
    await database.transaction('test', async (tx) => {
      const one = await tx.q.selectFrom('messages').selectAll().limit(1).executeTakeFirstOrThrow()
      for (let seq = 10; seq < 10 + MESSAGES; seq++)
        await tx.q
          .insertInto('messages')
          .values({ ...one, id: `m-${seq}`, seq })
          .execute()
    })

    const live = { watch: () => () => {} } as unknown as Live
    const progress = { soFarIn: () => [], follow: () => () => {} }
    const events = createChatEvents({
      database,
      clock: systemClock,
      live,
      settings: createSettings(database, systemClock),
      progress,
      pathTo: () => '',
    })
    let isOver = false
    let end = () => {}
    const stream = {
      async send(text: string) {
        if (!text.includes(`"m-${9 + MESSAGES}"`)) return true
        isOver = true
        end()
        return true
      },
      isEnded: () => isOver,
      onEnd(fn: () => void) {
        end = fn
      },
      isStopping: () => false,
    }
    const following = events.follow(stream, chat.conversation_id, 0)
    let turns = 0
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
    await following
    assert.ok(turns >= MESSAGES / 100, `${turns} turns of the event loop`)
  })
})
