/** The contract's error table, row by row, and the HTTP statuses it leaves open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalogue } from '@tandem/contract/errors'
import { sql } from 'kysely'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService, startTestService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'

onSqlite((engine) => {
  const service = sharedService(engine)

  test('40000 Parameter error: add and update answer it with HTTP 400, and name the field', async () => {
    const { key } = await service().newAgent()
    for (const [method, path, field] of [
      ['POST', ADD, 'purpose'],
      ['PUT', UPDATE, 'qaList'],
    ] as const) {
      const answer = await service().api(method, path, {}, key)
      assert.equal(answer.status, 400)
      assert.equal(answer.json.code, 40000)
      assert.match(answer.json.message, new RegExp(`^Parameter error: ${field}: found nothing, needed `))
      assert.deepEqual(Object.keys(answer.json), ['code', 'message'])
    }
  })

  test('50000 Internal system error: add and update answer it with HTTP 500, and tell nothing of the inside', async () => {
    await using broken = await startTestService(engine)
    const { key } = await broken.newAgent()
    const docId = await broken.addDocument(key, pairsOf(1))
    await broken.service.database.transaction('test', async (tx) => {
      await sql`ALTER TABLE pairs RENAME TO pairs_elsewhere`.execute(tx.q)
    })
    for (const [method, path, body] of [
      ['POST', ADD, { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) }],
      ['PUT', UPDATE, { doc_id: docId, qaList: pairsOf(1) }],
    ] as const) {
      const answer = await broken.api(method, path, body, key)
      assert.equal(answer.status, 500)
      assert.deepEqual(answer.json, { code: 50000, message: 'Internal system error' })
      const id = answer.headers.get('x-request-id') ?? ''
      assert.ok(broken.logLines.some((line) => line.includes(id) && line.includes('pairs')))
    }
  })

  test('40127 Developer authentication failed: without a key, with a wrong one and with a revoked one, HTTP 401', async () => {
    const { id, key } = await service().newAgent()
    const made = await service().admin('POST', `/agents/${id}/api-keys`, {})
    await service().admin('DELETE', `/agents/${id}/api-keys/${made.json.id}`)
    const wrong = `${key.slice(0, -4)}${key.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const used of [undefined, wrong, made.json.api_key, 'tdm_', `${key}x`]) {
      const answer = await service().api('POST', ADD, {}, used)
      assert.equal(answer.status, 401)
      assert.equal(answer.json.code, 40127)
      assert.equal(answer.json.message, 'Developer authentication failed')
      assert.equal(typeof answer.json.hint, 'string')
    }
  })

  test('40378 Agent deleted: a key of a deleted agent is answered with HTTP 403', async () => {
    const { id, key } = await service().newAgent()
    assert.equal((await service().admin('DELETE', `/agents/${id}`)).status, 200)
    for (const [method, path] of [
      ['POST', ADD],
      ['PUT', UPDATE],
      ['GET', '/v1/bot/knowledge/base/page'],
    ] as const) {
      const answer = await service().api(method, path, method === 'GET' ? undefined : {}, key)
      assert.equal(answer.status, 403)
      assert.deepEqual(answer.json, { code: 40378, message: 'Agent deleted' })
    }
  })

  test('HTTP status of failures: the first three digits of the code, and 400 for the neighbours it names', () => {
    const neighbours = [20040, 200222, 40348, 40356, 40358]
    for (const { code, status } of Object.values(errorCatalogue)) {
      assert.equal(status, neighbours.includes(code) ? 400 : Math.floor(code / 100), `${code}`)
    }
  })

  test('more codes: unknown path 40400, other method 40500, unknown target 40348, page beyond the last 40005, body too large 41300', async () => {
    const { key } = await service().newAgent()
    const { api } = service()
    const lost = await api('GET', '/v1/nowhere?secret=1', undefined, key)
    assert.deepEqual([lost.status, lost.json.code], [404, 40400])
    assert.match(lost.json.message, /^Not found: No such path: GET \/v1\/nowhere\. GET \/openapi\.json lists/)
    assert.doesNotMatch(lost.text, /secret/)
    const method = await api('DELETE', ADD, undefined, key)
    assert.deepEqual([method.status, method.json.code, method.headers.get('allow')], [405, 40500, 'POST'])
    const desk = await api('GET', '/desk/v1/handoffs/x/claim')
    assert.deepEqual([desk.status, desk.json.code, desk.headers.get('allow')], [405, 40500, 'POST'])
    const mistyped = await api('GET', '/desk/v1/handoff')
    assert.deepEqual([mistyped.status, mistyped.json.code], [404, 40400])
    const target = await api('PUT', UPDATE, { doc_id: 'none', qaList: pairsOf(1) }, key)
    assert.deepEqual([target.status, target.json.code], [400, 40348])
    const { json } = await api('POST', '/v1/conversation', { user_id: 'u' }, key)
    const messages = `/v2/messages?conversation_id=${json.conversation_id}`
    const page = await api('GET', `${messages}&page=2&page_size=10`, undefined, key)
    assert.deepEqual([page.status, page.json.code], [400, 40005])
    const large = await api('POST', '/v1/bot/knowledge/base/create', ' '.repeat(1024 * 1024 + 1), key)
    assert.deepEqual([large.status, large.json.code], [413, 41300])
    assert.match(large.json.hint, /found 1048577 bytes, needed at most 1048576/)
  })
})
