/** What every request and answer has in common: JSON or not, unknown fields, units of time, when a change is answered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../harness/documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'

onSqlite((engine) => {
  const service = sharedService(engine)

  test('unit of all timestamps: milliseconds since the epoch', async () => {
    const { api, admin, newAgent, addDocument } = service()
    const before = Date.now()
    const { id, key } = await newAgent()
    await addDocument(key, pairsOf(1))
    const after = Date.now()
    const isNow = (time: unknown) => typeof time === 'number' && time >= before && time <= after
    const { json } = await admin('GET', `/agents/${id}`)
    assert.ok(isNow(json.agent.created_at) && isNow(json.agent.updated_at), JSON.stringify(json))
    const bases = await api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const base = bases.json.knowledge_base[0].id
    const page = await api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${base}`, undefined, key)
    const [document] = page.json.list
    assert.ok(isNow(document.create_time) && isNow(document.update_time), JSON.stringify(document))
  })

  test('malformed JSON, wrong type, wrong content type: 40000 with a message naming field and reason', async () => {
    const { key } = await service().newAgent()
    const send = (body: string, type: string | undefined) =>
      fetch(service().url + ADD, {
        method: 'POST',
        body: Buffer.from(body),
        headers: { authorization: `Bearer ${key}`, ...(type === undefined ? {} : { 'content-type': type }) },
      }).then(async (response) => ({ status: response.status, json: JSON.parse(await response.text()) }))
    const json = 'application/json'
    const cases: [body: string, type: string | undefined, message: RegExp][] = [
      ['{"purpose":', json, /: body: found text that is not JSON \(.*end.*\), needed JSON$/],
      ['{"purpose": QA_TEXT}', json, /: body: found text that is not JSON \(.*'Q'.*\), needed JSON$/],
      ["{'purpose': 1}", json, /: body: found text that is not JSON \(.*column 2.*\), needed JSON$/],
      ['{} {}', json, /: body: found text that is not JSON \(.*column 4.*\), needed JSON$/],
      ['', json, /: body: found nothing, needed a JSON object$/],
      ['[]', json, /: body: found an empty list, needed an object$/],
      ['"text"', json, /: body: found "text", needed an object$/],
      ['null', json, /: body: found null, needed an object$/],
      ['{"purpose": 7}', json, /: purpose: found 7 \(a number\), needed one of QA_TEXT, QA_FILE, FILE_2_QA$/],
      ['{}', 'text/plain', /: content-type: found "text\/plain", needed application\/json$/],
      ['{}', 'application/x-www-form-urlencoded', /: content-type: found .*, needed application\/json$/],
      [
        '{}',
        'application/json; charset=latin1',
        /: content-type: found .*, needed application\/json in UTF-8$/,
      ],
      ['{}', undefined, /: content-type: found nothing, needed application\/json$/],
      ['{}', '', /: content-type: found nothing, needed application\/json$/],
      ['{}', 'json', /: content-type: found "json", needed application\/json$/],
      ['{}', `${json}, ${json}`, /: content-type: found .*, needed application\/json in UTF-8$/],
    ]
    for (const [body, type, message] of cases) {
      const answer = await send(body, type)
      assert.deepEqual([answer.status, answer.json.code], [400, 40000], body)
      assert.match(answer.json.message, message)
    }
  })

  test('JSON in UTF-8 is taken whatever else its content type says', async () => {
    const { key } = await service().newAgent()
    const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'x', qaList: [{ question: 'q', answer: 'a' }] })
    for (const rest of [
      ';',
      '; charset=utf-8',
      ';charset="UTF-8"',
      '; profile=x; charset = utf8 ',
      '; profile=x',
    ]) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': `application/json${rest}` }
      const { status } = await fetch(service().url + ADD, {
        method: 'POST',
        body: Buffer.from(body),
        headers,
      })
      assert.equal(status, 200, rest)
    }
  })

  test('unknown fields are ignored, at every depth', async () => {
    const { key } = await service().newAgent()
    const body = {
      purpose: 'QA_TEXT',
      name: 'x',
      qaList: [{ question: 'q', answer: 'a', score: 1, constructor: 'x', toString: null }],
      colour: 'red',
      nested: { a: [1, { b: null }] },
    }
    const answer = await service().api('POST', ADD, body, key)
    assert.equal(answer.status, 200)
    const update = { doc_id: answer.json.doc[0].doc_id, qaList: body.qaList, purpose: 'NONSENSE' }
    assert.equal((await service().api('PUT', '/v1/bot/doc/qa/update', update, key)).status, 200)
  })

  test('add and update answer when the pairs are stored', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(201))
    const added = await readDocument(service().service.database, docId)
    assert.deepEqual(added?.pairs, pairsOf(201))
    const body = { doc_id: docId, qaList: pairsOf(3, 2) }
    await service().api('PUT', '/v1/bot/doc/qa/update', body, key)
    const replaced = await readDocument(service().service.database, docId)
    assert.deepEqual(replaced?.pairs, pairsOf(3, 2))
    const [status] = (
      await service().api('GET', `/v1/bot/data/detail/list?data_ids=${docId}`, undefined, key)
    ).json
    assert.deepEqual(status, { data_id: docId, data_status: 'AVAILABLE' })
  })

  test('success of add and update: HTTP 200 with the documents in doc and an empty failed', async () => {
    const { key } = await service().newAgent()
    const added = await service().api(
      'POST',
      ADD,
      { purpose: 'QA_TEXT', name: 'Hours', qaList: pairsOf(1) },
      key,
    )
    assert.equal(added.status, 200)
    assert.match(added.headers.get('content-type') ?? '', /^application\/json/)
    const { doc_id } = added.json.doc[0]
    assert.deepEqual(added.json, { doc: [{ doc_id, doc_name: 'Hours' }], failed: [] })
    const updated = await service().api('PUT', '/v1/bot/doc/qa/update', { doc_id, qaList: pairsOf(2) }, key)
    assert.equal(updated.status, 200)
    assert.deepEqual(updated.json, { doc: [{ doc_id, doc_name: 'Hours' }], failed: [] })
  })
})
