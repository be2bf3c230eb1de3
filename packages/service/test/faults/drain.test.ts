/** SIGTERM: what is under way is finished and answered, health says 503 meanwhile, and the process ends in order and in time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenness, readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { serveTandem } from '../harness/process.ts'
import { answerOn, headOf, openSocket, sendRaw } from '../harness/raw-socket.ts'
import { clientOf, eventually, pairsOf, startTestService } from '../harness/service.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const HEALTH = headOf('GET', '/v1/webhook/service/health', {})
const EXIT_LIMIT_MS = 10_000
/** Pairs: many slices of work, and no more than a slow machine does in the time that a stop has. */
const LARGE = 6000

onEachEngine((engine) => {
  test('a large replace under way is answered, health is 503 meanwhile, and the process exits with 0 in time', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN }
    await using tandem = await serveTandem(env)
    const admin = (method: string, path: string, body?: object) =>
      clientOf(tandem.url).api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
    const made = (await admin('POST', '/agents', { name: 'x' })).json
    // Made with another key, so that the first use of the agent's own shows that the server reads the replace.
    const second = (await admin('POST', `/agents/${made.agent.id}/api-keys`)).json.api_key
    const body = { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(3, 'old') }
    const added = await tandem.api('POST', '/v1/bot/doc/qa/add', body, second)
    const docId = added.json.doc[0].doc_id

    const replace = Buffer.from(JSON.stringify({ doc_id: docId, qaList: pairsOf(LARGE, 'new') }))
    const socket = await openSocket(tandem.url)
    const head = {
      authorization: `Bearer ${made.api_key}`,
      'content-type': 'application/json',
      'content-length': `${replace.length}`,
    }
    socket.write(headOf('PUT', '/v1/bot/doc/qa/update', head))
    socket.write(replace.subarray(0, 100_000))
    const answer = answerOn(socket)
    const uses = async () => (await admin('GET', `/agents/${made.agent.id}/api-keys`)).json.items
    await eventually('uses of both keys', uses, (items) =>
      items.every((item: { last_used_at: number | null }) => item.last_used_at !== null),
    )

    const toldAt = performance.now()
    tandem.child.kill('SIGTERM')
    await tandem.printed(/"msg":"stopping"/)
    const health = await sendRaw(tandem.url, HEALTH)
    assert.deepEqual([health.status, health.text], [503, 'service is shutting down'])
    socket.write(replace.subarray(100_000))
    const answered = await answer
    assert.equal(answered.status, 200, answered.text)
    assert.equal(JSON.parse(answered.text).doc[0].doc_id, docId)
    assert.deepEqual(await tandem.ended, { code: 0, signal: null })
    assert.ok(performance.now() - toldAt < EXIT_LIMIT_MS)

    await using after = await startTestService(engine, { on: env })
    const document = await readDocument(after.service.database, docId)
    assert.ok(document)
    assert.equal(brokenness(document), undefined)
    assert.deepEqual([document.pairCount, document.pairs[0]?.answer], [LARGE, 'version new'])
  })

  test('with nothing under way, SIGTERM and SIGINT end it at once with 0, though connections are kept open', async () => {
    await using store = await engine.freshEnvironment()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await using tandem = await serveTandem(store.env)
      const idle = await openSocket(tandem.url)
      assert.deepEqual(await tandem.kill(signal), { code: 0, signal: null })
      idle.destroy()
      assert.match(tandem.stdout(), /"msg":"stopped"/)
    }
  })

  test('a client that never finishes its request cannot hold the process', async () => {
    await using store = await engine.freshEnvironment()
    await using tandem = await serveTandem(store.env)
    const socket = await openSocket(tandem.url)
    socket.write('POST /v1/bot/doc/qa/add HTTP/1.1\r\nhost: t\r\ncontent-length: 10\r\nx-half')
    const toldAt = performance.now()
    const { code } = await tandem.kill('SIGTERM')
    assert.equal(code, 0)
    assert.ok(performance.now() - toldAt < EXIT_LIMIT_MS)
    socket.destroy()
  })
})
