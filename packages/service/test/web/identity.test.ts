/** Known users: a visitor is who the owner’s server says, by a signed token, and nobody else. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const clock = manualClock()
  const service = sharedService(engine, { clock })

  async function newShop(web: object = {}) {
    const { id } = await service().newAgent('Shop')
    const change = (more: object) =>
      service().admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true, ...more } })
    await change(web)
    const secret = async () => (await service().admin('GET', `/agents/${id}/identity`)).json.secret as string
    const start = (body: object) => service().api('POST', `/web/v1/agents/${id}/chats`, body)
    return { id, change, secret, start }
  }

  /** Good for an hour, unless told. */
  function signed(key: string | KeyObject, claims: object, { alg = 'HS256', seconds = 3600 } = {}) {
    const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg })
    jwt.setExpirationTime(Math.floor(clock.now() / 1000) + seconds)
    return jwt.sign(typeof key === 'string' ? new TextEncoder().encode(key) : key)
  }

  test('a chat belongs to the user its token names, and goes on for that user alone', async () => {
    const shop = await newShop()
    const secret = await shop.secret()
    const [ann, bob] = [await signed(secret, { sub: 'ann' }), await signed(secret, { sub: 'bob' })]
    const anonymous = (await shop.start({})).json
    assert.equal(anonymous.user_id, null)
    // Who signs in goes on with what was said before.
    const known = (await shop.start({ token: anonymous.token, user_jwt: ann })).json
    assert.deepEqual([known.conversation_id, known.user_id], [anonymous.conversation_id, 'ann'])
    const other = (await shop.start({ token: known.token, user_jwt: bob })).json
    assert.notEqual(other.conversation_id, known.conversation_id)
    assert.notEqual(other.anonymous_id, known.anonymous_id)
    assert.equal(other.user_id, 'bob')
    const { json } = await service().admin('GET', `/conversations/${known.conversation_id}`)
    assert.equal(json.user_id ?? json.conversation?.user_id, 'ann')
  })

  test('tokens by a key of the owner’s own are taken by its public half', async () => {
    const pairs = [
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
      ['EdDSA', generateKeyPairSync('ed25519')],
    ] as const
    for (const [alg, { publicKey, privateKey }] of pairs) {
      const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
      const shop = await newShop({ identity_public_key: pem })
      const { status, json } = await shop.start({
        user_jwt: await signed(privateKey, { sub: 'ann' }, { alg }),
      })
      assert.deepEqual([status, json.user_id], [201, 'ann'], alg)
      // The public key is known to all: as a secret it proves nothing.
      const confused = await shop.start({ user_jwt: await signed(pem, { sub: 'ann' }) })
      assert.equal(confused.status, 401)
    }
  })

  test('what is forged, expired, lasting, unsigned, of another agent or of an earlier secret is refused, and says why', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const secret = await shop.secret()
    const good = await signed(secret, { sub: 'ann' })
    const [head, , signature] = good.split('.')
    const body = Buffer.from(JSON.stringify({ sub: 'admin', exp: 9_999_999_999 })).toString('base64url')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    for (const [what, token, why] of [
      ['forged', `${head}.${body}.${signature}`, /signature/],
      ['expired', await signed(secret, { sub: 'ann' }, { seconds: -120 }), /exp/],
      ['lasting', await signed(secret, { sub: 'ann' }, { seconds: 13 * 3600 }), /12 hours/],
      ['nobody', await signed(secret, {}), /sub/],
      ['unsigned', none, /algorithm/],
      ['other agent', await signed(await other.secret(), { sub: 'ann' }), /signature/],
      ['no token', 'abc', /no JWT/],
    ] as const) {
      const { status, json } = await shop.start({ user_jwt: token })
      assert.equal(status, 401, what)
      assert.match(`${json.message} ${json.hint}`, why, what)
    }
    assert.equal((await shop.start({ user_jwt: good })).status, 201)
    await shop.change({ identity_version: 2 })
    await clock.advance(2000)
    assert.equal((await shop.start({ user_jwt: good })).status, 401, 'a new number ends the secret before')
    assert.equal(
      (await shop.start({ user_jwt: await signed(await shop.secret(), { sub: 'ann' }) })).status,
      201,
    )
  })
})
