/** Properties of users: set one by one, read back by either id, used by answers, and gone with the user. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { removeOldConversations } from '../../src/answering/removal/remove-conversations.ts'
import { readProperties } from '../../src/conversations/users.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine, onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newConversation } from './scene.ts'

const DAY_MS = 86_400_000
const named = (name: string, value: unknown) => ({ property_name: name, propertyName: name, value })

onEachEngine((engine) => {
  const service = sharedService(engine)
  const update = (key: string, user_id: unknown, property_values: unknown) =>
    service().api('POST', '/v1/property/update', { user_id, property_values }, key)
  const set = (key: string, user: string, values: Readonly<Record<string, unknown>>) =>
    update(
      key,
      user,
      Object.entries(values).map(([property_name, value]) => ({ property_name, value })),
    )
  const read = (key: string, query: string) =>
    service().api('GET', `/v2/user-property/query?${query}`, undefined, key)
  const valuesOf = async (key: string, user: string) =>
    Object.fromEntries(
      (await read(key, `user_ids=${user}`)).json[0].property_values.map(
        ({ property_name, value }: { property_name: string; value: unknown }) => [property_name, value],
      ),
    )

  describe('properties of users', () => {
    test('what was set is answered and read back as it was given, whatever its type', async () => {
      const { key } = await service().newAgent()
      const values = {
        plan: 'gold',
        age: 41,
        vip: true,
        tags: ['a', 'b'],
        会员等级: '黄金',
        'last order': '',
      }
      const { status, json } = await set(key, 'ann', values)
      assert.equal(status, 200)
      assert.deepEqual(json, {
        success_update: Object.entries(values).map(([name, value]) => named(name, value)),
        fail_update: [],
      })
      assert.deepEqual(await valuesOf(key, 'ann'), values)
      await set(key, 'ann', { plan: 'silver', age: null })
      const { age: _age, ...rest } = values
      assert.deepEqual(
        await valuesOf(key, 'ann'),
        { ...rest, plan: 'silver' },
        'null removes, the rest stays',
      )
    })

    test('of a property that stands twice in one update the last value is kept', async () => {
      const { key } = await service().newAgent()
      const values = [
        ['plan', 'gold'],
        ['age', 41],
        ['plan', null],
        ['age', null],
        ['age', 42],
      ].map(([property_name, value]) => ({ property_name, value }))
      const { json } = await update(key, 'bea', values)
      assert.equal(json.success_update.length, 5)
      assert.deepEqual(await valuesOf(key, 'bea'), { age: 42 })
    })

    test('a user id that is a number is its digits', async () => {
      const { key } = await service().newAgent()
      const value = [{ property_name: 'plan', value: 'gold' }]
      const body = { user_id: 4711, property_values: value }
      const { status } = await service().api('POST', '/v1/property/update', body, key)
      assert.equal(status, 200)
      assert.deepEqual(await valuesOf(key, '4711'), { plan: 'gold' })
    })

    test('users whose properties are enormous together are read a few at a time', async () => {
      const { key } = await service().newAgent()
      const users = Array.from({ length: 6 }, (_, n) => `user${n}`)
      const values = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, 'x'.repeat(1_990)]))
      for (const user of users) await set(key, user, values)
      assert.equal((await read(key, `user_ids=${users.slice(0, 5).join()}`)).json.length, 5)
      const { status, json } = await read(key, `user_ids=${users.join()}`)
      assert.equal(status, 400)
      assert.match(
        json.message,
        /user_ids: found users with more than 1,000,000 .*needed fewer users at a time/,
      )
    })

    test('several users are read with commas or by repeating, in the order asked', async () => {
      const { key } = await service().newAgent()
      await set(key, 'ann', { plan: 'gold' })
      await set(key, 'bob', { plan: 'silver' })
      const expected = [
        { user_id: 'bob', property_values: [named('plan', 'silver')] },
        { user_id: 'nobody', property_values: [] },
        { user_id: 'ann', property_values: [named('plan', 'gold')] },
      ]
      assert.deepEqual((await read(key, 'user_ids=bob,nobody,ann')).json, expected)
      assert.deepEqual((await read(key, 'user_ids=bob&user_ids=nobody&user_ids=ann')).json, expected)
    })

    test('an id that is asked for again is answered once', async () => {
      const { key } = await service().newAgent()
      await set(key, 'ann', { plan: 'gold' })
      const { json } = await read(key, 'user_ids=ann,bob,ann')
      assert.deepEqual(
        json.map(({ user_id }: { user_id: string }) => user_id),
        ['ann', 'bob'],
      )
      assert.equal((await read(key, 'anonymous_ids=WEB:1,WEB:1')).json.length, 1)
    })

    test('the anonymous id of a conversation that was created for a user has the properties of that user', async () => {
      const { key } = await service().newAgent()
      await set(key, 'ann', { plan: 'gold' })
      await service().api('POST', '/v1/conversation', { user_id: 'ann' }, key)
      const range = `start_time=1&end_time=${Date.now() + 60_000}`
      const list = `/v1/bot/conversation/page?conversation_type=ALL&page=1&page_size=10&${range}`
      const { json } = await service().api('GET', list, undefined, key)
      const [{ anonymous_id }] = json.list
      assert.deepEqual((await read(key, `anonymous_ids=${anonymous_id}`)).json, [
        { anonymous_id, property_values: [named('plan', 'gold')] },
      ])
    })

    test('an anonymous id has the properties of the user it is bound to; user_ids outranks it', async () => {
      const { key } = await service().newAgent()
      await set(key, 'ann', { plan: 'gold' })
      const anonymous_ids = [{ anonymous_id: 'WEB:1', conversation_type: 'WEB' }]
      await service().api('POST', '/v1/user/set-userid', { user_id: 'ann', anonymous_ids }, key)
      assert.deepEqual((await read(key, 'anonymous_ids=WEB:1,WEB:2')).json, [
        { anonymous_id: 'WEB:1', property_values: [named('plan', 'gold')] },
        { anonymous_id: 'WEB:2', property_values: [] },
      ])
      await set(key, 'of-shop', { plan: 'silver' })
      const ofShop = [{ anonymous_id: 'WEB:1', conversation_type: 'WEB', source_id: 'shop' }]
      const bound = { user_id: 'of-shop', anonymous_ids: ofShop }
      await service().api('POST', '/v1/user/set-userid', bound, key)
      const [first] = (await read(key, 'anonymous_ids=WEB:1')).json
      assert.deepEqual(
        first.property_values,
        [named('plan', 'gold')],
        'a binding without a source goes first',
      )
      const both = await read(key, 'user_ids=bob&anonymous_ids=WEB:1')
      assert.deepEqual(both.json, [{ user_id: 'bob', property_values: [] }])
    })

    test('agents do not see the properties of each other’s users', async () => {
      const [one, two] = [await service().newAgent(), await service().newAgent()]
      await set(one.key, 'ann', { plan: 'gold' })
      assert.deepEqual(await valuesOf(two.key, 'ann'), {})
    })

    for (const [what, entry, reason] of [
      ['a name of 101 characters', { property_name: 'x'.repeat(101), value: 1 }, /property_name.*101/],
      ['a name with braces', { property_name: '{{x}}', value: 1 }, /property_name.*other characters/],
      ['a name that is no text', { property_name: 7, value: 1 }, /property_name: found number/],
      [
        'a name that is an object',
        { property_name: { toString: 1 }, value: 1 },
        /property_name: found object/,
      ],
      ['no name', { value: 1 }, /property_name: found nothing/],
      ['no value', { property_name: 'x' }, /value: found nothing/],
      ['a value of 2,001 characters', { property_name: 'x', value: 'v'.repeat(2001) }, /2,001 characters/],
      ['a list whose JSON is too long', { property_name: 'x', value: ['v'.repeat(5000)] }, /characters/],
    ] as const) {
      test(`${what} fails with the reason, and what stands beside it is set`, async () => {
        const { key } = await service().newAgent()
        const { status, json } = await update(key, 'ann', [entry, { property_name: 'plan', value: 'gold' }])
        assert.equal(status, 200)
        assert.deepEqual(json.success_update, [named('plan', 'gold')])
        assert.equal(json.fail_update.length, 1)
        assert.match(json.fail_update[0].reason, reason)
        assert.deepEqual(await valuesOf(key, 'ann'), { plan: 'gold' })
      })
    }

    test('a user has at most a hundred; the one too many fails, and a change of those there is still taken', async () => {
      const { key } = await service().newAgent()
      const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, n]))
      const { json } = await set(key, 'ann', many)
      assert.deepEqual([json.success_update.length, json.fail_update.length], [100, 1])
      assert.match(json.fail_update[0].reason, /100 properties/)
      assert.equal((await set(key, 'ann', { p0: 'new' })).json.fail_update.length, 0)
      const swapped = await set(key, 'ann', { p1: null, p100: 100 })
      assert.equal(swapped.json.fail_update.length, 0, 'one that is removed makes room')
    })

    test('two updates at once leave a user with a hundred at most', async () => {
      const { key } = await service().newAgent()
      const many = (prefix: string) =>
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${prefix}${n}`, n]))
      await Promise.all([set(key, 'ann', many('a')), set(key, 'ann', many('b'))])
      assert.equal(Object.keys(await valuesOf(key, 'ann')).length, 100)
    })

    for (const [what, body, field] of [
      ['no user', { property_values: [{ property_name: 'a', value: 1 }] }, 'user_id'],
      ['no list', { user_id: 'ann' }, 'property_values'],
      ['an empty list', { user_id: 'ann', property_values: [] }, 'property_values'],
      ['entries that are no objects', { user_id: 'ann', property_values: ['a'] }, 'property_values'],
    ] as const) {
      test(`${what} is refused by name`, async () => {
        const { key } = await service().newAgent()
        const { status, json } = await service().api('POST', '/v1/property/update', body, key)
        assert.deepEqual([status, json.code], [400, 40000])
        assert.match(json.message, new RegExp(field))
      })
    }

    test('a query without ids, or with more than a hundred, is refused', async () => {
      const { key } = await service().newAgent()
      assert.match((await read(key, '')).json.message, /user_ids or anonymous_ids/)
      const ids = Array.from({ length: 101 }, (_, n) => `u${n}`).join(',')
      assert.match((await read(key, `user_ids=${ids}`)).json.message, /user_ids.*1 to 100/)
    })

    test('they go with the user’s last conversation, and no sooner', async () => {
      const { key } = await service().newAgent()
      await set(key, 'ann', { plan: 'gold' })
      await set(key, 'bob', { plan: 'silver' })
      const [first, last] = [
        await newConversation(service(), key, 'ann'),
        await newConversation(service(), key, 'ann'),
      ]
      await service().admin('DELETE', `/conversations/${first}`)
      assert.deepEqual(await valuesOf(key, 'ann'), { plan: 'gold' })
      await service().admin('DELETE', `/conversations/${last}`)
      assert.deepEqual(await valuesOf(key, 'ann'), {})
      assert.deepEqual(await valuesOf(key, 'bob'), { plan: 'silver' })
    })

    test('those of a user who never talked go when they were set long ago; those of a user who talks stay', async () => {
      const { key } = await service().newAgent()
      for (const user of ['silent', 'talks', 'visits']) await set(key, user, { plan: 'gold' })
      const { database } = service().service
      const clock = manualClock(Date.now() + 8 * DAY_MS)
      const recent = await newConversation(service(), key, 'talks')
      const change = (id: string, columns: object) =>
        database.transaction('test', (tx) =>
          tx.q.updateTable('conversations').set(columns).where('id', '=', id).execute(),
        )
      await change(recent, { recent_chat_at: clock.now() })
      const visit = await newConversation(service(), key, 'somebody')
      const visitor = { user_id: null, channel: 'WEB', anonymous_id: 'WEB:5' }
      await change(visit, { ...visitor, recent_chat_at: clock.now() })
      const anonymous_ids = [{ anonymous_id: 'WEB:5', conversation_type: 'WEB' }]
      await service().api('POST', '/v1/user/set-userid', { user_id: 'visits', anonymous_ids }, key)
      const log = createLog('silent')
      await removeOldConversations({ database, clock, log }, 9 * DAY_MS, () => false)
      assert.deepEqual(await valuesOf(key, 'silent'), { plan: 'gold' }, 'not before its time')
      await removeOldConversations({ database, clock, log }, 7 * DAY_MS, () => false)
      assert.deepEqual(await valuesOf(key, 'silent'), {})
      assert.deepEqual(await valuesOf(key, 'talks'), { plan: 'gold' })
      assert.deepEqual(await valuesOf(key, 'visits'), { plan: 'gold' })
    })
  })
})

onSqlite((engine) => {
  const service = sharedService(engine)

  test('whoever reads a hundred users, with properties or without, lets others in between', async () => {
    const { id } = await service().newAgent()
    const ids = Array.from({ length: 100 }, (_, n) => `u${n}`)
    for (const wanted of [
      { userIds: ids, anonymousIds: [] },
      { userIds: undefined, anonymousIds: ids },
    ]) {
      let isOver = false
      const reading = readProperties(service().service.database, id, wanted)
      void reading.finally(() => {
        isOver = true
      })
      let turns = 0
      for (; !isOver; turns++) await new Promise(setImmediate)
      assert.equal((await reading).length, 100)
      assert.ok(turns >= 100, `${turns} turns of the event loop`)
    }
  })
})
