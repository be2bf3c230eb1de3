/** Agents and their API keys: made, listed, renamed, deleted; a key is shown once, kept as a hash, revocable, its use recorded. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { maxApiKeysPerAgent } from '@tandem/contract/admin'
import { insertKey } from '../../src/agents/store.ts'
import { manualClock, TEST_NOW } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, sharedService, startTestService } from '../harness/service.ts'

const BASES = '/v1/bot/knowledge/base/page'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('an agent is made with its first key, and listed, found and renamed without it', async () => {
    const { admin } = service()
    const made = await admin('POST', '/agents', { name: 'Shop' })
    assert.equal(made.status, 201)
    const { agent, api_key } = made.json
    assert.match(api_key, /^tdm_[0-9a-f]{12}_[\w-]{32}$/)
    assert.deepEqual(
      [agent.name, agent.status, agent.deleted_at, agent.created_at === agent.updated_at],
      ['Shop', 'active', null, true],
    )
    const found = await admin('GET', `/agents/${agent.id}`)
    assert.deepEqual(found.json, { agent })
    const renamed = await admin('PATCH', `/agents/${agent.id}`, { name: 'Store' })
    assert.equal(renamed.json.agent.name, 'Store')
    const list = await admin('GET', '/agents?limit=1')
    assert.deepEqual(list.json.items, [renamed.json.agent])
    for (const answer of [found, renamed, list]) assert.ok(!answer.text.includes(api_key))
  })

  test('the list goes on where its cursor says, and knows the deleted from the living', async () => {
    await using own = await startTestService(engine)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await own.newAgent(`Agent ${n}`)).id)
    await own.admin('DELETE', `/agents/${ids[2]}`)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const { json } = await own.admin('GET', `/agents?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      seen.push(...json.items.map(({ id }: { id: string }) => id))
      cursor = json.next_cursor
    }
    assert.deepEqual([...seen].sort(), [...ids].sort())
    const deleted = await own.admin('GET', '/agents?status=deleted')
    assert.deepEqual(
      deleted.json.items.map(({ id }: { id: string }) => id),
      [ids[2]],
    )
    const active = await own.admin('GET', '/agents?status=active')
    assert.equal(active.json.items.length, 4)
  })

  test('keys created at the same time never exceed the most an agent may have, and the valid ones are all listed', async () => {
    const { id } = await service().newAgent()
    const keys = Array.from({ length: maxApiKeysPerAgent + 1_500 }, (_, n) => ({
      ...{ id: `${id}-${String(n).padStart(4, '0')}`, agent_id: id, prefix: `${id}-${n}`, hash: `${n}` },
      ...{ label: null, created_at: TEST_NOW, last_used_at: null },
      // One is left; the newest are revoked.
      revoked_at: n < maxApiKeysPerAgent - 2 ? null : TEST_NOW,
    }))
    await service().service.database.transaction('test', async (tx) => {
      for (const key of keys) await insertKey(tx, key)
    })
    const create = () => service().admin('POST', `/agents/${id}/api-keys`, {})
    const answers = await Promise.all(Array.from({ length: 4 }, create))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
    assert.match(answers.find(({ status }) => status === 409)?.json.message, /1,000 API keys/)
    const { json } = await service().admin('GET', `/agents/${id}/api-keys`)
    const valid = json.items.filter(({ revoked_at }: { revoked_at: number | null }) => revoked_at === null)
    assert.equal(valid.length, maxApiKeysPerAgent)
    assert.equal(json.items.length, 2 * maxApiKeysPerAgent)
  })

  test('a key is stored as its hash alone, and found by a prefix that tells nothing', async () => {
    const { id, key } = await service().newAgent()
    const [row] = await service()
      .service.database.q.selectFrom('api_keys')
      .selectAll()
      .where('agent_id', '=', id)
      .execute()
    assert.equal(row?.hash, createHash('sha256').update(key).digest('hex'))
    assert.equal(row?.prefix, key.slice(4, 16))
    assert.ok(!JSON.stringify(row).includes(key.slice(17)))
  })

  test('a second key works beside the first, is listed without itself, and stops working when revoked', async () => {
    const { admin, api } = service()
    const { id, key } = await service().newAgent()
    const made = await admin('POST', `/agents/${id}/api-keys`, { label: 'Server' })
    assert.equal(made.status, 201)
    const second = made.json.api_key
    assert.equal((await api('GET', BASES, undefined, second)).status, 200)
    const listed = await admin('GET', `/agents/${id}/api-keys`)
    const entry = listed.json.items.find((item: { id: string }) => item.id === made.json.id)
    assert.deepEqual([entry.label, entry.prefix, entry.revoked_at], ['Server', second.slice(0, 16), null])
    assert.ok(!listed.text.includes(second) && !listed.text.includes(key))
    assert.equal((await admin('DELETE', `/agents/${id}/api-keys/${made.json.id}`)).status, 204)
    const refused = await api('GET', BASES, undefined, second)
    assert.deepEqual([refused.status, refused.json.code], [401, 40127])
    assert.equal((await api('GET', BASES, undefined, key)).status, 200)
  })

  test('of many requests at once each is judged by its own key, and none by a key that was revoked before it came', async () => {
    const { admin, api } = service()
    const { id, key } = await service().newAgent()
    const made = (await admin('POST', `/agents/${id}/api-keys`)).json
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    const ask = (keys: string[]) =>
      Promise.all(keys.map(async (each) => (await api('GET', BASES, undefined, each)).status))
    const keys = Array.from({ length: 6 }, () => [key, made.api_key, wrong]).flat()
    assert.deepEqual(
      await ask(keys),
      keys.map((each) => (each === wrong ? 401 : 200)),
    )
    const [during] = await Promise.all([ask(keys), admin('DELETE', `/agents/${id}/api-keys/${made.id}`)])
    assert.deepEqual(
      during.filter((_, i) => keys[i] !== made.api_key),
      keys.filter((each) => each !== made.api_key).map((each) => (each === wrong ? 401 : 200)),
    )
    assert.deepEqual(
      await ask(keys),
      keys.map((each) => (each === key ? 200 : 401)),
    )
  })

  test('a key can be made without a body, and only a key of the agent can be revoked', async () => {
    const { admin } = service()
    const [one, two] = [await service().newAgent(), await service().newAgent()]
    const made = await admin('POST', `/agents/${one.id}/api-keys`)
    assert.equal(made.status, 201)
    const astray = await admin('DELETE', `/agents/${two.id}/api-keys/${made.json.id}`)
    assert.deepEqual([astray.status, astray.json.code], [404, 40400])
    assert.equal((await service().api('GET', BASES, undefined, made.json.api_key)).status, 200)
  })

  test('the last use of a key is recorded, at most once a minute', async () => {
    const clock = manualClock()
    await using own = await startTestService(engine, { clock })
    const { id, key } = await own.newAgent()
    const lastUse = async () => (await own.admin('GET', `/agents/${id}/api-keys`)).json.items[0].last_used_at
    const use = () => own.api('GET', BASES, undefined, key)
    assert.equal(await lastUse(), null)
    await use()
    await eventually('the first use', lastUse, (at) => at === TEST_NOW)
    await clock.advance(59_000)
    await use()
    await clock.advance(2000)
    await use()
    await eventually('the later use', lastUse, (at) => at !== TEST_NOW)
    assert.equal(await lastUse(), TEST_NOW + 61_000)
  })

  test('a deleted agent is still shown, its keys answer 40378, and nothing more can be done to it', async () => {
    const { admin, api } = service()
    const { id, key } = await service().newAgent()
    const deleted = await admin('DELETE', `/agents/${id}`)
    assert.deepEqual([deleted.status, deleted.json.agent.status], [200, 'deleted'])
    assert.equal(typeof deleted.json.agent.deleted_at, 'number')
    const again = await admin('DELETE', `/agents/${id}`)
    assert.equal(again.json.agent.deleted_at, deleted.json.agent.deleted_at)
    assert.equal((await admin('GET', `/agents/${id}`)).json.agent.status, 'deleted')
    assert.equal((await api('GET', BASES, undefined, key)).json.code, 40378)
    const url = 'http://127.0.0.1:9/'
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['POST', '/api-keys', {}],
      ['PUT', '/message-webhook', { url }],
      ['POST', '/human-services', { name: 'x', webhook_url: url }],
    ] as const) {
      const answer = await admin(method, `/agents/${id}${path}`, body)
      assert.deepEqual([answer.status, answer.json.code], [403, 40378], path)
    }
  })

  test('an unknown agent is not found, and a bad name is refused', async () => {
    const { admin } = service()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/api-keys', {}],
      ['GET', '/api-keys', undefined],
      ['GET', '/message-webhook', undefined],
      ['GET', '/human-services', undefined],
    ] as const) {
      const answer = await admin(method, `/agents/nobody${path}`, body)
      assert.deepEqual([answer.status, answer.json.code], [404, 40400], `${method} ${path}`)
    }
    for (const body of [{}, { name: '' }, { name: 7 }, { name: 'x'.repeat(201) }, []]) {
      assert.equal((await admin('POST', '/agents', body)).json.code, 40000)
    }
  })
})
