/** What a document says of itself after it went back, after its draft was dropped, and before anything is made of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import {
  ADD,
  addFile,
  base64,
  conversionOf,
  goodReply,
  manual,
  pairsIn,
  sharedScene,
  statusOf,
  UPDATE,
  untilStatus,
  updateFile,
} from './model-scene.ts'

onEachEngine((engine) => {
  const scene = sharedScene(engine)
  const at = (id: string, docId: string) => `/agents/${id}/documents/${docId}`
  const rollback = (id: string, docId: string) => scene().service.admin('POST', `${at(id, docId)}/rollback`)
  const retry = (id: string, docId: string) =>
    scene().service.admin('POST', `${at(id, docId)}/conversion/retry`)
  const answersIn = async (id: string, docId: string) =>
    (await pairsIn(scene().service, id, docId)).map(({ answer }) => answer)
  const waitForApproval = (id: string) =>
    scene().service.admin('PATCH', `/agents/${id}/settings`, {
      knowledge: { publish_conversions: 'after_approval' },
    })

  for (const first of ['a converted file', 'a list'] as const) {
    test(`a retry never shows again what was gone back from, to ${first}`, async () => {
      const { service, model } = scene()
      const { id, key } = await service.newAgent()
      const docId =
        first === 'a list'
          ? await service.addDocument(key, [{ question: 'q', answer: 'first' }])
          : await addFile(service, key, '# Is it the first?\n\nfirst\n')
      model.answer(() => ({ kind: 'chat', pieces: ['no JSON'] }))
      await updateFile(service, key, docId, manual(1, 'second'))
      await untilStatus(service, key, docId, 'AVAILABLE')
      const made = await answersIn(id, docId)
      assert.match(made.join(), /second edition/)
      assert.equal((await rollback(id, docId)).status, 200)
      const refused = await retry(id, docId)
      assert.deepEqual([refused.status, refused.json.code], [409, 40900])
      assert.deepEqual(
        [await answersIn(id, docId), await statusOf(service, key, docId)],
        [['first'], 'AVAILABLE'],
      )
      // Gone forward again, what failed can be asked again.
      await rollback(id, docId)
      assert.deepEqual(await answersIn(id, docId), made)
      model.answer(goodReply)
      assert.equal((await retry(id, docId)).json.chunks, 1)
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.deepEqual((await conversionOf(service, id, docId)).failed_chunks, [])
    })
  }

  test('behind the last pair there are no more, and no first one either', async () => {
    const { service } = scene()
    const { id, key } = await service.newAgent()
    const docId = await service.addDocument(
      key,
      ['a', 'b', 'c'].map((answer) => ({ question: `${answer}?`, answer })),
    )
    for (const [from, next] of [
      [0, 2],
      [2, null],
      [3, null],
      [99, null],
    ]) {
      const { json } = await service.admin('GET', `${at(id, docId)}/pairs?limit=2&from=${from}`)
      assert.equal(json.next_from, next, String(from))
    }
  })

  test('the account of an import is that of what the document shows, or none', async () => {
    const { service } = scene()
    const { id, key } = await service.newAgent()
    const csv = (name: string, rows: number) => ({
      file_name: name,
      file_base64: base64(
        `question,answer\n${Array.from({ length: rows }, (_, n) => `Q ${n}?,A ${n}\n`).join('')}`,
      ),
    })
    const added = await service.api('POST', ADD, { purpose: 'QA_FILE', files: [csv('first.csv', 1)] }, key)
    const docId = added.json.doc[0].doc_id
    await service.api('PUT', UPDATE, { files: [{ doc_id: docId, ...csv('second.csv', 2) }] }, key)
    const account = async () => {
      const { status, json } = await service.admin('GET', `${at(id, docId)}/import`)
      return status === 200 ? [json.file_name, json.ledger.stored] : status
    }
    assert.deepEqual(await account(), ['second.csv', 2])
    await rollback(id, docId)
    assert.deepEqual(await account(), ['first.csv', 1])
    const more = Array.from({ length: 300 }, (_, n) => ({ question: `More ${n}?`, answer: `${n}` }))
    await service.api('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks: more }, key)
    assert.deepEqual(await account(), ['first.csv', 1])
    await rollback(id, docId)
    assert.deepEqual(await account(), ['second.csv', 2])
    await service.api('PUT', UPDATE, { doc_id: docId, qaList: [{ question: 'N?', answer: 'n' }] }, key)
    assert.equal(await account(), 404)
  })

  test('a document whose draft waits is still PROCESSING after it went back', async () => {
    const { service } = scene()
    const { id, key } = await service.newAgent()
    await waitForApproval(id)
    const docId = await service.addDocument(key, [{ question: 'q', answer: 'first' }])
    await service.api('PUT', UPDATE, { doc_id: docId, qaList: [{ question: 'q', answer: 'second' }] }, key)
    await updateFile(service, key, docId, '# Is it the third?\n\nthird\n')
    assert.equal(await statusOf(service, key, docId), 'PROCESSING')
    await rollback(id, docId)
    assert.deepEqual(
      [await answersIn(id, docId), await statusOf(service, key, docId)],
      [['first'], 'PROCESSING'],
    )
    await service.admin('DELETE', `${at(id, docId)}/draft`)
    assert.equal(await statusOf(service, key, docId), 'AVAILABLE')
  })

  for (const count of [1, 300]) {
    test(`a document whose draft was dropped is AVAILABLE once it shows pairs, ${count} appended`, async () => {
      const { service } = scene()
      const { id, key } = await service.newAgent()
      await waitForApproval(id)
      const docId = await addFile(service, key, '# Is it the first?\n\nfirst\n')
      await service.admin('DELETE', `${at(id, docId)}/draft`)
      assert.equal(await statusOf(service, key, docId), 'FAILED')
      const chunks = Array.from({ length: count }, (_, n) => ({ question: `More ${n}?`, answer: `${n}` }))
      await service.api('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks }, key)
      assert.equal(await statusOf(service, key, docId), 'AVAILABLE')
    })
  }

  test('passages that are still with the model count as covered by nothing', async () => {
    const { service, model } = scene()
    const { id, key } = await service.newAgent()
    const asked = model.requests.length
    model.answer(() => ({ kind: 'stall' }))
    const docId = await addFile(
      service,
      key,
      '# Lamp\n\n## Overview\n\nIts colour is blue.\n\n## Is it known?\n\nIt is.\n',
    )
    await model.waitFor(asked + 1)
    const { coverage, pairs } = await conversionOf(service, id, docId)
    assert.equal(pairs, 0)
    assert.ok(
      coverage.covered_chars < coverage.text_chars - 'Its colour is blue.'.length + 1,
      coverage.covered_chars,
    )
    assert.match(
      coverage.uncovered.map(({ excerpt }: { excerpt: string }) => excerpt).join(),
      /colour is blue/,
    )
  })
})
