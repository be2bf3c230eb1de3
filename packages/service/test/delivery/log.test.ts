/** The delivery log for people and programs: list, one with its attempts, counts, metrics, and no secret anywhere. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { deliveryDetail, deliveryList } from '@tandem/contract/admin-deliveries'
import { SUCCESS } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { setScene } from './scene.ts'

const run = promisify(execFile)

onSqlite((engine) => {
  test('the list filters by agent, conversation and state, newest first', async () => {
    await using scene = await setScene(engine)
    const other = await scene.service.newAgent('Other')
    scene.developer.answer(({ json }) =>
      (json as { conversation_id: string }).conversation_id === 'bad' ? { status: 500 } : SUCCESS,
    )
    const good = [await scene.send('a'), await scene.send('a'), await scene.send('b')]
    for (const id of good) await scene.settled(id)
    const bad = await scene.send('bad')
    await scene.attempted(bad, 1)
    const ids = async (query: string) => {
      const { json } = await scene.service.admin('GET', `/deliveries?${query}`)
      return deliveryList.parse(json).items.map(({ id }) => id)
    }
    const agent = `agent_id=${scene.agent.id}`
    assert.deepEqual(await ids(agent), [bad, ...good.toReversed()])
    assert.deepEqual(await ids(''), [bad, ...good.toReversed()])
    assert.deepEqual(await ids(`${agent}&conversation_id=a`), [good[1], good[0]])
    assert.deepEqual(await ids(`${agent}&state=pending`), [bad])
    assert.deepEqual(await ids(`${agent}&state=delivered`), good.toReversed())
    assert.deepEqual(await ids(`${agent}&state=dead`), [])
    assert.deepEqual(await ids(`agent_id=${other.id}`), [])
    assert.equal((await scene.service.admin('GET', '/deliveries?state=odd')).status, 400)
    assert.equal((await scene.service.admin('GET', '/deliveries?cursor=odd')).status, 400)
    assert.equal((await scene.service.admin('GET', '/deliveries/odd')).status, 404)
    assert.equal((await scene.service.api('GET', '/admin/v1/deliveries')).status, 401)
  })

  test('pages follow each other by cursor without a gap or a repeat, while new deliveries come in', async () => {
    await using scene = await setScene(engine)
    const sent: string[] = []
    for (let n = 0; n < 7; n++) sent.push(await scene.send(`c${n}`))
    const found: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { json } = await scene.service.admin('GET', `/deliveries?limit=2${cursor}`)
      found.push(...json.items.map(({ id }: { id: string }) => id))
      await scene.send('late')
      if (json.next_cursor === null) break
      cursor = `&cursor=${json.next_cursor}`
    }
    assert.deepEqual(found, sent.toReversed())
  })

  test('one delivery shows its body and every attempt with stage, status, latency, answer and reason', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(({ number }) => (number === 1 ? { status: 500, text: 'boom' } : SUCCESS))
    const id = await scene.send('a', 'Hello.')
    await scene.attempted(id, 1)
    await scene.pass(1200)
    await scene.settled(id)
    const detail = deliveryDetail.parse(await scene.delivery(id))
    assert.deepEqual(
      [detail.kind, detail.state, detail.attempts, detail.url],
      ['message', 'delivered', 2, scene.developer.url],
    )
    const [first, second] = detail.attempt_log
    assert.deepEqual([first?.number, first?.http_status, first?.response], [1, 500, 'boom'])
    assert.equal(first?.error, 'The response was 500; needed 200.')
    assert.deepEqual([second?.number, second?.http_status, second?.error], [2, 200, null])
    assert.ok((second?.started_at ?? 0) - (first?.started_at ?? 0) >= 900)
  })

  test('the curl line repeats the request through a shell, byte by byte, and holds no secret', async () => {
    await using scene = await setScene(engine, { connect: false })
    await scene.connect({ username: 'someone', secret: 'very secret' })
    const path = `/agents/${scene.agent.id}/message-webhook/signing-secrets`
    const { secret } = (await scene.service.admin('POST', path)).json
    const text = `It's "quoted", $HOME \`id\` \\ back; & | > < * ? ~ # ! %20 ü 漢字\n@file\t'`
    const { curl } = await scene.settled(await scene.send('a', text))
    for (const hidden of ['very secret', secret, Buffer.from('someone:very secret').toString('base64')])
      assert.equal(curl.includes(hidden), false)
    await run('sh', ['-c', `${curl} -s`])
    const [original, repeated] = scene.developer.requests
    assert.equal(repeated?.body, original?.body)
    assert.equal(repeated?.method, 'POST')
    assert.equal(repeated?.headers['webhook-id'], original?.headers['webhook-id'])
    assert.equal(repeated?.headers['content-type'], original?.headers['content-type'])
    assert.equal(repeated?.headers.authorization, 'Basic ***')
  })

  test('the curl line has every header of the request, and a body of any length', async () => {
    await using scene = await setScene(engine)
    const [first, second] = await Promise.all(
      ['short', `it's ${'ü'.repeat(90_000)}`].map(async (text) => scene.settled(await scene.send('a', text))),
    )
    for (const { curl, webhook_id } of [first, second]) {
      const original = scene.developer.requests.find(({ headers }) => headers['webhook-id'] === webhook_id)
      const before = scene.developer.requests.length
      const shell = run('sh', ['-s'])
      shell.child.stdin?.end(`${curl} -s`)
      await shell
      const repeated = scene.developer.requests[before]
      assert.equal(repeated?.body, original?.body)
      for (const name of ['content-type', 'user-agent', 'webhook-id', 'tandem-sequence', 'tandem-attempt'])
        assert.equal(repeated?.headers[name], original?.headers[name], name)
      assert.match(String(repeated?.headers['webhook-timestamp']), /^\d{10}$/)
    }
  })

  test('list and detail of a delivery agree: where it went, and the webhook-id on the wire', async () => {
    await using scene = await setScene(engine)
    const id = await scene.send('a')
    await scene.settled(id)
    await scene.settled((await scene.service.admin('POST', `/deliveries/${id}/replay`)).json.id)
    await scene.connect({ url: `${scene.developer.url}/elsewhere` })
    scene.developer.answer(() => ({ status: 500 }))
    const waiting = await scene.send('b')
    await scene.attempted(waiting, 1)
    await scene.connect({ url: `${scene.developer.url}/third` })
    await scene.attempted(waiting, 2)
    const agreed = async () => {
      const { items } = (await scene.service.admin('GET', '/deliveries')).json
      for (const item of items) {
        const { body: _body, curl: _curl, attempt_log: _log, ...detail } = await scene.delivery(item.id)
        assert.deepEqual(item, detail)
      }
      return (items as { url: string; webhook_id: string }[]).map(({ url, webhook_id }) => [url, webhook_id])
    }
    const { url } = scene.developer
    const went = [
      [url, id],
      [url, id],
    ]
    assert.deepEqual(await agreed(), [[`${url}/third`, waiting], ...went])
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    await scene.until(
      'dead',
      () => scene.delivery(waiting),
      ({ state }) => state === 'dead',
    )
    assert.deepEqual(await agreed(), [[`${url}/third`, waiting], ...went], 'also once the webhook is removed')
  })

  test('a delivery names the address it went to, also when another is set since, and curl takes it literally', async () => {
    await using scene = await setScene(engine, { connect: false })
    const went = `${scene.developer.url}/h?a[1-3]={x,y}`
    await scene.connect({ url: went })
    const id = await scene.send('a')
    await scene.settled(id)
    await scene.connect({ url: `${scene.developer.url}/elsewhere` })
    const { url, curl } = await scene.delivery(id)
    assert.equal(url, went)
    await run('sh', ['-c', `${curl} -s`])
    const paths = scene.developer.requests.map(({ path }) => path)
    assert.equal(paths.length, 2)
    assert.equal(paths[1], paths[0])
  })

  test('counts per endpoint say how many are pending, delivered and dead', async () => {
    await using scene = await setScene(engine)
    for (const text of ['1', '2', '3']) await scene.settled(await scene.send('a', text))
    scene.developer.answer(() => ({ status: 500 }))
    const refused = await scene.send('b')
    await scene.attempted(refused, 1)
    await scene.expire(refused)
    await scene.send('b')
    const { endpoints } = (await scene.service.admin('GET', `/deliveries/counts?agent_id=${scene.agent.id}`))
      .json
    const { pending, delivered, dead, type, component_id } = endpoints[0]
    assert.deepEqual(
      { pending, delivered, dead, type, component_id },
      { pending: 1, delivered: 3, dead: 1, type: 'message', component_id: null },
    )
    assert.equal(endpoints.length, 1)
    assert.equal((await scene.service.admin('GET', '/deliveries/counts?agent_id=nobody')).status, 404)
  })

  test('metrics show rate, latency, lag, parked endpoints and retries', async () => {
    await using scene = await setScene(engine)
    await scene.settled(await scene.send('a'))
    scene.developer.answer(() => ({ status: 500 }))
    for (let n = 0; n < 5; n++) await scene.attempted(await scene.send(`c${n}`), 1)
    const value = async (name: string) => {
      const { text } = await scene.service.api('GET', '/metrics')
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      return line === undefined ? undefined : Number(line.split(' ')[1])
    }
    assert.equal(await value('tandem_delivery_attempts_total{kind="message",verdict="delivered"}'), 1)
    assert.equal(await value('tandem_delivery_attempts_total{kind="message",verdict="failed"}'), 5)
    assert.equal(await value('tandem_delivery_attempt_seconds_count'), 6)
    assert.equal(await value('tandem_delivery_accept_to_delivered_seconds_count'), 1)
    await scene.until(
      'parked',
      () => value('tandem_gates_closed{state="parked"}'),
      (count) => count === 1,
    )
    assert.equal(await value('tandem_gates_closed{state="disabled"}'), 0)
    await scene.send('c0')
    assert.equal(await value('tandem_deliveries_waiting{endpoint="parked"}'), 6)
    assert.equal(await value('tandem_deliveries_waiting{endpoint="open"}'), 0)
    assert.equal(await value('tandem_deliveries_waiting{endpoint="disabled"}'), 0)
    assert.equal(await value('tandem_delivery_attempt_seconds_bucket{le="12"}'), 6)
    for (const name of [
      'tandem_lanes_oldest_due_seconds',
      'tandem_lane_runs',
      'tandem_lanes_claimed',
      'tandem_lane_outcomes_unwritten',
    ])
      assert.notEqual(await value(name), undefined, name)
  })

  test('a delivery that is given up leaves a line in the log of the service', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const id = await scene.send('a')
    await scene.attempted(id, 1)
    await scene.expire(id)
    const lines = scene.service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const line = lines.find(({ delivery }) => delivery === id)
    assert.deepEqual([line?.msg, line?.agent], ['a delivery was given up', scene.agent.id])
    assert.match(String(line?.error), /not delivered within/)
  })

  test('no secret is in the log or in any answer', async () => {
    await using scene = await setScene(engine, { connect: false })
    const secret = 'the-webhook-secret-itself'
    const saved = await scene.connect({ username: 'someone', secret })
    const path = `/agents/${scene.agent.id}/message-webhook/signing-secrets`
    const signing = (await scene.service.admin('POST', path)).json.secret
    scene.developer.answer(({ number }) => (number === 1 ? { status: 500 } : SUCCESS))
    const id = await scene.send('a')
    await scene.attempted(id, 1)
    await scene.pass(1200)
    await scene.settled(id)
    const seen = [
      saved.text,
      (await scene.service.admin('GET', `/agents/${scene.agent.id}/message-webhook`)).text,
      (await scene.service.admin('GET', path)).text,
      (await scene.service.admin('GET', `/deliveries/${id}`)).text,
      (await scene.service.admin('GET', '/deliveries')).text,
      (await scene.service.api('GET', '/metrics')).text,
      ...scene.service.logLines,
    ].join('\n')
    for (const hidden of [
      secret,
      signing,
      signing.slice(6),
      Buffer.from(`someone:${secret}`).toString('base64'),
    ])
      assert.equal(seen.includes(hidden), false)
  })
})
