/** Responses that their callers do not take. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { Fault } from '../../src/platform/fault.ts'
import { limitUntaken } from '../../src/platform/http/limit-untaken.ts'
import { eventually } from '../harness/service.ts'

const LARGE = Buffer.alloc(10_000_000)

test('of what one caller does not take only so much is kept; others get theirs, and so does it once it takes', async (t) => {
  const app = fastify({ forceCloseConnections: true })
  // As in the service: Fastify's own type goes by the kind of its log.
  limitUntaken(app as unknown as FastifyInstance, ({ headers }) => String(headers['x-caller']))
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Fault ? 503 : 500).send())
  t.after(() => app.close())
  app.get('/large', (_request, reply) => reply.send(LARGE))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (caller: string) => fetch(`${address}/large`, { headers: { 'x-caller': caller } })
  const untaken = await Promise.all(Array.from({ length: 12 }, () => ask('one')))
  const statuses = untaken.map(({ status }) => status).sort()
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 503])
  const other = await ask('another')
  assert.equal((await other.arrayBuffer()).byteLength, LARGE.length)
  await Promise.all(untaken.map(({ body }) => body?.cancel()))
  const again = await eventually(
    'it is given one again',
    () => ask('one'),
    ({ status }) => status === 200,
  )
  await again.body?.cancel()
})
