/** The message webhook and the human services of an agent: set, shown, changed, removed; what is refused, and why. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const url = 'http://127.0.0.1:9/hook'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('the message webhook is set, replaced as a whole, and removed', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/message-webhook`
    const none = await admin('GET', path)
    assert.deepEqual([none.status, none.json.code], [404, 40400])
    const set = await admin('PUT', path, { url, username: 'shop', secret: 'open sesame' })
    assert.deepEqual([set.status, set.json], [200, { url, username: 'shop', has_secret: true }])
    assert.deepEqual((await admin('GET', path)).json, set.json)
    const changed = await admin('PUT', path, { url: `${url}/2` })
    assert.deepEqual(changed.json, { url: `${url}/2`, username: null, has_secret: false })
    assert.equal((await admin('DELETE', path)).status, 204)
    assert.equal((await admin('GET', path)).status, 404)
    assert.equal((await admin('DELETE', path)).status, 204)
  })

  test('a human service is added with defaults, changed field by field, and removed', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    const made = await admin('POST', path, { name: 'Desk', webhook_url: url })
    assert.equal(made.status, 201)
    const { id, created_at, updated_at, ...rest } = made.json
    assert.deepEqual(rest, {
      name: 'Desk',
      kind: 'webhook',
      webhook_url: url,
      username: null,
      has_secret: false,
      waiting_timeout_s: 60,
      idle_timeout_s: 1800,
      options: { hours: null, languages: [], phrases: [], keyless_replies: false, texts: {} },
    })
    assert.equal(created_at, updated_at)
    const change = async (body: object) => (await admin('PATCH', `${path}/${id}`, body)).json
    const secured = await change({ username: 'desk', secret: 'hush', waiting_timeout_s: 5 })
    assert.deepEqual(
      [secured.username, secured.has_secret, secured.waiting_timeout_s, secured.name],
      ['desk', true, 5, 'Desk'],
    )
    assert.deepEqual((await change({ name: 'Help' })).has_secret, true)
    const bare = await change({ username: null })
    assert.deepEqual([bare.username, bare.has_secret], [null, false])
    assert.equal((await admin('DELETE', `${path}/${id}`)).status, 204)
    assert.deepEqual((await admin('GET', path)).json, { items: [] })
    assert.equal((await admin('DELETE', `${path}/${id}`)).status, 404)
  })

  test('stored credentials follow a new address on the same host, and must be given again for another one', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    for (const [credentials, field] of [
      [{ username: 'desk', secret: 'hush' }, 'secret'],
      [{ username: 'a token' }, 'username'],
    ] as const) {
      const made = await admin('POST', path, { name: 'Desk', webhook_url: url, ...credentials })
      const change = (body: object) => admin('PATCH', `${path}/${made.json.id}`, body)
      const elsewhere = 'https://elsewhere.example/desk'
      const near = new URL('/other', url)
      near.port = '4711'
      assert.equal((await change({ webhook_url: near.href })).json.webhook_url, near.href)
      const refused = await change({ webhook_url: elsewhere })
      assert.equal(refused.status, 400)
      assert.match(refused.json.message, new RegExp(`${field}: found nothing, needed the ${field} again`))
      const [kept] = (await admin('GET', path)).json.items
      assert.equal(kept.webhook_url, near.href)
      assert.equal((await change({ webhook_url: elsewhere, [field]: 'anew' })).status, 200)
      assert.equal((await change({ webhook_url: url, username: null })).json.has_secret, false)
      assert.equal((await change({ webhook_url: elsewhere })).status, 200, 'nothing is left to be sent')
      await admin('DELETE', `${path}/${made.json.id}`)
    }
  })

  test('a human service of kind desk has no address and no credentials; one of kind webhook needs an address', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    const made = await admin('POST', path, { name: 'Desk', kind: 'desk' })
    assert.deepEqual([made.status, made.json.kind, made.json.webhook_url], [201, 'desk', 'tandem://desk'])
    const refused = async (method: string, at: string, body: object, field: string) => {
      const { status, json } = await admin(method, at, body)
      assert.equal(status, 400)
      assert.match(json.message, new RegExp(`${field}: found`))
    }
    await refused('POST', path, { name: 'Desk', kind: 'desk', webhook_url: url }, 'webhook_url')
    await refused('POST', path, { name: 'Desk', kind: 'desk', username: 'me' }, 'username')
    await refused('POST', path, { name: 'Desk' }, 'webhook_url')
    await refused('PATCH', `${path}/${made.json.id}`, { webhook_url: url }, 'webhook_url')
  })

  test('a secret without a username is refused, also when a change would leave one', async () => {
    const { admin } = service()
    const { id } = await service().newAgent()
    const services = `/agents/${id}/human-services`
    const alone = [
      await admin('PUT', `/agents/${id}/message-webhook`, { url, secret: 'hush' }),
      await admin('POST', services, { name: 'x', webhook_url: url, secret: 'hush' }),
      await admin(
        'PATCH',
        `${services}/${(await admin('POST', services, { name: 'x', webhook_url: url })).json.id}`,
        {
          secret: 'hush',
        },
      ),
    ]
    for (const answer of alone) {
      assert.deepEqual([answer.status, answer.json.code], [400, 40000])
      assert.match(answer.json.message, /: username: found nothing, needed a username/)
      assert.ok(!answer.text.includes('hush'))
    }
  })

  test('a username with a colon is refused beside a secret, also in a change', async () => {
    const { admin } = service()
    const { id } = await service().newAgent()
    const services = `/agents/${id}/human-services`
    const made = await admin('POST', services, { name: 'x', webhook_url: url, username: 'a', secret: 'hush' })
    const answer = await admin('PATCH', `${services}/${made.json.id}`, { username: 'a:b' })
    assert.deepEqual([answer.status, answer.json.code], [400, 40000])
    assert.match(answer.json.message, /: username: found "a:b", needed a username without a colon/)
    const without = await admin('PATCH', `${services}/${made.json.id}`, { username: 'a:b', secret: null })
    assert.deepEqual([without.status, without.json.username, without.json.has_secret], [200, '…', false])
  })

  test('two changes of a human service at once both stay', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    const { id } = (await admin('POST', path, { name: 'Desk', webhook_url: url })).json
    for (let round = 1; round <= 10; round++) {
      await Promise.all([
        admin('PATCH', `${path}/${id}`, { name: `Desk ${round}` }),
        admin('PATCH', `${path}/${id}`, { waiting_timeout_s: round }),
        admin('PATCH', `${path}/${id}`, { idle_timeout_s: round }),
      ])
      const [now] = (await admin('GET', path)).json.items
      assert.deepEqual([now.name, now.waiting_timeout_s, now.idle_timeout_s], [`Desk ${round}`, round, round])
    }
  })

  test('bad addresses, names and times are refused with the field', async () => {
    const { admin } = service()
    const { id } = await service().newAgent()
    const good = { name: 'x', webhook_url: url }
    const cases: [body: object, field: string][] = [
      [{ ...good, webhook_url: 'ftp://x' }, 'webhook_url'],
      [{ ...good, webhook_url: 'http://u:p@x/' }, 'webhook_url'],
      [{ ...good, webhook_url: undefined }, 'webhook_url'],
      [{ ...good, name: '' }, 'name'],
      [{ ...good, username: 'a\r\nb' }, 'username'],
      [{ ...good, username: '' }, 'username'],
      [{ ...good, waiting_timeout_s: 0 }, 'waiting_timeout_s'],
      [{ ...good, waiting_timeout_s: 86_401 }, 'waiting_timeout_s'],
      [{ ...good, idle_timeout_s: '60 s' }, 'idle_timeout_s'],
    ]
    for (const [body, field] of cases) {
      const answer = await admin('POST', `/agents/${id}/human-services`, body)
      assert.deepEqual([answer.status, answer.json.code], [400, 40000], answer.text)
      assert.match(answer.json.message, new RegExp(`: ${field}: found .+, needed .+`))
    }
  })
})
