/** Who may call: the Bearer key of the agent, in the forms clients send it, and the one endpoint that asks nobody. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { answerOn, headOf, openSocket, sendRaw } from '../harness/raw-socket.ts'
import { eventually, pairsOf, sharedService, startTestService } from '../harness/service.ts'

const HEALTH = '/v1/webhook/service/health'

onSqlite((engine) => {
  const service = sharedService(engine)
  const bases = (authorization: string | undefined) =>
    fetch(`${service().url}/v1/bot/knowledge/base/page`, {
      headers: authorization === undefined ? {} : { authorization },
    })

  test('authentication beyond the Bearer header: the scheme in any case, exactly one key, nothing in the query', async () => {
    const { key } = await service().newAgent()
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`]) {
      assert.equal((await bases(header)).status, 200, header)
    }
    const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    for (const header of [
      undefined,
      key,
      'Bearer',
      'Bearer ',
      `Bearer ${key} ${key}`,
      `Bearer "${key}"`,
      basic,
    ]) {
      const answer = await bases(header)
      assert.equal(answer.status, 401, header)
      const { code, hint } = JSON.parse(await answer.text())
      assert.equal(code, 40127)
      assert.match(hint, /Bearer|API key/)
    }
    const inQuery = await service().api('GET', `/v1/bot/knowledge/base/page?api_key=${key}`)
    assert.equal(inQuery.status, 401)
  })

  test('the key identifies the agent: each agent sees its own documents', async () => {
    const [one, two] = [await service().newAgent('One'), await service().newAgent('Two')]
    await service().addDocument(one.key, pairsOf(3))
    const counts = async (key: string) =>
      (await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)).json.knowledge_base.map(
        ({ doc, chunk }: { doc: number; chunk: number }) => [doc, chunk],
      )
    assert.deepEqual(await counts(one.key), [[1, 3]])
    assert.deepEqual(await counts(two.key), [[0, 0]])
  })

  test('credentials are checked before the body: a wrong key never gets to know whether its body was right', async () => {
    const answer = await service().api('POST', '/v1/bot/doc/qa/add', '{"broken', 'tdm_wrong')
    assert.deepEqual([answer.status, answer.json.code], [401, 40127])
  })

  test('a key that is revoked while a body is on its way no longer counts for it', async () => {
    const { id, key } = await service().newAgent()
    const { api_key, id: keyId } = (await service().admin('POST', `/agents/${id}/api-keys`)).json
    const body = JSON.stringify({ user_id: 'anna' })
    const socket = await openSocket(service().url)
    const head = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' }
    socket.write(headOf('POST', '/v1/conversation', { ...head, 'content-length': String(body.length) }))
    const lastUse = async () => {
      const { json } = await service().admin('GET', `/agents/${id}/api-keys`)
      return json.items.find((each: { id: string }) => each.id === keyId).last_used_at
    }
    await eventually('the key was checked', lastUse, (at) => at !== null)
    await service().admin('DELETE', `/agents/${id}/api-keys/${keyId}`)
    socket.write(body)
    const { status, text } = await answerOn(socket)
    assert.deepEqual([status, JSON.parse(text).code], [401, 40127])
    const query = 'conversation_type=ALL&user_id=anna&start_time=0&end_time=9999999999999&page=1&page_size=10'
    const made = await service().api('GET', `/v1/bot/conversation/page?${query}`, undefined, key)
    assert.equal(made.json.total, 0, made.text)
  })

  test('the admin token and API keys do not stand in for each other', async () => {
    const { key } = await service().newAgent()
    const { adminToken, api } = service()
    assert.equal((await api('GET', '/admin/v1/agents', undefined, key)).status, 401)
    assert.equal((await api('GET', '/admin/v1/agents')).status, 401)
    assert.equal((await api('GET', '/v1/bot/knowledge/base/page', undefined, adminToken)).status, 401)
  })

  test('health needs no authentication: 200 and the plain text service is normal', async () => {
    for (const authorization of [undefined, 'Bearer nonsense', 'nonsense']) {
      const answer = await fetch(service().url + HEALTH, {
        headers: authorization === undefined ? {} : { authorization },
      })
      assert.equal(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
      assert.equal(await answer.text(), 'service is normal')
    }
  })

  test('health is 503 once the service drains', async () => {
    await using own = await startTestService(engine)
    const { id, key } = await own.newAgent()
    // A request that is still being sent holds the service in its drain.
    const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) })
    const held = await openSocket(own.url)
    const head = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': `${body.length}`,
    }
    held.write(headOf('POST', '/v1/bot/doc/qa/add', head) + body.slice(0, 10))
    const answer = answerOn(held)
    // Its key is noted once the server has read the head.
    await eventually(
      'the key was used',
      async () => (await own.admin('GET', `/agents/${id}/api-keys`)).json.items[0].last_used_at,
      (usedAt) => usedAt !== null,
    )
    const stopped = own.stop()
    const [health, other] = [headOf('GET', HEALTH, {}), headOf('GET', '/v1/bot/knowledge/base/page', {})]
    const drained = await eventually(
      'the drain has begun',
      () => sendRaw(own.url, health),
      ({ status }) => status !== 200,
    )
    assert.deepEqual([drained.status, drained.text], [503, 'service is shutting down'])
    const refused = await sendRaw(own.url, other)
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [503, 50300])
    held.write(body.slice(10))
    assert.equal((await answer).status, 200)
    await stopped
  })
})
