/** What a response means: delivered, failed and tried again, or gone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { type Behaviour, GONE, retryAfter, SUCCESS } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

/** The first attempt at a message that is answered like this, and how its delivery stands afterwards. */
async function answeredBy(scene: Scene, behaviour: Behaviour, conversation: string) {
  scene.developer.answer(() => behaviour)
  const detail = await scene.attempted(await scene.send(conversation), 1)
  return { ...detail, attempt: detail.attempt_log[0] }
}

onSqlite((engine) => {
  test('success of a delivery: HTTP 200, with or without the code that the contract asks for', async () => {
    await using scene = await setScene(engine)
    const good: Behaviour[] = [
      SUCCESS,
      { status: 200, json: { code: 0, message: 'OK' } },
      { status: 200, json: { code: '200' } },
      { status: 200, text: 'ok' },
      { status: 200, text: '' },
      { status: 200, text: '{"code":200' },
    ]
    for (const [n, behaviour] of good.entries()) {
      const { state, last_error, delivered_at, attempt } = await answeredBy(scene, behaviour, `c${n}`)
      assert.deepEqual([state, last_error], ['delivered', null], JSON.stringify(behaviour))
      assert.equal(delivered_at, scene.clock.now())
      assert.deepEqual(
        [attempt.stage, attempt.http_status, attempt.error, attempt.warning],
        ['read', 200, null, null],
      )
    }
  })

  test('another 2xx counts as delivered, with a warning in the log', async () => {
    await using scene = await setScene(engine)
    const { state, last_error, attempt } = await answeredBy(scene, { status: 204 }, 'a')
    assert.deepEqual([state, last_error], ['delivered', 'The response was 204; needed 200.'])
    assert.equal(attempt.warning, 'The response was 204; needed 200.')
  })

  test('a 200 whose JSON has another code than 200 or 0 is a failure', async () => {
    await using scene = await setScene(engine)
    const { state, attempt } = await answeredBy(scene, { status: 200, json: { code: 500, msg: 'no' } }, 'a')
    assert.equal(state, 'pending')
    assert.match(attempt.error, /"code":500/)
    assert.match(attempt.response, /"msg":"no"/)
  })

  test('whatever its code is, at the end of whatever: only 200 and 0 are success', async () => {
    await using scene = await setScene(engine)
    const bad: Behaviour[] = [
      { json: { code: '-1' } },
      { json: { code: 'FAIL' } },
      { json: { code: false } },
      { json: { code: { value: 500 } } },
      { text: '\uFEFF{"code":500}' },
      { text: `{"code":500,"trace":"${'x'.repeat(100_000)}"}` },
      ...Object.entries({
        gzip: gzipSync,
        br: brotliCompressSync,
        deflate: deflateSync,
        Deflate: deflateRawSync,
      }).map(
        ([encoding, pack]): Behaviour => ({
          text: pack('{"code":500}'),
          headers: { 'content-encoding': encoding },
        }),
      ),
    ]
    for (const [n, behaviour] of bad.entries()) {
      const { id, state, attempt } = await answeredBy(scene, behaviour, `c${n}`)
      assert.equal(state, 'pending', JSON.stringify(behaviour).slice(0, 60))
      assert.match(attempt.error, /"code":/)
      scene.developer.answer(() => SUCCESS)
      await scene.until(
        'delivered',
        () => scene.delivery(id),
        (it) => it.state === 'delivered',
      )
    }
  })

  test('nothing packed is asked for, and an answer that could not be read to its code says so', async () => {
    await using scene = await setScene(engine)
    const odd: [Behaviour, RegExp][] = [
      [
        { text: 'not gzip', headers: { 'content-encoding': 'gzip' } },
        /encoded as gzip, and could not be read/,
      ],
      [{ text: '?', headers: { 'content-encoding': 'zstd' } }, /encoded as zstd/],
      [{ text: gzipSync(Buffer.alloc(9e6)), headers: { 'content-encoding': 'gzip' } }, /encoded as gzip/],
      [{ text: `{"pad":"${'x'.repeat(70_000)}","code":500}` }, /longer than is read/],
    ]
    for (const [n, [behaviour, warning]] of odd.entries()) {
      const { state, attempt } = await answeredBy(scene, behaviour, `c${n}`)
      assert.equal(state, 'delivered')
      assert.match(attempt.warning, warning)
    }
    const packed = { text: gzipSync('{"code":200}'), headers: { 'content-encoding': 'gzip' } }
    const { state, attempt } = await answeredBy(scene, packed, 'packed')
    assert.deepEqual([state, attempt.warning, attempt.response], ['delivered', null, '{"code":200}'])
    assert.equal(scene.developer.requests[0]?.headers['accept-encoding'], 'identity')
  })

  test('an answer that was packed many times over is not unpacked', async () => {
    await using scene = await setScene(engine)
    const packed = (times: number): Behaviour => ({
      text: Array.from({ length: times }).reduce(
        (text: Buffer) => gzipSync(text),
        Buffer.from('{"code":500}'),
      ),
      headers: { 'content-encoding': Array(times).fill('gzip').join(', ') },
    })
    const twice = await answeredBy(scene, packed(2), 'twice')
    assert.match(twice.attempt.error, /500/)
    const often = await answeredBy(scene, packed(2_000), 'often')
    assert.equal(often.state, 'delivered')
    assert.match(often.attempt.warning, /encoded as gzip, gzip, .*could not be read/)
  })

  test('every delivery that is given up is counted, whatever for', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(() => ({ status: 500 }))
    const refused = await scene.send('a')
    await scene.attempted(refused, 1)
    assert.equal((await scene.expire(refused)).state, 'dead')
    const late = await scene.send('b')
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    const isOver = ({ state }: { state: string }) => state !== 'pending'
    assert.equal((await scene.until('over', () => scene.delivery(late), isOver)).state, 'dead')
    const { text } = await scene.service.api('GET', '/metrics')
    assert.match(text, /^tandem_delivery_dead_total\{kind="message"\} 2$/m)
  })

  test('a 200 with a page of HTML is delivered with a warning: somebody else may have answered', async () => {
    await using scene = await setScene(engine)
    for (const [n, text] of [
      '<!doctype html><h1>Log in',
      '\uFEFF \n<html>',
      '<?xml version="1.0"?>',
    ].entries()) {
      const { state, last_error, attempt } = await answeredBy(scene, { text }, `c${n}`)
      assert.equal(state, 'delivered', text)
      assert.match(attempt.warning, /200 with a page of HTML or XML; needed \{"code":200/)
      assert.equal(last_error, attempt.warning)
    }
  })

  test('an answer that breaks off keeps the bytes that came', async () => {
    await using scene = await setScene(engine)
    const { attempt } = await answeredBy(scene, { kind: 'drop', when: 'mid-body' }, 'a')
    assert.deepEqual(
      [attempt.stage, attempt.http_status, attempt.response],
      ['read', 200, 'only the beginning'],
    )
  })

  test('redirects are not followed, and where they lead is in the log', async () => {
    await using scene = await setScene(engine)
    const location = { location: `${scene.developer.url}/elsewhere` }
    for (const status of [301, 302, 303, 307, 308]) {
      const { id, state, attempt } = await answeredBy(scene, { status, headers: location }, `c${status}`)
      assert.equal(state, 'pending')
      const said = `The response was ${status}, a redirect to ${location.location}; redirects are not followed.`
      assert.equal(attempt.error, said)
      scene.developer.answer(() => SUCCESS)
      await scene.until(
        'delivered',
        () => scene.delivery(id),
        (it) => it.state === 'delivered',
      )
    }
    assert.equal(scene.developer.requests.filter(({ path }) => path === '/elsewhere').length, 0)
  })

  test('the query of the address that a redirect leads to, which may open it, is in no line of the log', async () => {
    await using scene = await setScene(engine)
    const location = `${scene.developer.url}/elsewhere`
    const redirect = { status: 301, headers: { location: `${location}?token=opens#there` } }
    const { attempt } = await answeredBy(scene, redirect, 'a')
    assert.equal(
      attempt.error,
      `The response was 301, a redirect to ${location}; redirects are not followed.`,
    )
    assert.equal(attempt.response_headers.location, `${location}?token=opens#there`)
    await scene.service.api('POST', '/v1/webhook/check', undefined, scene.agent.key)
    const lines = scene.service.logLines.filter((line) => line.includes('/elsewhere'))
    assert.notEqual(lines.length, 0)
    assert.deepEqual(
      lines.filter((line) => line.includes('opens')),
      [],
    )
  })

  test('4xx and 5xx are failures, each tried again after the first wait of the schedule and not before', async () => {
    await using scene = await setScene(engine)
    for (const status of [304, 400, 401, 404, 500, 503]) {
      const before = scene.developer.requests.length
      const { id, state, last_error } = await answeredBy(scene, { status }, `c${status}`)
      assert.deepEqual([state, last_error], ['pending', `The response was ${status}; needed 200.`])
      await scene.pass(890)
      assert.equal(scene.developer.requests.length, before + 1)
      scene.developer.answer(() => SUCCESS)
      await scene.pass(220)
      assert.equal((await scene.settled(id)).state, 'delivered')
    }
  })

  test('Retry-After is honoured, in seconds and as a date', async () => {
    await using scene = await setScene(engine)
    const dated = new Date(scene.clock.now() + 130_000).toUTCString()
    const behaviours = [retryAfter(30, 429), { status: 503, headers: { 'retry-after': dated } }]
    for (const [n, behaviour] of behaviours.entries()) {
      const { id } = await answeredBy(scene, behaviour, `c${n}`)
      const count = scene.developer.requests.length
      scene.developer.answer(() => SUCCESS)
      await scene.pass(29_000)
      assert.equal(scene.developer.requests.length, count)
      await scene.until(
        'delivered',
        () => scene.delivery(id),
        ({ state }) => state === 'delivered',
      )
    }
  })

  test('410 disables the endpoint: that message is dead, nothing else is sent or tested, until the settings are saved', async () => {
    await using scene = await setScene(engine)
    const { id, state, last_error } = await answeredBy(scene, GONE, 'a')
    assert.equal(state, 'dead')
    assert.match(last_error, /410/)
    const counts = async () =>
      (await scene.service.admin('GET', `/deliveries/counts?agent_id=${scene.agent.id}`)).json.endpoints[0]
    await eventually('disabled', counts, (it) => it.state === 'disabled')
    assert.match((await counts()).reason, /410/)
    scene.developer.answer(() => SUCCESS)
    const later = [await scene.send('a', 'two'), await scene.send('b', 'one')]
    await scene.pass(60_000)
    assert.equal(scene.developer.requests.length, 1)

    // New settings at a new address: the very first request goes there.
    await scene.delivery(id)
    await scene.connect({ url: `${scene.developer.url}/new` })
    for (const one of later)
      await scene.until(
        'delivered',
        () => scene.delivery(one),
        ({ state }) => state === 'delivered',
      )
    assert.deepEqual(
      scene.developer.requests.map(({ path }) => path),
      ['/', '/new', '/new'],
    )
    assert.equal((await counts()).state, 'open')
  })
})
