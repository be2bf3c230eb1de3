/** What a developer's endpoint receives: body, headers, authentication, signature. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentMessage as messageShape } from '@tandem/contract/message'
import { Webhook } from 'standardwebhooks'
import { retryAfter, SUCCESS } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { setScene } from './scene.ts'

onSqlite((engine) => {
  test('a message arrives whole, as JSON, by POST, with its place in the conversation', async () => {
    await using scene = await setScene(engine)
    const first = await scene.settled(await scene.send('a', 'One "quoted" ü 漢字'))
    const second = await scene.settled(await scene.send('a', 'Two'))
    const other = await scene.settled(await scene.send('b', 'Other'))
    const [one, two, three] = scene.developer.requests
    assert.ok(one && two && three)
    assert.equal(one.method, 'POST')
    assert.equal(one.headers['content-type'], 'application/json')
    assert.match(String(one.headers['user-agent']), /^Tandem\//)
    const body = messageShape.parse(one.json)
    assert.equal(body.conversation_id, 'a')
    assert.equal(body.output[0]?.content.text, 'One "quoted" ü 漢字')
    assert.equal(body.usage.tokens.total_tokens, 0)
    assert.deepEqual(first.body, one.json)
    assert.deepEqual(
      [one, two, three].map(({ headers }) => headers['tandem-sequence']),
      ['1', '2', '1'],
    )
    assert.deepEqual(
      [one, two, three].map(({ headers }) => headers['webhook-id']),
      [first.id, second.id, other.id],
    )
    assert.equal(one.headers['webhook-timestamp'], String(Math.floor(scene.clock.now() / 1000)))
    assert.equal(one.headers['webhook-signature'], undefined)
  })

  test('webhook-id and sequence stay the same over retries, the attempt counts up', async () => {
    await using scene = await setScene(engine)
    scene.developer.answer(({ number }) => (number < 3 ? retryAfter(0) : SUCCESS))
    const id = await scene.send('a')
    await scene.attempted(id, 1)
    await scene.pass(1100)
    await scene.attempted(id, 2)
    await scene.pass(5500)
    await scene.settled(id)
    const seen = scene.developer.requests.map(({ headers, body }) => ({
      id: headers['webhook-id'],
      sequence: headers['tandem-sequence'],
      attempt: headers['tandem-attempt'],
      body,
    }))
    const body = scene.developer.requests[0]?.body
    assert.deepEqual(
      seen,
      ['1', '2', '3'].map((attempt) => ({ id, sequence: '1', attempt, body })),
    )
  })

  test('message webhook with neither username nor secret: no Authorization header', async () => {
    await using scene = await setScene(engine)
    await scene.settled(await scene.send('a'))
    assert.equal(scene.developer.requests[0]?.headers.authorization, undefined)
  })

  test('only a username: it is the Bearer token', async () => {
    await using scene = await setScene(engine, { connect: false })
    await scene.connect({ username: 'someone' })
    await scene.settled(await scene.send('a'))
    assert.equal(scene.developer.requests[0]?.headers.authorization, 'Bearer someone')
  })

  test('username and secret: HTTP Basic with the secret as password, in UTF-8', async () => {
    await using scene = await setScene(engine, { connect: false })
    await scene.connect({ username: 'someone', secret: 'pässword:with colon' })
    await scene.settled(await scene.send('a'))
    const expected = Buffer.from('someone:pässword:with colon', 'utf8').toString('base64')
    assert.equal(scene.developer.requests[0]?.headers.authorization, `Basic ${expected}`)
  })

  test('signature of deliveries: a receiver verifies it with any of the secrets, and an expired one signs no more', async () => {
    await using scene = await setScene(engine, { startAt: Date.now() })
    const path = `/agents/${scene.agent.id}/message-webhook/signing-secrets`
    const own = `whsec_${Buffer.from('a secret of the developer, long enough').toString('base64')}`
    assert.equal((await scene.service.admin('POST', path, { secret: own })).status, 201)
    const verifies = (secret: string) => {
      const { body, headers } = scene.developer.requests.at(-1) ?? assert.fail('nothing came')
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }
    // At once: whoever was told that it is there may count on it.
    await scene.settled(await scene.send('a'))
    assert.equal(verifies(own), true)

    const made = (await scene.service.admin('POST', path, { expire_others_in_s: 60 })).json.secret
    await scene.settled(await scene.send('a'))
    assert.deepEqual([verifies(own), verifies(made)], [true, true])

    await scene.pass(60_000)
    await scene.settled(await scene.send('a'))
    assert.deepEqual([verifies(own), verifies(made)], [false, true])
    assert.equal(verifies(`whsec_${Buffer.alloc(32).toString('base64')}`), false)

    const { items } = (await scene.service.admin('GET', path)).json
    assert.equal(JSON.stringify(items).includes('whsec_'), false)
    for (const { id } of items) await scene.service.admin('DELETE', `${path}/${id}`)
    await scene.settled(await scene.send('a'))
    assert.equal(scene.developer.requests.at(-1)?.headers['webhook-signature'], undefined)
  })

  test('signing secrets go with their endpoint: the next one is not signed for whoever had the old', async () => {
    await using scene = await setScene(engine)
    const path = `/agents/${scene.agent.id}/message-webhook/signing-secrets`
    await scene.service.admin('POST', path, {})
    await scene.settled(await scene.send('a'))
    assert.notEqual(scene.developer.requests.at(-1)?.headers['webhook-signature'], undefined)
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}/message-webhook`)
    await scene.connect()
    assert.deepEqual((await scene.service.admin('GET', path)).json.items, [])
    await scene.settled(await scene.send('a'))
    assert.equal(scene.developer.requests.at(-1)?.headers['webhook-signature'], undefined)

    const service = { name: 'Desk', webhook_url: scene.developer.url }
    const services = `/agents/${scene.agent.id}/human-services`
    const { id } = (await scene.service.admin('POST', services, service)).json
    assert.equal((await scene.service.admin('POST', `${services}/${id}/signing-secrets`, {})).status, 201)
    assert.equal((await scene.service.admin('DELETE', `${services}/${id}`)).status, 204)
    assert.equal(await scene.service.countRows('signing_secrets'), 0)
  })
})
