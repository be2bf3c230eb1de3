/** Responses that their callers do not take. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { Fault } from '../../src/platform/fault.ts'
import { createUnreadBudget, limitUnread } from '../../src/platform/http/limit-unread.ts'
import { eventually } from '../harness/service.ts'

const LARGE = Buffer.alloc(10_000_000)

/** The headers of a request say which address it comes from, and whose key it has. */
async function listen(t: TestContext) {
  const app = fastify({ forceCloseConnections: true })
  // As in the service: Fastify's own type goes by the kind of its log.
  const typed = app as unknown as FastifyInstance
  app.decorateRequest('caller', '')
  app.addHook('onRequest', async (request) => {
    request.caller = String(request.headers['x-key'] ?? '')
  })
  limitUnread(
    typed,
    createUnreadBudget(({ headers }) => String(headers['x-address'])),
  )
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Fault ? 503 : 500).send())
  t.after(() => app.close())
  app.get('/large', (_request, reply) => reply.send(LARGE))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return (headers: Record<string, string>) => fetch(`${address}/large`, { headers })
}

test('of what one caller does not take only so much is kept; others get theirs, and so does it once it takes', async (t) => {
  const ask = await listen(t)
  const untaken = await Promise.all(Array.from({ length: 12 }, () => ask({ 'x-key': 'one' })))
  const statuses = untaken.map(({ status }) => status).sort()
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 503])
  const other = await ask({ 'x-key': 'another' })
  assert.equal((await other.arrayBuffer()).byteLength, LARGE.length)
  await Promise.all(untaken.map(({ body }) => body?.cancel()))
  const again = await eventually(
    'it is given one again',
    () => ask({ 'x-key': 'one' }),
    ({ status }) => status === 200,
  )
  await again.body?.cancel()
})

test('however many addresses without a key take nothing, those with a key get theirs', async (t) => {
  const ask = await listen(t)
  const untaken = await Promise.all(
    Array.from({ length: 16 }, (_, n) => ask({ 'x-address': `192.0.2.${n}` })),
  )
  assert.equal(untaken.at(-1)?.status, 503)
  const { status, body } = await ask({ 'x-key': 'shop' })
  assert.equal(status, 200)
  await Promise.all([body, ...untaken.map((one) => one.body)].map((each) => each?.cancel()))
})
