/** The signature explainer: says whether the bytes fit the secret, and where they differ when they do not. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { explain } from '../src/pages/deliveries/signature.ts'

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSBlbmRwb2ludA=='
const BODY = '{"text":"Grüße, 3 €"}'
const AT_S = 1_794_776_518
const signatureOf = (body: string, secret = SECRET) =>
  createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`id-1.${AT_S}.${body}`)
    .digest('base64')
const headers = (signature: string, timestamp: string | number = AT_S) =>
  `Webhook-Id: id-1\nwebhook-timestamp: ${timestamp}\nwebhook-signature: ${signature}`
const findingOf = async (given: { headers?: string; body?: string; secret?: string }, sentBody?: string) => {
  const received = { headers: headers(`v1,${signatureOf(BODY)}`), body: BODY, secret: SECRET, ...given }
  const sent = sentBody === undefined ? undefined : { id: 'id-1', body: sentBody }
  return (await explain(received, sent, AT_S * 1000 + 2000)).finding
}

test('bytes that were signed fit, also when another secret signed too', async () => {
  assert.deepEqual(await findingOf({}), { is: 'fits', ageMs: 2000 })
  const two = headers(`v1,bm90IHRoaXM= v1,${signatureOf(BODY)}`)
  assert.deepEqual(await findingOf({ headers: two }), { is: 'fits', ageMs: 2000 })
})

test('a body that was parsed and written anew is told from a wrong secret, with the first byte that differs', async () => {
  const rewritten = '{"text": "Grüße, 3 €"}'
  const bytes = (text: string) => Buffer.byteLength(text)
  assert.deepEqual(await findingOf({ body: rewritten }, BODY), {
    is: 'fitsOurs',
    found: bytes(rewritten),
    sent: bytes(BODY),
    at: 8,
  })
  assert.deepEqual(await findingOf({ secret: 'whsec_b3RoZXI=' }, BODY), { is: 'noFit' })
})

test('what is missing or malformed is named', async () => {
  assert.deepEqual(await findingOf({ headers: 'webhook-id: 1' }), {
    is: 'missing',
    name: 'webhook-timestamp',
  })
  assert.deepEqual(await findingOf({ headers: headers('v1,x', 'today') }), {
    is: 'badTimestamp',
    found: 'today',
  })
  assert.deepEqual(await findingOf({ headers: headers('v2,x') }), { is: 'noVersion' })
  assert.deepEqual(await findingOf({ secret: 'not base64!' }), { is: 'badSecret' })
})
