/** The client against a running service: talk, knowledge, lists, deliveries, and streams that are cut. */
import assert from 'node:assert/strict'
import { createReadStream, openAsBlob, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLatch, SUCCESS, startDeveloperServer } from '../../service/test/harness/developer-server.ts'
import { onEachEngine, onSqlite } from '../../service/test/harness/engines.ts'
import { startModelServer } from '../../service/test/harness/model-server.ts'
import { eventually, sharedService, startTestService } from '../../service/test/harness/service.ts'
import { startTcpProxy } from '../../service/test/harness/tcp-proxy.ts'
import { TandemAdmin } from '../src/admin.ts'
import type { AnswerPart } from '../src/answer-stream.ts'
import { Tandem } from '../src/tandem.ts'
import { startChat, WebChat } from '../src/web-chat.ts'

const CSV = 'question,answer\nHow long does it take?,Three days.\nDo you ship to Norway?,"Yes, we do."\n'

async function developerServer(t: TestContext) {
  const server = await startDeveloperServer()
  t.after(() => server.close())
  return server
}

onEachEngine((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })

  async function newTandem() {
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const { agent, api_key } = await admin.agents.create({ name: 'Shop' })
    return { admin, agentId: agent.id, tandem: new Tandem({ url: service().url, apiKey: api_key }) }
  }

  test('a file in any form becomes knowledge that answers', async () => {
    const { tandem } = await newTandem()
    const path = join(tmpdir(), `tandem-sdk-${process.pid}-${engine.name}.csv`)
    writeFileSync(path, CSV)
    const bytes = new TextEncoder().encode(CSV)
    const forms = [
      CSV,
      bytes,
      bytes.buffer,
      new Blob([CSV]),
      new Blob([CSV]).stream(),
      await openAsBlob(path),
      createReadStream(path),
    ]
    for (const data of forms) {
      const { doc_id, doc_name } = await tandem.knowledge.addFile({ name: 'faq.csv', data })
      assert.equal(doc_name, 'faq.csv')
      await tandem.knowledge.deleteDocuments({ doc: [doc_id] })
    }
    const { doc_id } = await tandem.knowledge.addFile({ name: 'faq.csv', data: CSV })
    const chat = await tandem.conversations.create({ userId: 'customer-4711' })
    assert.equal((await chat.send('How long does it take?')).text, 'Three days.')
    await tandem.knowledge.replaceFile(doc_id, { name: 'faq.csv', data: CSV.replace('Three', 'Two') })
    assert.equal((await chat.send('How long does it take?')).text, 'Two days.')
    assert.deepEqual(await tandem.knowledge.status({ dataIds: [doc_id] }), [
      { data_id: doc_id, data_status: 'AVAILABLE' },
    ])
  })

  test('a file is fetched from its url, and one that cannot be read is an error', async (t) => {
    const { tandem } = await newTandem()
    const files = await developerServer(t)
    files.answer(() => ({ text: CSV }))
    await tandem.knowledge.addFile({ name: 'faq.csv', data: new URL(`${files.url}/faq.csv`) })
    await assert.rejects(tandem.knowledge.addFile({ name: 'bad.csv', data: 'one column\nonly\n' }), {
      name: 'TandemError',
      code: 40000,
    })
  })

  test('lists go through all pages, by cursor, by place and by number', async () => {
    const { admin, tandem, agentId } = await newTandem()
    const pairs = Array.from({ length: 25 }, (_, n) => ({
      question: `Question ${n}?`,
      answer: `Answer ${n}`,
    }))
    const { doc } = await tandem.knowledge.addPairs({ purpose: 'QA_TEXT', name: 'Many', qaList: pairs })
    const docId = doc[0]?.doc_id ?? ''
    const stored = await Array.fromAsync(admin.documents.pairs({ agentId, docId, limit: 10 }))
    assert.deepEqual(
      stored.map(({ question }) => question),
      pairs.map(({ question }) => question),
    )

    for (let n = 0; n < 5; n++) await tandem.conversations.create({ userId: `user-${n}` })
    const talks = await Array.fromAsync(tandem.conversations.list({ pageSize: 2 }))
    assert.equal(new Set(talks.map(({ user_id }) => user_id)).size, 5)

    await admin.agents.create({ name: 'Second' })
    const agents = await Array.fromAsync(admin.agents.list({ limit: 1 }))
    assert.ok(agents.length >= 2 && new Set(agents.map(({ id }) => id)).size === agents.length)
    const pages = await Array.fromAsync(admin.agents.list({ limit: 1 }).pages())
    assert.equal(pages.length, agents.length)
  })

  test('a message handed in for the webhook arrives there, and each delivery listed can be sent again', async (t) => {
    const { admin, tandem, agentId } = await newTandem()
    const developer = await developerServer(t)
    developer.answer(() => SUCCESS)
    await admin.messageWebhook.set({ agentId }, { url: developer.url })
    const chat = await tandem.conversations.create({ userId: 'u' })
    const { message_id } = await chat.submit('Hello')
    const [request] = await developer.waitFor(1)
    assert.equal((request!.json as { message_id: string }).message_id, message_id)
    const list = () => Array.fromAsync(admin.deliveries.list({ agentId, state: 'delivered' }))
    const [delivery] = await eventually('delivered', list, (found) => found.length === 1)
    await delivery?.replay()
    const requests = await developer.waitFor(2)
    assert.equal(requests[1]?.headers['webhook-id'], requests[0]?.headers['webhook-id'])
  })

  test('what the service refuses is one kind of error with its code and request id', async () => {
    const { tandem } = await newTandem()
    const unknown = tandem.conversations.open('0199a1f0-6c1e-7b42-9d5a-3f1f8e2a7c10')
    const code = { name: 'TandemError', code: 40356, status: 400, requestId: /./ }
    await assert.rejects(unknown.send('Hello'), code)
    await assert.rejects(Array.fromAsync(unknown.stream('Hello')), {
      name: 'TandemError',
      code: 40356,
      status: 400,
    })
    const stranger = new Tandem({ url: service().url, apiKey: 'wrong' })
    await assert.rejects(stranger.agent.verifyKey(), { code: 40127, status: 401 })
  })

  test('an id that would lead to another address is refused: no agent is deleted in place of its key', async () => {
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const { agent } = await admin.agents.create({ name: 'Shop' })
    for (const keyId of ['..', '.']) {
      const revoke = async () => admin.apiKeys.revoke({ agentId: agent.id, keyId })
      await assert.rejects(revoke, { code: 'usage', message: /key_id: found "\.+", needed an id/ })
    }
    assert.throws(() => admin.asAgent('..'), { code: 'usage' })
    assert.equal((await admin.agents.get({ agentId: agent.id })).agent.status, 'active')
  })

  test('a stream that the service refuses is an error with its code', async () => {
    const { admin, agentId } = await newTandem()
    await admin.agents.changeSettings({ agentId }, { web: { enabled: true } })
    const { started } = await startChat({ url: service().url, agentId })
    const stranger = new WebChat({ url: service().url }, { ...started, token: 'wrong' })
    await assert.rejects(Array.fromAsync(stranger.events()), { code: 40127, status: 401, requestId: /./ })
  })

  test('a visitor’s chat is followed across cuts, each message once', async () => {
    const { admin, tandem, agentId } = await newTandem()
    await tandem.knowledge.addFile({ name: 'faq.csv', data: CSV })
    await admin.agents.changeSettings({ agentId }, { web: { enabled: true } })
    const { hostname, port } = new URL(service().url)
    await using proxy = await startTcpProxy(hostname, Number(port))
    const chat = await startChat({ url: `http://127.0.0.1:${proxy.port}`, agentId, wait: async () => {} })
    const seen: string[] = []
    await chat.send('How long does it take?')
    for await (const event of chat.events({ after: 0, maxRetries: 20 })) {
      if (event.type !== 'message' || !('message' in event)) continue
      seen.push(event.message.text)
      proxy.restore()
      if (seen.length === 2) await chat.send('Do you ship to Norway?')
      if (seen.length === 4) break
    }
    assert.deepEqual(seen, ['How long does it take?', 'Three days.', 'Do you ship to Norway?', 'Yes, we do.'])
  })
})

onSqlite((engine) => {
  test('a streamed answer goes on after each cut, without a word lost or repeated', async (t) => {
    const model = await startModelServer()
    t.after(() => model.close())
    await using service = await startTestService(engine, {
      env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'any' },
    })
    const { key } = await service.newAgent()
    const { hostname, port } = new URL(service.url)
    await using proxy = await startTcpProxy(hostname, Number(port))
    const holds = [createLatch(), createLatch()] as const
    const pieces = ['Once upon ', holds[0], 'a time ', holds[1], 'there was an end.']
    model.answer(() => ({ kind: 'chat', pieces }))
    const tandem = new Tandem({ url: `http://127.0.0.1:${proxy.port}`, apiKey: key, wait: async () => {} })
    const chat = await tandem.conversations.create({ userId: 'u' })
    const parts: AnswerPart[] = []
    let cuts = 0
    for await (const part of chat.stream('Tell me a story.')) {
      parts.push(part)
      if (part.type !== 'text') continue
      // Everything is cut after each piece, and the model goes on only then.
      proxy.restore()
      holds[cuts++]?.release()
    }
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    assert.equal(text.join(''), 'Once upon a time there was an end.')
    assert.ok(cuts >= 3, `${cuts} pieces`)
    const output = parts.find((part) => part.type === 'output')
    assert.deepEqual(
      output?.output.map(({ content }) => content),
      ['Once upon a time there was an end.'],
    )
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['started', 'text', 'text', 'text', 'output', 'cost'],
    )
    assert.equal((await Array.fromAsync(chat.messages())).length, 2)
  })

  test('a stream that was cut before its first event says the message once', async () => {
    await using service = await startTestService(engine)
    const { key } = await service.newAgent()
    let requests = 0
    const lossy = async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args)
      if (requests++ > 0) return response
      await response.body?.cancel()
      throw new TypeError('cut')
    }
    const plain = new Tandem({ url: service.url, apiKey: key })
    const chat = await plain.conversations.create({ userId: 'u' })
    const tandem = new Tandem({ url: service.url, apiKey: key, fetch: lossy, wait: async () => {} })
    const parts = await Array.fromAsync(tandem.conversations.open(chat.id).stream('Hello'))
    assert.ok(parts.some(({ type }) => type === 'output'))
    assert.equal((await Array.fromAsync(chat.messages())).length, 2)
  })

  test('a stream that stays away is an error after the tries', async () => {
    await using service = await startTestService(engine)
    const { key } = await service.newAgent()
    const { hostname, port } = new URL(service.url)
    await using proxy = await startTcpProxy(hostname, Number(port))
    const tandem = new Tandem({ url: `http://127.0.0.1:${proxy.port}`, apiKey: key, wait: async () => {} })
    const chat = await tandem.conversations.create({ userId: 'u' })
    proxy.cut()
    await assert.rejects(Array.fromAsync(chat.stream('Hello')), { name: 'TandemError', code: 'connection' })
  })
})
