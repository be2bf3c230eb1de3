/** The fixtures are what the real service sends: the same headers, bodies of the contract's shape, genuine signatures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handoffChatRequest, handoffCloseNotice, handoffEstablishRequest } from '@tandem/contract/handoff'
import { agentMessage } from '@tandem/contract/message'
import { requestHeaders, targetUrl } from '@tandem/service/delivery/request'
import { Webhook } from 'standardwebhooks'
import { createReceiver } from '../../src/receiver/receiver.ts'
import { createFixtures } from '../../src/testing/fixtures.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const auth = { username: 'tandem', secret: 'pässword' }
const now = () => 1_790_000_000_123
const url = 'https://receiver.test/human/?tenant=7'
const fixtures = createFixtures({ auth, signingSecrets: [secret], url, now })

const kinds = {
  message: ['message', agentMessage],
  establish: ['handoff_establish', handoffEstablishRequest],
  chat: ['handoff_chat', handoffChatRequest],
  close: ['handoff_close', handoffCloseNotice],
} as const

for (const [kind, [realKind, schema]] of Object.entries(kinds)) {
  test(`${kind}: the address, headers and body are those of the service`, async () => {
    const request = await fixtures[kind as keyof typeof kinds]({}, { id: 'w-1', sequence: 3, attempt: 2 })
    const body = await request.text()
    assert.equal(request.url, targetUrl(realKind, url))
    assert.deepEqual(schema.parse(JSON.parse(body)), JSON.parse(body))
    const identity = { webhookId: 'w-1', sequence: 3, attempt: 2 }
    const endpoint = { ...auth, signingSecrets: [secret] } as unknown as Parameters<typeof requestHeaders>[0]
    const {
      'accept-encoding': _encoding,
      'user-agent': _agent,
      ...real
    } = requestHeaders(endpoint, identity, body, now())
    assert.deepEqual(Object.fromEntries(request.headers), real)
  })
}

test('a receiver of the SDK and the reference library take them, and tests of availability are answered', async () => {
  const fresh = createFixtures({ auth, signingSecrets: [secret] })
  const request = await fresh.message()
  new Webhook(secret).verify(await request.clone().text(), Object.fromEntries(request.headers))
  const hooks = createReceiver({
    auth,
    signingSecrets: [secret],
    message: ({ istest }) => assert.ok(!istest),
  })
  for (const each of [
    request,
    await fresh.establish(),
    await fresh.chat(),
    await fresh.close(),
    ...(await fresh.tests()),
  ])
    assert.equal((await hooks.fetch(each)).status, 200)
})
