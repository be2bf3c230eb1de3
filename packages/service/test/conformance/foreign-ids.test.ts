/** With an API key, the id of another agent is answered exactly as one that nobody has: at every endpoint, in every field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { pairsOf, startTestService } from '../harness/service.ts'

type Ids = Record<'base' | 'doc' | 'conversation' | 'message' | 'answer' | 'handoff' | 'service', string>
type Attempt = readonly [method: string, path: string, body?: object]

const says = (conversation_id: string, more: object = {}) => ({
  conversation_id,
  response_mode: 'blocking',
  messages: [{ role: 'user', content: 'Hello' }],
  ...more,
})
const page = 'page=1&page_size=10'
const file = { file_name: 'a.csv', file_base64: Buffer.from('size,price\nS,1\n').toString('base64') }

/** Every endpoint that takes an id, once for each field that takes one. */
const attempts = (id: Ids): Attempt[] => [
  [
    'POST',
    '/v1/bot/doc/qa/add',
    { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1), knowledge_base_id: id.base },
  ],
  ['PUT', '/v1/bot/doc/qa/update', { doc_id: id.doc, qaList: pairsOf(1) }],
  ['PUT', '/v1/bot/doc/qa/update', { doc_id: id.doc, knowledge_base_id: id.base, qaList: pairsOf(1) }],
  ['POST', '/v1/bot/doc/qa/chunks/add', { doc_id: id.doc, chunks: pairsOf(1) }],
  ['POST', '/v1/bot/doc/text/add', { files: [file], knowledge_base_id: id.base }],
  ['PUT', '/v1/bot/doc/text/update', { files: [{ ...file, doc_id: id.doc }] }],
  ['POST', '/v1/bot/doc/spreadsheet/add', { files: [file], knowledge_base_id: id.base }],
  ['PUT', '/v1/bot/doc/spreadsheet/update', { files: [{ ...file, doc_id: id.doc }] }],
  ['POST', '/v1/bot/doc/chunks/add', { doc_id: id.doc, chunks: [{ content: 'Open at nine.' }] }],
  ['GET', `/v1/bot/doc/query/page?knowledge_base_id=${id.base}&${page}`],
  ['DELETE', `/v1/bot/doc/batch/delete?doc=${id.doc}`],
  ['GET', `/v1/bot/data/detail/list?data_ids=${id.doc}`],
  ['POST', '/v1/vector/match', { prompt: 'Question 0?', top_k: 3, group_ids: [id.base] }],
  ['POST', '/v1/vector/match', { prompt: 'Question 0?', top_k: 3, data_ids: [id.doc] }],
  [
    'GET',
    `/v1/bot/conversation/page?conversation_type=ALL&user_id=anna&start_time=0&end_time=9999999999999&${page}`,
  ],
  ['POST', '/v2/conversation/message', says(id.conversation)],
  ['POST', '/v2/conversation/message', says(id.conversation, { response_mode: 'webhook' })],
  [
    'POST',
    '/v1/conversation/message',
    { conversation_id: id.conversation, response_mode: 'blocking', text: 'Hello' },
  ],
  ['GET', `/v2/conversation/message/stream?message_id=${id.message}`],
  ['POST', '/v1/conversation/handoff', { conversation_id: id.conversation }],
  ['POST', '/v1/conversation/handoff/close', { conversation_id: id.conversation }],
  ['GET', `/v2/messages?conversation_id=${id.conversation}&${page}`],
  ['GET', `/v1/messages?conversation_id=${id.conversation}&${page}`],
  ['GET', '/v2/user-property/query?user_ids=anna'],
  ['GET', '/v1/user/get-user-cdp?user_id=anna'],
  ['POST', '/v1/message/feedback', { answer_id: id.answer, feedback: 'POSITIVE' }],
  ['POST', '/v1/message/quality', { answer_id: id.answer, quality: 'FULLY_RESOLVED' }],
  ['GET', `/v1/correlate/dataset?message_id=${id.message}`],
  ['GET', `/v1/next/question?answer_id=${id.answer}`],
  ['POST', '/v1/human/message/receive', { conversation_id: id.handoff, timestamp: 1, body: 'Hello' }],
  ['POST', '/v1/human/message/receive', { conversation_id: id.conversation, timestamp: 1, body: 'Hello' }],
  ['POST', '/v1/human/close', { conversation_id: id.handoff, timestamp: 1 }],
  ['POST', '/v1/human/close', { conversation_id: id.conversation, timestamp: 1 }],
  ['POST', '/v1/human/typing', { conversation_id: id.handoff }],
  ['POST', '/v1/human/typing', { conversation_id: id.conversation }],
]

/** Endpoints that take no id of anything. */
const WITHOUT_IDS = [
  'GET /v1/webhook/service/health',
  'POST /v1/webhook/check',
  'POST /v1/conversation',
  'POST /v1/user/set-userid',
  'POST /v1/bot/knowledge/base/create',
  'GET /v1/bot/knowledge/base/page',
  'POST /v1/property/update',
  'GET /v1/api-key/verify',
  'GET /v1/bot/detail',
  'POST /v1/bot/data/retry/batch',
  'GET /v1/browser/extension/subscribe',
]

onEachEngine((engine) => {
  test('foreign and unknown ids are answered alike, wherever an API key may name one', async () => {
    const desk = await startDeveloperServer()
    await using service = await startTestService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.1' } })
    try {
      const [owner, other] = [await service.newAgent('Owner'), await service.newAgent('Other')]
      const { api } = service
      const made = await api('POST', '/v1/bot/knowledge/base/create', { name: 'Mine' }, owner.key)
      const base = made.json.knowledge_base_id as string
      const doc = await service.addDocument(owner.key, pairsOf(2), { knowledge_base_id: base })
      for (const { id } of [owner, other])
        await service.admin('PUT', `/agents/${id}/message-webhook`, { url: desk.url })
      const added = await service.admin('POST', `/agents/${owner.id}/human-services`, {
        name: 'Desk',
        webhook_url: desk.url,
      })
      const started = await api('POST', '/v1/conversation', { user_id: 'anna' }, owner.key)
      const conversation = started.json.conversation_id as string
      for (const response_mode of ['blocking', 'webhook'])
        await api('POST', '/v2/conversation/message', says(conversation, { response_mode }), owner.key)
      const spoken = await api(
        'GET',
        `/v2/messages?conversation_id=${conversation}&${page}`,
        undefined,
        owner.key,
      )
      const ids = (spoken.text.match(/"message_id":"([^"]+)"/g) ?? []).map((found) => found.slice(14, -1))
      const handed = await api(
        'POST',
        '/v1/conversation/handoff',
        { conversation_id: conversation },
        owner.key,
      )
      const [message = '', answer = message] = ids
      const theirs: Ids = {
        ...{ base, doc, conversation, message, answer },
        handoff: handed.json.handoff_id ?? assert.fail(handed.text),
        service: added.json.id,
      }
      for (const [name, id] of Object.entries(theirs)) assert.ok(id, `${name} is known`)
      const nobodys = Object.fromEntries(
        Object.entries(theirs).map(([name, id]) => [name, id.replace(/^.{8}/, '0192f0aa')]),
      ) as Ids

      const unknown = attempts(nobodys)
      for (const [i, [method, path, body]] of attempts(theirs).entries()) {
        const foreign = await api(method, path, body, other.key)
        const same = await api(method, unknown[i]?.[1] ?? '', unknown[i]?.[2], other.key)
        const masked = (text: string) => text.replaceAll(/[0-9a-f-]{32,36}/g, '…')
        const what = `${method} ${path} ${JSON.stringify(body ?? '')}`
        assert.deepEqual([foreign.status, masked(foreign.text)], [same.status, masked(same.text)], what)
        // A request refused for its form would say nothing about ids.
        assert.ok(foreign.status < 500 && foreign.json.code !== 40000, `${what}: ${foreign.text}`)
      }
    } finally {
      await desk.close()
    }
  })

  test('no endpoint with a key is left out of the walk', async () => {
    await using service = await startTestService(engine)
    const { json } = await service.api('GET', '/openapi.json')
    const served = Object.entries(json.paths as Record<string, object>)
      .filter(([path]) => /^\/v\d\//.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    const nothing: Ids = {
      ...{ base: '', doc: '', conversation: '', message: '', answer: '', handoff: '', service: '' },
    }
    const walked = attempts(nothing).map(([method, path]) => `${method} ${path.split('?')[0]}`)
    const missing = served.filter((each) => !walked.includes(each) && !WITHOUT_IDS.includes(each))
    assert.deepEqual(missing, [], 'add it to the attempts, or to those that take no id')
  })
})
