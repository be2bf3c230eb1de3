/** Binding anonymous ids to the developer's id of a user. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConversation } from '../../src/conversations/open-conversation.ts'
import { userOf } from '../../src/conversations/store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const web = (anonymous_id: string, source_id?: string) => ({
  anonymous_id,
  conversation_type: 'WEB',
  source_id: source_id ?? null,
})

onEachEngine((engine) => {
  const service = sharedService(engine)
  const bind = (key: string, user_id: unknown, anonymous_ids: unknown) =>
    service().api('POST', '/v1/user/set-userid', { user_id, anonymous_ids }, key)
  const read = (key: string, query: string) =>
    service().api('GET', `/v1/user/get-user-cdp?${query}`, undefined, key)

  describe('users', () => {
    test('what was bound is answered, and found by either id', async () => {
      const { key } = await service().newAgent()
      const { status, json } = await bind(key, 'ann', [web('WEB:1'), web('WEB:2', 'shop')])
      assert.equal(status, 200)
      const bound = { user_id: 'ann', anonymous_ids: [web('WEB:1'), web('WEB:2', 'shop')] }
      assert.deepEqual(json, { code: 0, message: 'OK', data: bound })
      const whole = { code: 0, message: 'OK', data: { ann: bound } }
      assert.deepEqual((await read(key, 'user_id=ann')).json, whole)
      assert.deepEqual((await read(key, 'anonymous_id=WEB:2')).json, whole)
      assert.deepEqual((await read(key, 'user_id=nobody')).json.data, {})
    })

    test('binding again moves an anonymous id; the same id of another source stays', async () => {
      const { key } = await service().newAgent()
      await bind(key, 'ann', [web('WEB:1'), web('WEB:1', 'shop')])
      await bind(key, 'bob', [web('WEB:1')])
      const ids = async (user: string) => (await read(key, `user_id=${user}`)).json.data[user]?.anonymous_ids
      assert.deepEqual(await ids('bob'), [web('WEB:1')])
      assert.deepEqual(await ids('ann'), [web('WEB:1', 'shop')])
    })

    test('a user keeps the hundred bound last', async () => {
      const { key } = await service().newAgent()
      await bind(key, 'ann', [web('first')])
      await bind(
        key,
        'ann',
        Array.from({ length: 100 }, (_, n) => web(`n${String(n).padStart(3, '0')}`)),
      )
      const { anonymous_ids } = (await read(key, 'user_id=ann')).json.data.ann
      assert.equal(anonymous_ids.length, 100)
      assert.ok(!anonymous_ids.some(({ anonymous_id }: { anonymous_id: string }) => anonymous_id === 'first'))
    })

    test('of an anonymous id that many sources bound to users, the hundred users bound last are returned', async () => {
      const { key } = await service().newAgent()
      for (let n = 0; n <= 100; n++) await bind(key, `user-${n}`, [web('WEB:1', `source-${n}`)])
      // Binding again makes the first one the last.
      await bind(key, 'user-0', [web('WEB:1', 'source-0')])
      const users = Object.keys((await read(key, 'anonymous_id=WEB:1')).json.data)
      assert.deepEqual([users.length, users.includes('user-0')], [100, true])
    })

    test('an anonymous id keeps the hundred bindings made last', async () => {
      const { id, key } = await service().newAgent()
      const fromSources = (from: number) =>
        Array.from({ length: 100 }, (_, n) => web('WEB:1', `source-${from + n}`))
      await bind(key, 'ann', fromSources(0))
      await bind(key, 'bob', fromSources(100))
      const rows = await service()
        .service.database.q.selectFrom('user_bindings')
        .select('user_id')
        .where('agent_id', '=', id)
        .execute()
      assert.deepEqual([rows.length, new Set(rows.map(({ user_id }) => user_id))], [100, new Set(['bob'])])
      assert.deepEqual(Object.keys((await read(key, 'anonymous_id=WEB:1')).json.data), ['bob'])
    })

    test('of an anonymous id with more bindings than are kept the last hundred are read', async () => {
      const { id: agent_id, key } = await service().newAgent()
      const { database } = service().service
      const binding = { agent_id, anonymous_id: 'WEB:1', conversation_type: 'WEB' }
      await database.transaction('test', async (tx) => {
        for (let n = 0; n < 150; n++)
          await tx.q
            .insertInto('user_bindings')
            .values({ ...binding, source_id: `source-${n}`, user_id: `user-${n}`, updated_at: n })
            .execute()
      })
      const users = Object.keys((await read(key, 'anonymous_id=WEB:1')).json.data)
      assert.deepEqual(
        [users.length, users.includes('user-50'), users.includes('user-49')],
        [100, true, false],
      )
      const talk = { agentId: agent_id, channel: 'WEB', userId: null, anonymousId: 'WEB:1' } as const
      const conversation = await openConversation({ database, clock: systemClock }, talk)
      assert.equal(await userOf(database, conversation), 'user-149')
    })

    test('a bound user is the user of the visitor’s conversations, for this agent alone', async () => {
      const { id, key } = await service().newAgent()
      const other = await service().newAgent()
      const { database } = service().service
      const deps = { database, clock: systemClock }
      const begin = (agentId: string) =>
        openConversation(deps, { agentId, channel: 'WEB', userId: null, anonymousId: 'WEB:9' })
      const conversation = await begin(id)
      assert.equal(await userOf(database, conversation), null)
      await bind(key, 'ann', [web('WEB:9')])
      assert.equal(await userOf(database, conversation), 'ann')
      assert.equal(await userOf(database, await begin(other.id)), null)
      const path =
        '/v1/bot/conversation/page?conversation_type=WEB&user_id=ann&start_time=0&end_time=9999999999999'
      const { json } = await service().api('GET', `${path}&page=1&page_size=5`, undefined, key)
      assert.deepEqual(
        json.list.map((c: { user_id: string }) => c.user_id),
        ['ann'],
      )
    })

    test('a binding of a source does not take over a conversation that has its own', async () => {
      const { id, key } = await service().newAgent()
      const { database } = service().service
      const conversation = await openConversation(
        { database, clock: systemClock },
        { agentId: id, channel: 'WEB', userId: null, anonymousId: 'WEB:7' },
      )
      const countOf = async (user: string) => {
        const path = `/v1/bot/conversation/page?conversation_type=WEB&user_id=${user}&start_time=0`
        const rest = '&end_time=9999999999999&page=1&page_size=5'
        return (await service().api('GET', path + rest, undefined, key)).json.total
      }
      await bind(key, 'of-shop', [web('WEB:7', 'shop')])
      assert.deepEqual([await userOf(database, conversation), await countOf('of-shop')], ['of-shop', 1])
      await bind(key, 'ann', [web('WEB:7')])
      await bind(key, 'of-blog', [web('WEB:7', 'blog')])
      assert.equal(await userOf(database, conversation), 'ann')
      assert.deepEqual([await countOf('ann'), await countOf('of-shop'), await countOf('of-blog')], [1, 0, 0])
    })

    test('a user called __proto__ is a user like any other', async () => {
      const { key } = await service().newAgent()
      await bind(key, '__proto__', [web('WEB:1')])
      const { text } = await read(key, 'user_id=__proto__')
      assert.match(text, /"__proto__":\{"user_id":"__proto__"/)
    })

    for (const [what, user, ids, field] of [
      ['no user id', undefined, [web('a')], 'user_id'],
      ['no anonymous ids', 'ann', undefined, 'anonymous_ids'],
      ['an empty list', 'ann', [], 'anonymous_ids'],
      ['101 anonymous ids', 'ann', Array.from({ length: 101 }, (_, n) => web(`${n}`)), 'anonymous_ids'],
      [
        'a type of two words',
        'ann',
        [{ anonymous_id: 'a', conversation_type: 'BY PIGEON' }],
        'conversation_type',
      ],
      [
        'a type of 65 letters',
        'ann',
        [{ anonymous_id: 'a', conversation_type: 'X'.repeat(65) }],
        'conversation_type',
      ],
      ['the type ALL', 'ann', [{ anonymous_id: 'a', conversation_type: 'ALL' }], 'conversation_type'],
    ] as const) {
      test(`${what} is refused by name and binds nothing`, async () => {
        const { key } = await service().newAgent()
        const { status, json } = await bind(key, user, ids)
        assert.deepEqual([status, json.code], [400, 40000])
        assert.match(json.message, new RegExp(field))
        assert.deepEqual((await read(key, 'user_id=ann')).json.data, {})
      })
    }

    test('asking for a user without any id is refused', async () => {
      const { key } = await service().newAgent()
      assert.equal((await read(key, '')).json.code, 40000)
    })
  })
})
