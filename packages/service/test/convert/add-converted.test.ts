/** FILE_2_QA through the API: fetched, converted, stored, found; and updates by such files. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { onSqlite } from '../harness/engines.ts'
import { base64, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const fixture = (name: string) =>
  readFileSync(new URL(`../../../documents/test/fixtures/${name}`, import.meta.url)).toString('base64')

onSqlite((engine) => {
  const service = sharedService(engine)

  async function add(key: string, files: object[], more: object = {}) {
    const answer = await service().api('POST', ADD, { purpose: 'FILE_2_QA', files, ...more }, key)
    assert.equal(answer.status, 200)
    return answer.json
  }
  async function pairsOf(agentId: string, docId: string) {
    const { json } = await service().admin('GET', `/agents/${agentId}/documents/${docId}/pairs?limit=500`)

    return json
  }

  test('a document is converted, stored with the places its pairs came from, and found, before the answer', async () => {
    const { id, key } = await service().newAgent()
    const json = await add(key, [{ file_name: 'lamp.md', file_base64: fixture('product-faq.md') }])
    assert.deepEqual(json.failed, [])
    const docId = json.doc[0].doc_id
    const status = await service().api('GET', `/v1/bot/data/detail/list?data_ids=${docId}`, undefined, key)
    assert.deepEqual(status.json, [{ data_id: docId, data_status: 'AVAILABLE' }])

    const report = await service().admin('GET', `/agents/${id}/documents/${docId}/conversion`)
    assert.equal(report.json.format, 'MD')
    const { covered_chars, text_chars, uncovered } = report.json.coverage
    assert.deepEqual(
      uncovered.map(({ excerpt }: { excerpt: string }) => excerpt),
      ['Lumo is a desk lamp with a battery, a dimmer and three colour temperatures.'],
    )
    assert.equal(covered_chars, text_chars - uncovered[0].excerpt.length)

    const { items, total } = await pairsOf(id, docId)
    assert.equal(items.length, total)
    assert.equal(report.json.pairs, total)
    const delivery = items.find(
      (pair: { question: string }) => pair.question === 'How long does delivery take?',
    )
    assert.match(delivery.answer, /two to four working days/)
    assert.ok(delivery.origin.end > delivery.origin.start)

    const found = await service().api(
      'POST',
      '/v1/vector/match',
      { prompt: 'how long is the delivery', top_k: 1 },
      key,
    )
    assert.match(found.json.list[0].content, /two to four working days/)
  })

  test('a file that cannot be read is in failed with its reason, and the others are stored', async () => {
    const { key } = await service().newAgent()
    const json = await add(key, [
      { file_name: 'noise.pdf', file_base64: base64('%PDF-1.7 and nothing else') },
      { file_name: 'notes.txt', file_base64: base64('Opening hours\n\nWe open at nine.\n') },
    ])
    assert.deepEqual(json.failed, ['noise.pdf'])
    assert.equal(json.failed_reasons[0].file_name, 'noise.pdf')
    assert.ok(json.failed_reasons[0].reason.length > 10)
    assert.deepEqual(
      json.doc.map((doc: { doc_name: string }) => doc.doc_name),
      ['notes.txt'],
    )
  })

  test('splitter in FILE_2_QA: the document is cut there, and it wins over chunk_token', async () => {
    const { id, key } = await service().newAgent()
    const text = 'First part. It says one.\n@@\nSecond part. It says two.\n@@\nThird part. It says three.\n'
    const files = [{ file_name: 'parts.txt', file_base64: base64(text) }]
    const json = await add(key, files, { splitter: '@@', chunk_token: 1 })
    const { items } = await pairsOf(id, json.doc[0].doc_id)
    assert.equal(items.length, 3)
  })

  test('chunk_token in FILE_2_QA: no answer made of a section is longer', async () => {
    const { id, key } = await service().newAgent()
    const paragraph = (i: number) =>
      `Paragraph ${i} says that the lamp may be used in the garden when it does not rain.`
    const text = `# Garden\n\n${Array.from({ length: 40 }, (_, i) => paragraph(i)).join('\n\n')}\n`
    const json = await add(key, [{ file_name: 'garden.md', file_base64: base64(text) }], { chunk_token: 60 })
    const { items } = await pairsOf(id, json.doc[0].doc_id)
    assert.ok(items.length > 5)
    for (const { answer } of items) assert.ok(encode(answer).length <= 60)
    for (let i = 0; i < 40; i++)
      assert.ok(items.some((pair: { answer: string }) => pair.answer.includes(`Paragraph ${i} `)))
  })

  test('an update by a document replaces every pair at once, and its report with them', async () => {
    const { id, key } = await service().newAgent()
    const json = await add(key, [{ file_name: 'a.md', file_base64: fixture('product-faq.md') }])
    const docId = json.doc[0].doc_id
    const files = [{ doc_id: docId, file_name: 'b.txt', file_base64: fixture('terms.txt') }]
    const updated = await service().api('PUT', '/v1/bot/doc/qa/update', { files }, key)
    assert.deepEqual(updated.json.failed, [])
    const { items } = await pairsOf(id, docId)
    assert.ok(!items.some((pair: { question: string }) => pair.question === 'How long does delivery take?'))
    const report = await service().admin('GET', `/agents/${id}/documents/${docId}/conversion`)
    assert.deepEqual([report.json.file_name, report.json.format], ['b.txt', 'TXT'])
  })

  test('another agent sees neither the report nor the pairs', async () => {
    const owner = await service().newAgent()
    const other = await service().newAgent()
    const json = await add(owner.key, [{ file_name: 'a.md', file_base64: fixture('product-faq.md') }])
    for (const what of ['conversion', 'pairs']) {
      const path = `/agents/${other.id}/documents/${json.doc[0].doc_id}/${what}`
      assert.equal((await service().admin('GET', path)).json.code, 40400)
    }
  })
})
