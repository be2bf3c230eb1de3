/** Conversations and their history, in the platform's shapes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newConversation, store, wholeTime } from './scene.ts'

const page = 'page=1&page_size=10'

onEachEngine((engine) => {
  const service = sharedService(engine)

  describe('beginning a conversation', () => {
    test('a conversation is begun with the developer’s id of the user', async () => {
      const { key } = await service().newAgent()
      const { status, json } = await service().api('POST', '/v1/conversation', { user_id: 'u-1' }, key)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(json), ['conversation_id'])
      assert.match(json.conversation_id, /^[0-9a-f-]{36}$/)
    })

    for (const [what, body] of [
      ['no user id', {}],
      ['an empty user id', { user_id: '' }],
      ['a user id of 201 characters', { user_id: 'x'.repeat(201) }],
      ['a fraction as user id', { user_id: 7.5 }],
    ] as const) {
      test(`${what} is refused by name and begins nothing`, async () => {
        const { key } = await service().newAgent()
        const before = await service().countRows('conversations')
        const { status, json } = await service().api('POST', '/v1/conversation', body, key)
        assert.deepEqual([status, json.code], [400, 40000])
        assert.match(json.message, /user_id/)
        assert.equal(await service().countRows('conversations'), before)
      })
    }

    test('a deleted agent’s key is answered 40378', async () => {
      const { id, key } = await service().newAgent()
      await service().admin('DELETE', `/agents/${id}`)
      const { json } = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
      assert.equal(json.code, 40378)
    })
  })

  describe('messages of a conversation', () => {
    test('they come oldest first, a page at a time, in the platform’s shape', async () => {
      const { key } = await service().newAgent()
      const id = await newConversation(service(), key)
      const question = await store(service(), id, { text: 'Where is my parcel?' })
      const answer = await store(service(), id, {
        role: 'assistant',
        text: 'On its way.',
        parentId: question.id,
      })
      await store(service(), id, { role: 'human', text: 'It arrives today.' })
      const first = await service().api(
        'GET',
        `/v2/messages?conversation_id=${id}&page=1&page_size=2`,
        undefined,
        key,
      )
      assert.equal(first.status, 200)
      assert.deepEqual(first.json, {
        total: 3,
        conversation_content: [
          {
            message_id: question.id,
            parent_message_id: null,
            create_time: question.created_at,
            role: 'user',
            content: [{ branch_content: [{ type: 'text', text: 'Where is my parcel?' }] }],
          },
          {
            message_id: answer.id,
            parent_message_id: question.id,
            create_time: answer.created_at,
            role: 'assistant',
            content: [
              {
                from_component_branch: 'answer',
                from_component_name: 'knowledge',
                branch_content: [{ type: 'text', text: 'On its way.' }],
              },
            ],
          },
        ],
      })
      const second = await service().api(
        'GET',
        `/v2/messages?conversation_id=${id}&page=2&page_size=2`,
        undefined,
        key,
      )
      assert.deepEqual(
        second.json.conversation_content.map((m: { role: string; parent_message_id: string }) => [
          m.role,
          m.parent_message_id,
        ]),
        [['assistant', answer.id]],
        'what answers nothing has the message before it as its parent, also across pages',
      )
    })

    test('the bytes of an attachment are not sent back, its name and address are', async () => {
      const { key } = await service().newAgent()
      const id = await newConversation(service(), key)
      await store(service(), id, {
        text: 'see file',
        content: [
          { type: 'text', text: 'see file' },
          { type: 'document', document: [{ base64_content: 'QUJD', format: 'txt', name: 'a.txt' }] },
          { type: 'image', image: [{ url: 'https://example.com/a.png', format: 'png', name: 'a.png' }] },
        ],
      })
      const { json, text } = await service().api(
        'GET',
        `/v2/messages?conversation_id=${id}&${page}`,
        undefined,
        key,
      )
      assert.deepEqual(json.conversation_content[0].content[0].branch_content, [
        { type: 'text', text: 'see file' },
        { type: 'document', document: [{ url: null, format: 'txt', name: 'a.txt', size: null }] },
        {
          type: 'image',
          image: [{ url: 'https://example.com/a.png', format: 'png', name: 'a.png', size: null }],
        },
      ])
      assert.ok(!text.includes('QUJD'))
    })

    test('unknown, foreign and out-of-range are told apart by their codes', async () => {
      const { key } = await service().newAgent()
      const other = await service().newAgent()
      const id = await newConversation(service(), key)
      const ask = async (query: string, as = key) =>
        (await service().api('GET', `/v2/messages?${query}`, undefined, as)).json.code
      assert.equal(await ask(`conversation_id=nope&${page}`), 40356)
      assert.equal(await ask(`conversation_id=${id}&${page}`, other.key), 40356)
      assert.equal(await ask(`conversation_id=${id}&page=2&page_size=10`), 40005)
      assert.equal(await ask(`conversation_id=${id}&page=0&page_size=10`), 40000)
      assert.equal(await ask(`conversation_id=${id}&page=1&page_size=101`), 40000)
      assert.equal(await ask(`conversation_id=${id}&page=1`), 40000)
      assert.equal(await ask(page), 40000)
      assert.equal(await ask(`conversation_id=${id}&${page}`, 'tdm_wrong'), 40127)
    })
  })

  describe('the list of conversations', () => {
    test('the most recently active comes first, with counts and subject', async () => {
      const { id: agentId, key } = await service().newAgent()
      const older = await newConversation(service(), key, 'ann')
      const newer = await newConversation(service(), key, 'bob')
      const { created_at } = await store(service(), newer, { text: 'Hello' })
      // Not within the same millisecond, or neither would be the more recent one.
      const last = await store(service(), older, { text: '  How do I\n pay?  ' }, created_at + 1)
      const { json } = await service().api(
        'GET',
        `/v1/bot/conversation/page?conversation_type=ALL&${wholeTime}&${page}`,
        undefined,
        key,
      )
      assert.equal(json.total, 2)
      const [first, second] = json.list
      assert.match(first.anonymous_id, /^API:/)
      assert.deepEqual(
        { ...first, anonymous_id: '' },
        {
          conversation_id: older,
          user_id: 'ann',
          anonymous_id: '',
          recent_chat_time: last.created_at,
          subject: 'How do I pay?',
          conversation_type: 'API',
          message_count: 1,
          cost_credit: 0,
          bot_id: agentId,
        },
      )
      assert.equal(second.conversation_id, newer)
    })

    test('time, user and type narrow it; other agents’ are never in it', async () => {
      const { key } = await service().newAgent()
      const other = await service().newAgent()
      await newConversation(service(), other.key, 'ann')
      const early = await newConversation(service(), key, 'ann')
      const late = await newConversation(service(), key, 'bob')
      const inFuture = 5_000_000_000_000
      await store(service(), late, { text: 'later' }, inFuture)
      const list = async (query: string) => {
        const path = `/v1/bot/conversation/page?${query}&${page}`
        const { json } = await service().api('GET', path, undefined, key)
        return json.list.map((c: { conversation_id: string }) => c.conversation_id)
      }
      assert.deepEqual(await list(`conversation_type=API&${wholeTime}`), [late, early])
      assert.deepEqual(await list(`conversation_type=API&start_time=0&end_time=${inFuture - 1}`), [early])
      assert.deepEqual(await list(`conversation_type=API&start_time=${inFuture}&end_time=${inFuture}`), [
        late,
      ])
      assert.deepEqual(await list(`conversation_type=ALL&${wholeTime}&user_id=ann`), [early])
      assert.deepEqual(await list(`conversation_type=WEB&${wholeTime}`), [])
      assert.deepEqual(await list(`conversation_type=SLACK&${wholeTime}`), [])
      assert.deepEqual(await list(`conversation_type=api&${wholeTime}`), [late, early])
    })

    for (const query of [
      `${wholeTime}&${page}`,
      `conversation_type=BY+PIGEON&${wholeTime}&${page}`,
      `conversation_type=${'X'.repeat(65)}&${wholeTime}&${page}`,
      `conversation_type=ALL&start_time=5&end_time=4&${page}`,
      `conversation_type=ALL&end_time=4&${page}`,
      `conversation_type=ALL&${wholeTime}&page=1&page_size=0`,
      `conversation_type=ALL&${wholeTime}&page=x&page_size=5`,
    ]) {
      test(`a parameter error is answered to ?${query}`, async () => {
        const { key } = await service().newAgent()
        const { status, json } = await service().api(
          'GET',
          `/v1/bot/conversation/page?${query}`,
          undefined,
          key,
        )
        assert.deepEqual([status, json.code], [400, 40000])
      })
    }
  })
})
