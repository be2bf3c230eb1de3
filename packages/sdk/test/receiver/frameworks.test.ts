/** The receiver on each framework, with a real Tandem that delivers to it: messages, tests, a handoff, and bad days. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { onSqlite } from '../../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../../service/test/harness/service.ts'
import { TandemAdmin } from '../../src/admin.ts'
import { createReceiver, type Receiver, type ReceiverOptions } from '../../src/receiver/receiver.ts'
import { Tandem } from '../../src/tandem.ts'

interface Listening {
  readonly url: string
  close(): Promise<unknown>
}

async function listen(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tandem`, close }
}

/** What a worker is given: a Request made of what came, and its Response written back. */
const overFetch =
  (answer: (request: Request) => Response | Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const init = { method: incoming.method ?? '', headers: incoming.headers as Record<string, string> }
    const body =
      incoming.method === 'POST' ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}
    const response = await answer(
      new Request(`http://worker${incoming.url}`, { ...init, ...body } as RequestInit),
    )
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  }

const frameworks: Record<string, (hooks: Receiver) => Promise<Listening>> = {
  'node:http': (hooks) => listen(createServer(hooks.node)),
  fetch: (hooks) => listen(createServer(overFetch(hooks.fetch))),
  Hono: (hooks) => {
    const app = new Hono()
    app.post('/tandem', ({ req }) => hooks.fetch(req.raw))
    app.post('/tandem/*', ({ req }) => hooks.fetch(req.raw))
    return listen(createServer(overFetch((request) => app.fetch(request))))
  },
  Express: (hooks) => {
    const app = express()
    app.use('/tandem', hooks.express())
    app.use(express.json())
    return listen(createServer(app))
  },
  Fastify: async (hooks) => {
    // Else closing waits 72 seconds for the connection that the service keeps.
    const app = fastify({ forceCloseConnections: true })
    await app.register(hooks.fastify, { prefix: '/tandem' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    return { url: `${url}/tandem`, close: () => app.close() }
  },
}

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })

  /** An agent whose messages and handoffs come to a receiver with credentials and a signing secret. */
  async function connected(start: (hooks: Receiver) => Promise<Listening>, options: ReceiverOptions) {
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const { agent, api_key } = await admin.agents.create({ name: 'Shop' })
    const tandem = new Tandem({ url: service().url, apiKey: api_key })
    const auth = { username: 'tandem', secret: 'a secret' }
    const signingSecrets: string[] = []
    const server = await start(createReceiver({ auth, signingSecrets, tandem, ...options }))
    const agentId = agent.id
    await admin.messageWebhook.set({ agentId }, { url: server.url, ...auth })
    const desk = await admin.humanServices.create(
      { agentId },
      { name: 'Desk', webhook_url: server.url, ...auth },
    )
    const ofMessages = await admin.messageWebhook.createSigningSecret({ agentId }, {})
    const ofDesk = await admin.humanServices.createSigningSecret({ agentId, serviceId: desk.id }, {})
    signingSecrets.push(ofMessages.secret, ofDesk.secret)
    return { admin, agentId, tandem, server }
  }

  for (const [name, start] of Object.entries(frameworks)) {
    test(`${name}: every message arrives once and in order, a test is answered, a desk talks and closes`, async (t) => {
      const heard: string[] = []
      const failures: string[] = []
      let isBad = true
      const { tandem, server } = await connected(start, {
        onFailure: (message) => void failures.push(message),
        message(message, { sequence, attempt }) {
          if (isBad) {
            isBad = false
            throw new Error('the database is away')
          }
          heard.push(`${sequence} ${message.output[0]?.content.text} (attempt ${attempt})`)
        },
        handoff: {
          async establish({ body }, { reply }) {
            heard.push(`establish ${body.at(-1)?.message_type}`)
            await reply('Ann here.')
          },
          async chat({ body }, { reply, close }) {
            heard.push(`chat ${body}`)
            await reply('Bye.')
            await close()
          },
        },
      })
      t.after(() => server.close())

      const { results } = await tandem.webhooks.check()
      assert.deepEqual(
        results.map(({ reachable }) => reachable),
        [true, true],
      )
      assert.equal(heard.length, 0)

      const chat = await tandem.conversations.create({ userId: 'u' })
      await chat.submit('Hello')
      await eventually(
        'the greeting',
        () => heard.length,
        (count) => count === 1,
      )
      assert.match(heard[0] ?? '', /^1 .*\(attempt 2\)$/)
      assert.deepEqual(failures, ['handler: the database is away'])

      await chat.handOver()
      await eventually('a person', () => heard.some((each) => each.includes('Ann here.')), Boolean)
      await chat.submit('Thank you')
      await eventually('the end', () => heard.some((each) => each.includes('Bye.')), Boolean)
      assert.ok(
        heard.some((each) => each.startsWith('establish')) && heard.includes('chat Thank you'),
        String(heard),
      )
      const sequences = heard.flatMap((each) => (/^\d/.test(each) ? [Number.parseInt(each, 10)] : []))
      assert.deepEqual(
        sequences,
        sequences.map((_, n) => n + 1),
      )
    })
  }

  test('Tandem’s log says which check failed', async (t) => {
    const { admin, agentId, tandem, server } = await connected(frameworks['node:http'] as never, {
      auth: { username: 'somebody', secret: 'else' },
      message() {},
    })
    t.after(() => server.close())
    const chat = await tandem.conversations.create({ userId: 'u' })
    await chat.submit('Hello')
    const attempts = async () => {
      const [delivery] = await Array.fromAsync(admin.deliveries.list({ agentId }))
      return delivery ? (await admin.deliveries.get({ deliveryId: delivery.id })).attempt_log : []
    }
    const [attempt] = await eventually('an attempt', attempts, (found) => found.length > 0)
    assert.equal(attempt?.http_status, 401)
    assert.match(attempt?.response ?? '', /authorization: the username or secret differs/)
  })
})

const send = (url: string, body = '{}') =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'webhook-id': 'm1' }, body })

test('a body that a parser took before is an error that says what to do, and no request hangs', async (t) => {
  const hooks = createReceiver({ message() {} })
  const parsedBefore = express()
  parsedBefore.use(express.json())
  parsedBefore.use('/tandem', hooks.express())
  const readBefore = createServer(async (request, response) => {
    await textOf(request)
    await hooks.node(request, response)
  })
  const fetchRead = createServer(
    overFetch(async (request) => {
      await request.text()
      return hooks.fetch(request)
    }),
  )
  for (const server of [createServer(parsedBefore), readBefore, fetchRead]) {
    const { url, close } = await listen(server)
    t.after(close)
    const response = await send(url)
    assert.equal(response.status, 500)
    assert.match(
      ((await response.json()) as { message: string }).message,
      /^body: .*Mount the receiver before any body parser/,
    )
  }
})

test('a body that is too long is refused as such, and the sender hears it', async (t) => {
  for (const name of ['node:http', 'Express', 'Fastify']) {
    const heard: string[] = []
    const hooks = createReceiver({ message() {}, onFailure: (message) => void heard.push(message) })
    const { url, close } = await (frameworks[name] as (hooks: Receiver) => Promise<Listening>)(hooks)
    t.after(close)
    assert.equal((await send(url, ' '.repeat(12_000_000))).status, 413, name)
    assert.equal((await send(url)).status, 400, name)
    if (name !== 'Fastify') assert.match(heard[0] ?? '', /^body: found more than 10000000 bytes/)
  }
})

test('raw bytes that a parser kept are enough', async (t) => {
  const hooks = createReceiver({ message() {} })
  const app = express()
  app.use(
    express.json({ verify: (request, _response, raw) => void Object.assign(request, { rawBody: raw }) }),
  )
  app.use('/tandem', hooks.express())
  const { url, close } = await listen(createServer(app))
  t.after(close)
  assert.equal((await send(url, '{"conversation_id":"c","output":[],"istest":true}')).status, 200)
})

test('other requests to an Express app pass by the receiver', async (t) => {
  const app = express()
  app.use(createReceiver({ message() {} }).express())
  app.get('/', (_request, response) => void response.send('home'))
  const { url, close } = await listen(createServer(app))
  t.after(close)
  assert.equal(await (await fetch(new URL('/', url))).text(), 'home')
})
