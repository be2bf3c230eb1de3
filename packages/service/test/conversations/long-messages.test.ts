/** Lists of long messages: a response stays small where it may, and nothing is lost or repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConversation } from '../../src/conversations/open-conversation.ts'
import { newestMessages } from '../../src/conversations/read-messages.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newConversation, store } from './scene.ts'

/** Six bytes for each character in JSON. */
const LONG = '\u0001'.repeat(50_000)
const MESSAGES = 5
/** Half a million characters and one more message. */
const MOST_BYTES = 900_000

onEachEngine((engine) => {
  const service = sharedService(engine)

  async function longTalk(conversationId: string): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < MESSAGES; n++)
      ids.push((await store(service(), conversationId, { text: `${n} ${LONG}` })).id)
    ids.push((await store(service(), conversationId, { text: 'Short.' })).id)
    return ids
  }

  /** The ids of all messages, page by page. */
  async function follow(path: string, key: string): Promise<string[]> {
    const ids: string[] = []
    for (let after = 0; ; ) {
      const { text, json } = await service().api('GET', `${path}?after=${after}`, undefined, key)
      assert.ok(text.length < MOST_BYTES, `${text.length} bytes`)
      assert.ok(json.messages.length > 0)
      ids.push(...json.messages.map(({ id }: { id: string }) => id))
      if (!json.has_more) return ids
      after = json.messages.at(-1).sequence
    }
  }

  async function newChat() {
    const agent = await service().newAgent()
    await service().admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
    const chats = `/web/v1/agents/${agent.id}/chats`
    const { json } = await service().api('POST', chats, {})
    return { chats, id: json.conversation_id as string, token: json.token as string }
  }

  test('pages of long messages end early, and a reader that follows them gets each message once', async () => {
    const { id, token } = await newChat()
    const ids = await longTalk(id)
    assert.deepEqual(await follow(`/admin/v1/conversations/${id}`, service().adminToken), ids)
    assert.deepEqual(await follow(`/web/v1/chats/${id}/messages`, token), ids)
    const limited = await service().admin('GET', `/conversations/${id}?limit=1`)
    assert.deepEqual([limited.json.messages.length, limited.json.has_more], [1, true])
  })

  test('a chat that is opened again shows the newest messages that fit', async () => {
    const { chats, id, token } = await newChat()
    const ids = await longTalk(id)
    const { text, json } = await service().api('POST', chats, { token })
    assert.equal(json.conversation_id, id)
    assert.ok(text.length < MOST_BYTES, `${text.length} bytes`)
    const shown = json.messages.map((message: { id: string }) => message.id)
    assert.deepEqual(shown, ids.slice(-3))
    const { database } = service().service
    assert.deepEqual(await newestMessages(database, id, 1, (row) => row.id), ids.slice(-1))
  })

  test('the newest messages of a long conversation are its last ones in order', async () => {
    const { database } = service().service
    const { id: agentId } = await service().newAgent()
    const talk = await openConversation(
      { database, clock: systemClock },
      { agentId, channel: 'API', userId: null },
    )
    const ids: string[] = []
    for (let n = 0; n < 25; n++) ids.push((await store(service(), talk.id, { text: `${n}` })).id)
    for (const count of [9, 10, 11, 24, 25, 26])
      assert.deepEqual(await newestMessages(database, talk.id, count, (row) => row.id), ids.slice(-count))
  })

  test('a numbered page has all of its messages however long they are, and is written in parts', async () => {
    const { key } = await service().newAgent()
    const id = await newConversation(service(), key)
    const ids = await longTalk(id)
    const page = (page: number, accept: string) =>
      fetch(`${service().url}/v2/messages?conversation_id=${id}&page=${page}&page_size=5`, {
        headers: { authorization: `Bearer ${key}`, accept },
      })
    const long = await page(1, 'application/json')
    assert.equal(long.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(long.headers.get('content-length'), null)
    const json = (await long.json()) as ReturnType<typeof JSON.parse>
    assert.equal(json.total, MESSAGES + 1)
    const entries = json.conversation_content as ReturnType<typeof JSON.parse>[]
    assert.deepEqual(
      entries.map(({ message_id }) => message_id),
      ids.slice(0, 5),
    )
    assert.equal(entries[4].parent_message_id, ids[3])
    assert.deepEqual(entries[1].content, [{ branch_content: [{ type: 'text', text: `1 ${LONG}` }] }])

    const asEvent = await page(1, 'text/event-stream')
    assert.equal(asEvent.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const event = await asEvent.text()
    assert.deepEqual(JSON.parse(event.replace(/^data: /, '')), json)
    assert.ok(event.endsWith('\n\n'))

    const rest = await page(2, 'application/json')
    assert.notEqual(rest.headers.get('content-length'), null)
    const last = (await rest.json()) as typeof json
    assert.deepEqual(
      last.conversation_content.map((entry: typeof json) => [entry.message_id, entry.parent_message_id]),
      [[ids[5], ids[4]]],
    )

    const first = await service().api(
      'GET',
      `/v1/messages?conversation_id=${id}&page=1&page_size=5`,
      undefined,
      key,
    )
    assert.equal(first.json.total, MESSAGES + 1)
    assert.deepEqual(
      first.json.messages.map(({ message_id, text }: typeof json) => [message_id, text]),
      ids.slice(0, 5).map((each, n) => [each, `${n} ${LONG}`]),
    )
  })
})
