/** QA_FILE and updates by files over HTTP: what is stored, what fails and why, the ledger. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { encodeAs } from '../../../documents/test/legacy-text.ts'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { readDocument } from '../harness/documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { base64, inline, pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const UPDATE = '/v1/bot/doc/qa/update'

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })
  let server: DeveloperServer
  const contents = new Map<string, Buffer>()
  before(async () => {
    server = await startDeveloperServer()
    server.answer(({ path }) => {
      const text = contents.get(path)
      return text ? { text } : { status: 404, text: 'not here' }
    })
  })
  after(() => server.close())
  const served = (path: string, content: string | Buffer) => {
    contents.set(path, Buffer.from(content))
    return `${server.url}${path}`
  }
  const pairsIn = async (docId: string) =>
    (await readDocument(service().service.database, docId))?.pairs.map(({ question, answer }) => [
      question,
      answer,
    ])
  const importOf = (agentId: string, docId: string) =>
    service().admin('GET', `/agents/${agentId}/documents/${docId}/import`)

  test('a CSV behind a URL becomes a document named after the file, its pairs stored before the answer', async () => {
    const { id, key } = await service().newAgent()
    const file_url = served('/faq.csv', 'question,answer\nA?,B\nC?,D\nC?,D\nE?,\n')
    const answer = await service().api(
      'POST',
      ADD,
      { purpose: 'QA_FILE', files: [{ file_url, file_name: 'faq.csv' }] },
      key,
    )
    assert.equal(answer.status, 200, answer.text)
    const [doc] = answer.json.doc
    assert.deepEqual(answer.json, { doc: [{ doc_id: doc.doc_id, doc_name: 'faq.csv' }], failed: [] })
    assert.deepEqual(await pairsIn(doc.doc_id), [
      ['A?', 'B'],
      ['C?', 'D'],
    ])
    const bases = await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const page = await service().api(
      'GET',
      `/v1/bot/doc/query/page?knowledge_base_id=${bases.json.knowledge_base[0].id}`,
      undefined,
      key,
    )
    assert.deepEqual(
      page.json.list.map(({ name, format, source_url, chunk }: Record<string, unknown>) => [
        name,
        format,
        source_url,
        chunk,
      ]),
      [['faq.csv', 'CSV', file_url, 2]],
    )
    const account = await importOf(id, doc.doc_id)
    assert.equal(account.status, 200, account.text)
    assert.equal(account.json.file_name, 'faq.csv')
    assert.deepEqual(account.json.ledger, {
      format: 'CSV',
      rows_read: 4,
      stored: 2,
      pairs: 2,
      duplicate: 1,
      rejected: 1,
      rejections: [{ row: 5, column: 'answer', reason: 'the cell is empty', excerpt: 'E? |' }],
      encoding: 'utf-8',
      delimiter: ',',
      sheet: null,
      header_rows: 1,
      question_column: 'question',
      answer_column: 'answer',
      notes: [],
    })
  })

  test('what fails is in failed, in order, with its reason beside; the rest is stored', async () => {
    const { key } = await service().newAgent()
    const files = [
      inline('good.csv', 'question,answer\nA?,B\n'),
      { file_name: 'missing.csv', file_url: `${server.url}/nowhere` },
      inline('empty.csv', 'question,answer\n'),
      inline(
        'book.xlsx',
        makeXlsx([
          {
            name: 'FAQ',
            rows: [
              ['question', 'answer'],
              ['X?', 'Y'],
            ],
          },
        ]),
      ),
      { file_name: 'cut.csv', file_base64: 'cXVlc3Rpb24' + 's' + 'YW5zd' },
      inline('gbk.csv', encodeAs('gb18030', '问题,答案\n能退货吗？,可以退货\n')),
    ]
    const { status, json } = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    assert.equal(status, 200)
    assert.deepEqual(
      json.doc.map(({ doc_name }: { doc_name: string }) => doc_name),
      ['good.csv', 'book.xlsx', 'gbk.csv'],
    )
    assert.deepEqual(json.failed, ['missing.csv', 'empty.csv', 'cut.csv'])
    const reasons = Object.fromEntries(
      json.failed_reasons.map(({ file_name, reason }: Record<string, string>) => [file_name, reason]),
    )
    assert.match(reasons['missing.csv'], /^The file could not be fetched: .*status 404/)
    assert.match(reasons['empty.csv'], /^Found a header and no rows below it/)
    assert.match(reasons['cut.csv'], /^file_base64: the content is cut short or not base64/)
    assert.deepEqual(await pairsIn(json.doc[2].doc_id), [['能退货吗？', '可以退货']])
  })

  test('file_base64 wins over file_url, and file_url over source_url', async () => {
    const { key } = await service().newAgent()
    const url = (name: string) => served(`/${name}`, `question,answer\nfrom?,${name}\n`)
    const stored = async (entry: object) => {
      const files = [{ file_name: 'x.csv', ...entry }]
      const { json } = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
      return (await pairsIn(json.doc[0].doc_id))?.[0]?.[1]
    }
    const urls = { file_url: url('file'), source_url: url('source') }
    assert.equal(await stored({ ...urls, file_base64: base64('question,answer\nfrom?,base64\n') }), 'base64')
    assert.equal(await stored(urls), 'file')
    assert.equal(await stored({ source_url: urls.source_url }), 'source')
  })

  test('header_row and splitter reach the reader', async () => {
    const { key } = await service().newAgent()
    const send = async (content: string, more: object) => {
      const body = { purpose: 'QA_FILE', files: [inline('x.csv', content)], ...more }
      const { json } = await service().api('POST', ADD, body, key)
      return pairsIn(json.doc[0].doc_id)
    }
    assert.equal((await send('question,answer\nA?,B\n', { header_row: 0 }))?.length, 2)
    assert.deepEqual(await send('eins|zwei\nA,?|B\n', { header_row: 1, splitter: '|' }), [['A,?', 'B']])
  })

  test('more than 20 files, or an unknown base, refuses the request before anything is fetched', async () => {
    const { key } = await service().newAgent()
    const seen = server.requests.length
    const files = Array.from({ length: 21 }, () => ({ file_name: 'x.csv', file_url: `${server.url}/x.csv` }))
    const many = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    assert.deepEqual([many.status, many.json.code], [400, 40000])
    const nowhere = { purpose: 'QA_FILE', files: files.slice(0, 1), knowledge_base_id: 'nobody' }
    const unknown = await service().api('POST', ADD, nowhere, key)
    assert.deepEqual([unknown.status, unknown.json.code], [400, 40348])
    assert.equal(server.requests.length, seen)
  })

  test('all files failed: 200, doc empty, every name in failed, nothing stored', async () => {
    const { key } = await service().newAgent()
    const before = await service().countRows('documents')
    const files = [inline('a.csv', 'one column\n'), inline('b.csv', '%PDF-1.7')]
    const { status, json } = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    assert.equal(status, 200)
    assert.deepEqual([json.doc, json.failed], [[], ['a.csv', 'b.csv']])
    assert.equal(await service().countRows('documents'), before)
  })

  test('an update by files replaces each named document whole, and the ledger is that of the new file', async () => {
    const { id, key } = await service().newAgent()
    const one = await service().addDocument(key, pairsOf(3))
    const two = await service().addDocument(key, pairsOf(300))
    const rows = Array.from({ length: 1000 }, (_, n) => `Q${n}?,A${n}`).join('\n')
    const files = [
      { ...inline('one.csv', 'question,answer\nA?,B\n'), doc_id: one },
      { file_name: 'two.csv', source_url: served('/two.csv', `question,answer\n${rows}\n`), doc_id: two },
    ]
    const { status, json } = await service().api('PUT', UPDATE, { files }, key)
    assert.equal(status, 200)
    assert.deepEqual(
      json.doc.map(({ doc_id }: { doc_id: string }) => doc_id),
      [one, two],
    )
    assert.deepEqual(json.failed, [])
    assert.deepEqual(await pairsIn(one), [['A?', 'B']])
    assert.equal((await pairsIn(two))?.length, 1000)
    assert.equal((await importOf(id, two)).json.ledger.stored, 1000)
  })

  test('in an update an unknown document, a wrong base, a bad file and a document named twice fail alone, the old content stays', async () => {
    const { id, key } = await service().newAgent()
    const stranger = await service().newAgent()
    const mine = await service().addDocument(key, pairsOf(2))
    const other = await service().addDocument(key, pairsOf(2))
    const theirs = await service().addDocument(stranger.key, pairsOf(2))
    const good = 'question,answer\nA?,B\n'
    const files = [
      { ...inline('unknown.csv', good), doc_id: 'nobody' },
      { ...inline('theirs.csv', good), doc_id: theirs },
      { ...inline('bad.csv', 'nothing\n'), doc_id: mine },
      { ...inline('again.csv', good), doc_id: mine },
      { ...inline('good.csv', good), doc_id: other },
    ]
    const { json } = await service().api('PUT', UPDATE, { files }, key)
    assert.deepEqual(json.failed, ['unknown.csv', 'theirs.csv', 'bad.csv', 'again.csv'])
    assert.deepEqual(json.doc, [{ doc_id: other, doc_name: 'Test document' }])
    assert.equal((await pairsIn(mine))?.length, 2)
    assert.equal((await pairsIn(theirs))?.length, 2)
    assert.equal((await importOf(id, mine)).status, 404)
    const base = await service().api('POST', '/v1/bot/knowledge/base/create', { name: 'Other' }, key)
    const wrongBase = { files: files.slice(4), knowledge_base_id: base.json.knowledge_base_id }
    const refused = await service().api('PUT', UPDATE, wrongBase, key)
    assert.deepEqual([refused.status, refused.json.doc, refused.json.failed], [200, [], ['good.csv']])
    assert.match(refused.json.failed_reasons[0].reason, /^knowledge_base_id: found /)
  })

  test('deleting a document takes its account with it, and another agent never sees it', async () => {
    const { id, key } = await service().newAgent()
    const stranger = await service().newAgent()
    const body = { purpose: 'QA_FILE', files: [inline('x.csv', 'question,answer\nA?,B\n')] }
    const { json } = await service().api('POST', ADD, body, key)
    const docId = json.doc[0].doc_id
    assert.equal((await importOf(stranger.id, docId)).status, 404)
    assert.equal((await importOf(id, docId)).status, 200)
    await service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key)
    assert.equal((await importOf(id, docId)).status, 404)
  })

  test('13,435 pairs through the API: exactly those, in order', async () => {
    const { key } = await service().newAgent()
    const rows = Array.from({ length: 13_435 }, (_, n) => [
      `Question ${n}, really?`,
      `Answer "${n}"\nline two, ${n}`,
    ])
    const content = rows.map(([q, a]) => `"${q}","${a?.replaceAll('"', '""')}"`).join('\r\n')
    const file_url = served('/large.csv', `\uFEFFquestion,answer\r\n${content}\r\n`)
    const { json } = await service().api(
      'POST',
      ADD,
      { purpose: 'QA_FILE', files: [{ file_url, file_name: 'large.csv' }] },
      key,
    )
    assert.deepEqual(await pairsIn(json.doc[0].doc_id), rows)
  })
})
