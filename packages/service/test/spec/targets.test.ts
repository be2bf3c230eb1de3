/** Which document and which knowledge base a request means, and what is answered when there is no such thing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'

onSqlite((engine) => {
  const service = sharedService(engine)
  const newBase = async (key: string) =>
    (await service().api('POST', '/v1/bot/knowledge/base/create', { name: 'Other' }, key)).json
      .knowledge_base_id as string
  const documentsIn = async (key: string, base: string) =>
    (await service().api('GET', `/v1/bot/doc/query/page?knowledge_base_id=${base}`, undefined, key)).json.list

  test('knowledge_base_id omitted in add: the default knowledge base is used', async () => {
    const { key } = await service().newAgent()
    const base = await newBase(key)
    const inDefault = await service().addDocument(key, pairsOf(1))
    const inBase = await service().addDocument(key, pairsOf(1), { knowledge_base_id: base })
    const { json } = await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const [standard] = json.knowledge_base.filter(({ id }: { id: string }) => id !== base)
    assert.deepEqual(
      (await documentsIn(key, standard.id)).map(({ id }: { id: string }) => id),
      [inDefault],
    )
    assert.deepEqual(
      (await documentsIn(key, base)).map(({ id }: { id: string }) => id),
      [inBase],
    )
  })

  test('an agent that has a thousand knowledge bases gets no more until one is deleted', async () => {
    const { id, key } = await service().newAgent()
    const first = await newBase(key)
    const { database } = service().service
    await database.transaction('test', async (tx) => {
      const [base] = await tx.q.selectFrom('knowledge_bases').selectAll().where('id', '=', first).execute()
      const others = Array.from({ length: 999 }, (_, n) => ({ ...base, id: `${id}-${n}` }))
      for (const other of others)
        await tx.q
          .insertInto('knowledge_bases')
          .values(other as never)
          .execute()
    })
    const create = () => service().api('POST', '/v1/bot/knowledge/base/create', { name: 'More' }, key)
    const { status, json } = await create()
    assert.deepEqual([status, json.code], [400, 40000])
    assert.match(json.message, /1,000 knowledge bases/)
    await service().admin('DELETE', `/agents/${id}/bases/${first}`)
    assert.equal((await create()).status, 200)
  })

  test('knowledge_base_id omitted in update: doc_id decides', async () => {
    const { key } = await service().newAgent()
    const base = await newBase(key)
    const docId = await service().addDocument(key, pairsOf(1), { knowledge_base_id: base })
    for (const knowledge_base_id of [undefined, null, '', base]) {
      const body = { doc_id: docId, qaList: pairsOf(2), knowledge_base_id }
      assert.equal((await service().api('PUT', UPDATE, body, key)).status, 200)
      assert.deepEqual((await documentsIn(key, base))[0].chunk, 2)
    }
  })

  test('knowledge_base_id in update must be the base of the document, else 40000', async () => {
    const { key } = await service().newAgent()
    const [mine, other] = [await newBase(key), await newBase(key)]
    const docId = await service().addDocument(key, pairsOf(1), { knowledge_base_id: mine })
    for (const knowledge_base_id of [other, 'unknown']) {
      const body = { doc_id: docId, qaList: pairsOf(2), knowledge_base_id }
      const answer = await service().api('PUT', UPDATE, body, key)
      assert.deepEqual([answer.status, answer.json.code], [400, 40000])
      assert.match(
        answer.json.message,
        /: knowledge_base_id: found ".+", needed the base of document .+, or leave it out$/,
      )
    }
    assert.deepEqual((await documentsIn(key, mine))[0].chunk, 1)
  })

  test('unknown doc_id or knowledge_base_id: 40348, for small and large lists alike, and nothing is stored', async () => {
    const { key } = await service().newAgent()
    const rows = () => Promise.all(['documents', 'pairs', 'pair_sets'].map(service().countRows))
    const before = await rows()
    for (const qaList of [pairsOf(1), pairsOf(300)]) {
      const update = await service().api('PUT', UPDATE, { doc_id: 'nobody', qaList }, key)
      assert.deepEqual([update.status, update.json.code], [400, 40348])
      assert.match(update.json.hint, /^doc_id: found "nobody", needed the id of a document of this agent/)
      const body = { purpose: 'QA_TEXT', name: 'x', qaList, knowledge_base_id: 'nothing' }
      const add = await service().api('POST', ADD, body, key)
      assert.deepEqual(add.json, {
        code: 40348,
        message:
          'Target does not exist: knowledge_base_id: found "nothing", needed the id of a knowledge base of this agent',
        hint: 'knowledge_base_id: found "nothing", needed the id of a knowledge base of this agent',
      })
      const append = await service().api(
        'POST',
        '/v1/bot/doc/qa/chunks/add',
        { doc_id: 'x', chunks: qaList },
        key,
      )
      assert.deepEqual([append.status, append.json.code], [400, 40348])
    }
    assert.deepEqual(await rows(), before)
  })

  test('all files failed: 200 with an empty doc and every name in failed', async () => {
    const { key } = await service().newAgent()
    const files = ['a.csv', 'b.csv'].map((file_name) => ({ file_name, file_url: 'http://127.0.0.1:1/x' }))
    for (const purpose of ['QA_FILE', 'FILE_2_QA']) {
      const answer = await service().api('POST', ADD, { purpose, files }, key)
      assert.equal(answer.status, 200)
      assert.deepEqual([answer.json.doc, answer.json.failed], [[], ['a.csv', 'b.csv']])
    }
  })

  test('failed in update: file names, and an unknown doc_id is one of them', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(1))
    const files = [
      { file_name: 'mine.csv', doc_id: docId, source_url: 'http://127.0.0.1:1/x' },
      { file_name: 'unknown.csv', doc_id: 'nobody', source_url: 'http://127.0.0.1:1/x' },
    ]
    const answer = await service().api('PUT', UPDATE, { files }, key)
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.json.doc, answer.json.failed], [[], ['mine.csv', 'unknown.csv']])
  })
})
