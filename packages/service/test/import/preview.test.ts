/** Previews of files: what they say is what adding the file does, and they store nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import { onSqlite } from '../harness/engines.ts'
import { base64, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const CSV = [
  'id,question,answer',
  '1,When are you open?,"From nine, to five."',
  '2,,"=HYPERLINK(""http://evil.example"")"',
  '3,When are you open?,"From nine, to five."',
  '4,Do you ship?,Yes.',
].join('\n')

onSqlite((engine) => {
  const service = sharedService(engine)
  const TABLES = ['documents', 'revisions', 'pairs', 'imports', 'conversion_runs', 'drafts', 'audit']
  const counts = () => Promise.all(TABLES.map((table) => service().countRows(table)))
  const preview = (agentId: string, body: object) =>
    service().admin('POST', `/agents/${agentId}/documents/preview`, body)

  test('of a list of pairs it gives the account and the pairs of the import, with the rejected rows as a CSV', async () => {
    const { id, key } = await service().newAgent()
    const file = { file_name: 'faq.csv', file_base64: base64(CSV) }
    const before = await counts()
    const { json } = await preview(id, { file })
    assert.deepEqual(await counts(), before)
    assert.deepEqual([json.purpose, json.format, json.reason, json.pair_count], ['QA_FILE', 'CSV', null, 2])
    assert.deepEqual([json.ledger.question_column, json.ledger.answer_column], ['question', 'answer'])
    const [head, row] = json.rejected_csv.split('\r\n')
    assert.equal(head, '\uFEFFrow,reason,id,question,answer')
    assert.equal(row, `3,question: the cell is empty,2,,"'=HYPERLINK(""http://evil.example"")"`)
    const { json: added } = await service().api('POST', ADD, { purpose: json.purpose, files: [file] }, key)
    const at = `/agents/${id}/documents/${added.doc[0].doc_id}`
    assert.deepEqual((await service().admin('GET', `${at}/import`)).json.ledger, json.ledger)
    const stored = (await service().admin('GET', `${at}/pairs`)).json.items
    assert.deepEqual(
      json.pairs,
      stored.map(({ question, answer }: { question: string; answer: string }) => ({ question, answer })),
    )
    const few = (await preview(id, { file, limit: 1 })).json
    assert.deepEqual([few.pairs.length, few.pair_count], [1, 2])
  })

  test('of a document it gives the pairs and the coverage of the conversion', async () => {
    const { id, key } = await service().newAgent()
    const file = {
      file_name: 'guide.md',
      file_base64: base64('# Shipping\n\nWe ship in two days.\n\n# Returns\n\nUse the label.\n'),
    }
    const before = await counts()
    const { json } = await preview(id, { file })
    assert.deepEqual(await counts(), before)
    assert.deepEqual(
      [json.purpose, json.format, json.pair_count, json.ledger, json.model],
      ['FILE_2_QA', 'MD', 2, null, null],
    )
    const { json: added } = await service().api('POST', ADD, { purpose: json.purpose, files: [file] }, key)
    const at = `/agents/${id}/documents/${added.doc[0].doc_id}`
    const { coverage, warnings } = (await service().admin('GET', `${at}/conversion`)).json
    assert.deepEqual(json.conversion, { coverage, warnings })
    const stored = (await service().admin('GET', `${at}/pairs`)).json.items
    assert.deepEqual(
      json.pairs.map(({ answer }: { answer: string }) => answer),
      stored.map(({ answer }: { answer: string }) => answer),
    )
    const replacing = { file: { ...file, file_name: 'x.txt', doc_id: added.doc[0].doc_id } }
    assert.equal((await preview(id, replacing)).json.purpose, 'FILE_2_QA', 'as its document was made')
  })

  test('a file that cannot be stored is answered with the reason, and with the rows where there are any', async () => {
    const { id } = await service().newAgent()
    const empty = (
      await preview(id, { file: { file_name: 'a.csv', file_base64: base64('question,answer\n,x\n') } })
    ).json
    assert.match(empty.reason, /^None of the 1 rows is a usable pair/)
    assert.deepEqual([empty.ledger.rejected, empty.pair_count, empty.pairs], [1, 0, []])
    const broken = (
      await preview(id, { file: { file_name: 'a.pdf', file_base64: base64('%PDF-1.7 no more') } })
    ).json
    assert.equal(broken.purpose, 'FILE_2_QA')
    assert.ok(broken.reason.length > 0)
    const cut = (await preview(id, { file: { file_name: 'a.csv', file_base64: '????' } })).json
    assert.ok(String(cut.reason ?? cut.message).includes('file_base64'), JSON.stringify(cut))
    assert.match((await preview(id, { file: { file_name: 'a.csv' } })).json.reason, /names no place/)
    assert.equal((await preview(id, { file: {} })).status, 400)
    const unknown = { file_name: 'a.csv', file_base64: base64(CSV), doc_id: 'unknown' }
    assert.equal((await preview(id, { file: unknown })).json.code, 40348)
  })

  test('the SDK previews a file in any form', async () => {
    const { id } = await service().newAgent()
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const preview = await admin.documents.previewFile(id, { name: 'faq.csv', data: new Blob([CSV]) })
    assert.equal(preview.ledger?.rejected, 1)
    const converted = await admin.documents.previewFile(id, { name: 'faq.csv', data: CSV, as: 'convert' })
    assert.equal(converted.purpose, 'FILE_2_QA')
  })
})
