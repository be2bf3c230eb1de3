/** The signature and the credentials are judged as Standard Webhooks and the contract say. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  base64,
  sameText,
  signatureOf,
  wrongAuthorization,
  wrongSignature,
} from '../../src/receiver/checks.ts'

const secret = `whsec_${base64(crypto.getRandomValues(new Uint8Array(32)))}`
const other = `whsec_${base64(crypto.getRandomValues(new Uint8Array(24)))}`
const body = '{"text":"Grüße 你好","n":1.0}'
const now = Math.floor(Date.now() / 1000) * 1000

function signed(by: string, text = body, at = now) {
  const headers: Record<string, string> = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', new Date(at), text),
  }
  return headers
}
const judge = (headers: Record<string, string>, text = body, secrets = [secret]) =>
  wrongSignature({ signingSecrets: secrets }, (name) => headers[name], text, now)

describe('signatures', () => {
  test('what the reference library signs is genuine here, and what is signed here is genuine there', async () => {
    assert.equal(await judge(signed(secret)), undefined)
    const headers = signed(other)
    headers['webhook-signature'] =
      `v1,${await signatureOf(secret, 'msg_1', headers['webhook-timestamp'] ?? '', body)}`
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  })

  test('while secrets are rotated, either side may hold the old and the new one', async () => {
    const both = signed(other)
    both['webhook-signature'] += ` ${signed(secret)['webhook-signature']} v1a,later`
    assert.equal(await judge(both), undefined)
    assert.equal(await judge(signed(other), body, [secret, other]), undefined)
  })

  const wrong: [string, Record<string, string>, string, RegExp][] = [
    ['another secret', signed(other), body, /^signature: none of 1 fits any of 1/],
    ['another body', signed(secret), `${body} `, /^signature: none/],
    ['another id', { ...signed(secret), 'webhook-id': 'msg_2' }, body, /^signature: none/],
    [
      'no signature',
      { ...signed(secret), 'webhook-signature': '' },
      body,
      /^signature: the header webhook-signature/,
    ],
    ['no time', { ...signed(secret), 'webhook-timestamp': '' }, body, /^signature: the header webhook-id or/],
    [
      'an old request',
      signed(secret, body, now - 301_000),
      body,
      /^timestamp: the request is 301 seconds off/,
    ],
    ['a request of the future', signed(secret, body, now + 400_000), body, /^timestamp: the request is -400/],
    ['a time that is none', { ...signed(secret), 'webhook-timestamp': 'soon' }, body, /^timestamp/],
  ]
  for (const [name, headers, text, message] of wrong) {
    test(`${name} is refused, as by the reference library`, async () => {
      assert.match(String(await judge(headers, text)), message)
      assert.throws(() => new Webhook(secret).verify(text, headers))
    })
  }
})

describe('credentials', () => {
  const bearer = { auth: { username: 'tandem' } }
  const basic = { auth: { username: 'tandem', secret: 'päss:word' } }
  const given = (value: string | undefined) => () => value
  const inBasic = `Basic ${Buffer.from('tandem:päss:word').toString('base64')}`

  test('a username alone is a bearer token, with a secret it is Basic, and without both nothing is asked', () => {
    assert.equal(wrongAuthorization(bearer, given('Bearer tandem')), undefined)
    assert.equal(wrongAuthorization(basic, given(inBasic)), undefined)
    assert.equal(wrongAuthorization({}, given(undefined)), undefined)
  })

  test('a username or secret that is not there, as of a variable that nobody set, lets nobody in', async () => {
    const unset = undefined as unknown as string
    for (const username of [unset, '']) {
      const given = (name: string) => (name === 'authorization' ? `Bearer ${username}` : undefined)
      assert.match(wrongAuthorization({ auth: { username } }, given) ?? '', /^authorization: /)
    }
    for (const secrets of [[unset], [''], [unset, other]])
      assert.match((await judge(signed(secret), body, secrets)) ?? '', /^signature: none/)
    assert.equal(await judge(signed(secret), body, [unset, secret]), undefined)
  })

  test('the reason says what differs and shows no secret', () => {
    assert.match(String(wrongAuthorization(bearer, given(undefined))), /header is missing, needed Bearer/)
    assert.match(
      String(wrongAuthorization(basic, given('Bearer tandem'))),
      /found the scheme Bearer, needed Basic/,
    )
    const reason = String(wrongAuthorization(basic, given('Basic xyz')))
    assert.match(reason, /username or secret differs/)
    assert.doesNotMatch(reason, /word|xyz/)
  })

  test('texts are the same only when every character is', () => {
    assert.ok(sameText('', '') && sameText('größe', 'größe'))
    assert.ok(!sameText('a', '') && !sameText('', 'a') && !sameText('ab', 'ac') && !sameText('abc', 'ab'))
  })
})
