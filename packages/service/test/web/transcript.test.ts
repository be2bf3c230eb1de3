/** A chat as a visitor saves it, however long it has become. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transcriptOf } from '../../src/answering/web/transcript.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'

onSqlite((engine) => {
  test('of a long chat the last thousand messages are saved, in their order and piece by piece', async () => {
    await using service = await startTestService(engine)
    const agent = await service.newAgent()
    await service.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
    const chat = (await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})).json
    const at = `/web/v1/chats/${chat.conversation_id}`
    await service.api('POST', `${at}/messages`, { text: 'Hello' }, chat.token)
    const read = async () => (await service.api('GET', `${at}/messages`, undefined, chat.token)).json.messages
    await eventually('an answer', read, (messages) => messages.length === 2)
    const { database } = service.service
    const stored = database.q.selectFrom('messages').selectAll().where('seq', '=', 1)
    const message = await stored.executeTakeFirstOrThrow()
    await database.transaction('test', async (tx) => {
      for (let seq = 3; seq <= 1_100; seq++)
        await tx.q
          .insertInto('messages')
          .values({ ...message, id: `m${seq}`, seq, text: `Word ${seq}` })
          .execute()
      await tx.q.updateTable('conversations').set({ next_seq: 1_101 }).execute()
    })
    const saved = await service.api('GET', `${at}/transcript`, undefined, chat.token)
    assert.deepEqual(
      saved.text.match(/Word \d+/g),
      Array.from({ length: 1000 }, (_, n) => `Word ${n + 101}`),
    )
    assert.equal(saved.text.split('\n\n').length, 1000)

    const pieces: string[] = []
    const conversation = { id: chat.conversation_id, next_seq: 1_101, language: null }
    for await (const piece of transcriptOf(database, conversation)) pieces.push(piece)
    assert.equal(pieces.length, 1000)
    assert.equal(pieces.join(''), saved.text)
  })
})
