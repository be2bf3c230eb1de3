/** Texts as knowledge, through the endpoints of the platform: add, update, append, list, find, delete. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { paragraph, writeDocx } from '../../../documents/test/write-docx.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { inline, pairsOf, sharedService } from '../harness/service.ts'

const TEXT_ADD = '/v1/bot/doc/text/add'
const TEXT_UPDATE = '/v1/bot/doc/text/update'
const SHEET_ADD = '/v1/bot/doc/spreadsheet/add'
const SHEET_UPDATE = '/v1/bot/doc/spreadsheet/update'
const CHUNKS = '/v1/bot/doc/chunks/add'
const HANDBOOK =
  '# Handbook\n\n## Returns\n\nSend it back within 30 days.\n\n## Shipping\n\nParcels take two days.\n'

onEachEngine((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server.close())

  const call = async (method: string, path: string, body: unknown, key: string) =>
    (await service().api(method, path, body, key)).json
  async function add(key: string, file: object, more: object = {}, path = TEXT_ADD): Promise<string> {
    const json = await call('POST', path, { files: [file], ...more }, key)
    assert.deepEqual([json.failed, json.doc?.length], [[], 1], JSON.stringify(json))
    return json.doc[0].doc_id
  }
  const update = (key: string, doc_id: string, file: object, more: object = {}, path = TEXT_UPDATE) =>
    call('PUT', path, { files: [{ doc_id, ...file }], ...more }, key)
  async function listed(key: string) {
    const [base] = (await call('GET', '/v1/bot/knowledge/base/page', undefined, key)).knowledge_base
    const path = `/v1/bot/doc/query/page?knowledge_base_id=${base.id}`
    return (await call('GET', path, undefined, key)).list
  }
  const contents = async (key: string, prompt: string) =>
    (await call('POST', '/v1/vector/match', { prompt, top_k: 10 }, key)).list.map(
      ({ content }: { content: string }) => content,
    )

  test('a text is added by its content, by file_url and by source_url, and its passages are found by what they say', async () => {
    const { key } = await service().newAgent()
    server.answer(({ path }) => ({ text: `The ${path.slice(1)} opens at nine.` }))
    const docs = [
      await add(key, inline('handbook.md', HANDBOOK)),
      await add(key, { file_name: 'pool.txt', file_url: `${server.url}/pool` }),
      await add(key, { file_name: 'sauna.txt', source_url: `${server.url}/sauna`, file_url: '' }),
      await add(key, { ...inline('gym.txt', 'The gym opens at ten.'), source_url: 'local://gym.txt' }),
    ]
    assert.deepEqual(
      (await listed(key)).map(({ id, kind, format, source_url, status, chunk }: Record<string, unknown>) => [
        id,
        kind,
        format,
        source_url,
        status,
        chunk,
      ]),
      [
        [docs[3], 'TEXT', 'TXT', 'local://gym.txt', 'ACTIVE', 1],
        [docs[2], 'TEXT', 'TXT', `${server.url}/sauna`, 'ACTIVE', 1],
        [docs[1], 'TEXT', 'TXT', `${server.url}/pool`, 'ACTIVE', 1],
        [docs[0], 'TEXT', 'MD', null, 'ACTIVE', 2],
      ],
    )
    assert.equal(
      (await contents(key, 'How long do parcels take?'))[0],
      'Handbook\nShipping\n\nParcels take two days.',
    )
    assert.equal((await contents(key, 'When does the sauna open?'))[0], 'The sauna opens at nine.')
    const [found] = (await call('POST', '/v1/vector/match', { prompt: 'the gym', top_k: 1 }, key)).list
    assert.deepEqual([found.data_id, found.document_name], [docs[3], 'gym.txt'])
  })

  test('a Word document is a text too, in the base that is named; pairs are listed as QA', async () => {
    const { key } = await service().newAgent()
    const made = await call('POST', '/v1/bot/knowledge/base/create', { name: 'Rules' }, key)
    const base = made.knowledge_base_id
    const word = writeDocx(paragraph('Dogs must be kept on a lead in the park.'))
    await add(key, inline('rules.docx', word), { knowledge_base_id: base })
    await service().addDocument(key, pairsOf(1), { knowledge_base_id: base })
    const path = `/v1/bot/doc/query/page?knowledge_base_id=${base}`
    const { list } = await call('GET', path, undefined, key)
    assert.deepEqual(
      list.map(({ kind, format }: Record<string, unknown>) => [kind, format]),
      [
        ['QA', 'QA'],
        ['TEXT', 'DOCX'],
      ],
    )
    const elsewhere = await call(
      'POST',
      TEXT_ADD,
      { files: [inline('a.md', 'A')], knowledge_base_id: 'x' },
      key,
    )
    assert.equal(elsewhere.code, 40348)
  })

  test('chunk_token and splitter say how large passages are; the splitter wins', async () => {
    const { key } = await service().newAgent()
    const text = Array.from({ length: 20 }, (_, n) => `Pump number ${n} is blue.`).join('\n\n')
    await add(key, inline('whole.txt', text))
    await add(key, inline('small.txt', text), { chunk_token: 30 })
    await add(key, inline('split.txt', text), { splitter: '\n\n', chunk_token: 600 })
    const chunks = (await listed(key)).map(({ chunk }: { chunk: number }) => chunk)
    assert.equal(chunks[2], 1)
    assert.ok(chunks[1] > 3 && chunks[1] < 20, `${chunks[1]}`)
    assert.equal(chunks[0], 20)
  })

  test('what cannot be fetched or read is in failed by its name, with the reason, and the others are added', async () => {
    const { key } = await service().newAgent()
    server.answer(() => ({ status: 404, text: 'no' }))
    const files = [
      { file_name: 'gone.md', file_url: `${server.url}/gone.md` },
      inline('picture.png', Buffer.from('89504e470d0a1a0a', 'hex')),
      inline('good.md', 'Something to say.'),
      inline('blank.txt', '  \n'),
    ]
    const json = await call('POST', TEXT_ADD, { files }, key)
    assert.deepEqual(json.failed, ['gone.md', 'picture.png', 'blank.txt'])
    assert.deepEqual(
      json.doc.map(({ doc_name }: { doc_name: string }) => doc_name),
      ['good.md'],
    )
    assert.match(json.failed_reasons[0].reason, /404/)
    assert.match(json.failed_reasons[1].reason, /PNG/)
  })

  test('an update replaces all passages at once; the old content is not found any more', async () => {
    const { key } = await service().newAgent()
    const doc = await add(key, inline('handbook.md', HANDBOOK))
    const json = await update(key, doc, inline('handbook.md', 'Parcels now take seven days.'))
    assert.deepEqual(json, { doc: [{ doc_id: doc, doc_name: 'handbook.md' }], failed: [] })
    assert.deepEqual(await contents(key, 'How long do parcels take?'), ['Parcels now take seven days.'])
    assert.deepEqual(await contents(key, 'send it back'), [])
  })

  test('while a text is replaced again and again, a search sees one version of it whole', async () => {
    const { key } = await service().newAgent()
    const version = (n: number) =>
      Array.from({ length: 300 }, (_, i) => `Paragraph ${i} of version${n} speaks of turbines.`).join('\n\n')
    const cutting = { splitter: '\n\n' }
    const doc = await add(key, inline('turbines.txt', version(0)), cutting)
    let isDone = false
    const replacing = (async () => {
      for (let n = 1; n <= 4; n++) await update(key, doc, inline('turbines.txt', version(n)), cutting)
      isDone = true
    })()
    let seen = 0
    do {
      const body = { prompt: 'turbines', top_k: 50 }
      const { list } = await call('POST', '/v1/vector/match', body, key)
      const versions = new Set(list.map(({ content }: { content: string }) => /version\d/.exec(content)?.[0]))
      assert.deepEqual([list.length, versions.size], [50, 1], [...versions].join())
      seen++
    } while (!isDone)
    await replacing
    assert.ok(seen > 0)
    assert.equal((await listed(key))[0].chunk, 300)
  })

  test('an update that fails names the document and leaves what it had', async () => {
    const { key } = await service().newAgent()
    const doc = await add(key, inline('handbook.md', HANDBOOK))
    const qa = await service().addDocument(key, pairsOf(2))
    const files = [
      { doc_id: doc, ...inline('handbook.png', Buffer.from('89504e470d0a1a0a', 'hex')) },
      { doc_id: 'unknown', ...inline('a.md', 'A text.') },
      { doc_id: qa, ...inline('b.md', 'B text.') },
    ]
    const json = await call('PUT', TEXT_UPDATE, { files }, key)
    assert.deepEqual([json.doc, json.failed], [[], [doc, 'unknown', qa]])
    assert.deepEqual(
      json.failed_reasons.map(({ doc_id, file_name }: Record<string, string>) => [doc_id, file_name]),
      [
        [doc, 'handbook.png'],
        ['unknown', 'a.md'],
        [qa, 'b.md'],
      ],
    )
    assert.match(json.failed_reasons[2].reason, /question-answer pairs.*PUT \/v1\/bot\/doc\/qa\/update/)
    assert.equal((await contents(key, 'How long do parcels take?')).length > 0, true)
  })

  test('source_url of an update: empty keeps what is stored, NULL clears it, another replaces it', async () => {
    const { key } = await service().newAgent()
    const source = async () => (await listed(key))[0].source_url
    const doc = await add(key, { ...inline('a.md', 'One.'), source_url: 'https://example.com/a' })
    await update(key, doc, { ...inline('a.md', 'Two.'), source_url: '' })
    assert.equal(await source(), 'https://example.com/a')
    await update(key, doc, { ...inline('a.md', 'Three.'), source_url: 'https://example.com/b' })
    assert.equal(await source(), 'https://example.com/b')
    await update(key, doc, { ...inline('a.md', 'Four.'), source_url: 'NULL' })
    assert.equal(await source(), null)
  })

  test('passages are appended to a text and found by their content and their keywords', async () => {
    const { key } = await service().newAgent()
    const doc = await add(key, inline('handbook.md', HANDBOOK))
    const chunks = [
      { content: 'Sale items go back within 14 days.', keywords: ['outlet'] },
      { content: 'Closed in May.' },
    ]
    assert.deepEqual(await call('POST', CHUNKS, { doc_id: doc, chunks }, key), { code: 0, message: 'OK' })
    assert.equal((await listed(key))[0].chunk, 4)
    assert.equal((await contents(key, 'outlet'))[0], 'Sale items go back within 14 days.')
    assert.equal((await contents(key, 'Are you closed in May?'))[0], 'Closed in May.')
  })

  test('a passage of more than 1000 tokens is refused by its place and its count', async () => {
    const { key } = await service().newAgent()
    const doc = await add(key, inline('a.md', 'A text.'))
    const chunks = [{ content: 'Short.' }, { content: 'one two three four '.repeat(251) }]
    const refused = await call('POST', CHUNKS, { doc_id: doc, chunks }, key)
    assert.equal(refused.code, 40000)
    assert.match(refused.message, /chunks\[1\]\.content: found 100\d tokens, needed at most 1000/)
    assert.equal((await listed(key))[0].chunk, 1)
  })

  test('pairs and passages do not mix: each refusal names the endpoint that fits', async () => {
    const { key } = await service().newAgent()
    const doc = await add(key, inline('a.md', 'A text.'))
    const qa = await service().addDocument(key, pairsOf(1))
    const chunk = { content: 'More.' }
    const toQa = await call('POST', CHUNKS, { doc_id: qa, chunks: [chunk] }, key)
    assert.deepEqual(
      [toQa.code, /use POST \/v1\/bot\/doc\/qa\/chunks\/add/.test(toQa.message)],
      [40000, true],
    )
    const pairs = [{ question: 'Q?', answer: 'A.' }]
    const toText = await call('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: doc, chunks: pairs }, key)
    assert.deepEqual(
      [toText.code, /use POST \/v1\/bot\/doc\/chunks\/add/.test(toText.message)],
      [40000, true],
    )
    const many = Array.from({ length: 300 }, (_, n) => ({ question: `Q${n}?`, answer: 'A.' }))
    assert.equal(
      (await call('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: doc, chunks: many }, key)).code,
      40000,
    )
    const list = await call('PUT', '/v1/bot/doc/qa/update', { doc_id: doc, qaList: pairs }, key)
    assert.deepEqual([list.code, /use PUT \/v1\/bot\/doc\/text\/update/.test(list.message)], [40000, true])
    const files = [{ doc_id: doc, ...inline('faq.csv', 'question,answer\nQ?,A\n') }]
    const byFile = await call('PUT', '/v1/bot/doc/qa/update', { files }, key)
    assert.deepEqual(byFile.failed, ['faq.csv'])
    assert.match(byFile.failed_reasons[0].reason, /text\/update/)
    assert.deepEqual(await contents(key, 'A text'), ['A text.'])
  })

  test('a spreadsheet becomes a passage for each row; an update and an append change it', async () => {
    const { key } = await service().newAgent()
    const prices = 'Plan,Price\nBasic,5 euros\nFamily,9 euros\n'
    const doc = await add(key, inline('prices.csv', prices), {}, SHEET_ADD)
    assert.equal((await contents(key, 'What does the family plan cost?'))[0], 'Plan: Family; Price: 9 euros')
    const rows = [
      ['', 'Price', ''],
      ['Plan', 'EUR', 'USD'],
      ['Family', '11', '12'],
    ]
    const file = inline('prices.xlsx', makeXlsx([{ name: 'Prices', rows }]))
    const json = await update(key, doc, file, { header_row: 2 }, SHEET_UPDATE)
    assert.deepEqual(json.failed, [])
    const [entry] = await listed(key)
    assert.deepEqual([entry.kind, entry.format, entry.chunk], ['SPREADSHEET', 'XLSX', 1])
    assert.deepEqual(await contents(key, 'family plan'), ['Plan: Family; Price EUR: 11; Price USD: 12'])
    await call('POST', CHUNKS, { doc_id: doc, chunks: [{ content: 'Plan: Student; Price EUR: 3' }] }, key)
    assert.equal((await contents(key, 'student plan'))[0], 'Plan: Student; Price EUR: 3')
    const asText = await update(key, doc, inline('a.md', 'A.'))
    assert.match(asText.failed_reasons[0].reason, /spreadsheet\/update/)
  })

  test('an old .xls is in failed, and told to be saved anew', async () => {
    const { key } = await service().newAgent()
    const files = [inline('prices.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))]
    const json = await call('POST', SHEET_ADD, { files }, key)
    assert.deepEqual([json.doc, json.failed], [[], ['prices.xls']])
    assert.match(json.failed_reasons[0].reason, /\.xlsx/)
  })

  test('a text that is deleted is found no more; one that was replaced can go back', async () => {
    const { id, key } = await service().newAgent()
    const doc = await add(key, inline('handbook.md', HANDBOOK))
    await update(key, doc, inline('handbook.md', 'Nothing.'))
    const back = await service().admin('POST', `/agents/${id}/documents/${doc}/rollback`)
    assert.equal(back.status, 200, back.text)
    assert.equal((await contents(key, 'parcels')).length, 1)
    const stored = (await service().admin('GET', `/agents/${id}/documents/${doc}/pairs`)).json
    assert.deepEqual([stored.kind, stored.total, stored.items[0].question], ['TEXT', 2, ''])
    await call('DELETE', `/v1/bot/doc/batch/delete?doc=${doc}`, undefined, key)
    assert.deepEqual(await contents(key, 'parcels'), [])
  })

  const one = inline('a.md', 'A text.')
  const refused: [what: string, method: string, path: string, body: object, message: RegExp][] = [
    ['no files', 'POST', TEXT_ADD, {}, /files: .*needed a list of 1 to 20 file entries/],
    ['too many files', 'POST', TEXT_ADD, { files: Array(21).fill(one) }, /files: .*1 to 20/],
    [
      'no content',
      'POST',
      TEXT_ADD,
      { files: [{ file_name: 'a.md' }] },
      /files\[0\]\.file_url: .*file_base64/,
    ],
    [
      'an address nobody can fetch',
      'POST',
      TEXT_ADD,
      { files: [{ file_name: 'a', source_url: 'local://a' }] },
      /files\[0\]\.source_url: found .*local.*needed an http/,
    ],
    ['no name', 'POST', TEXT_ADD, { files: [{ file_base64: 'QQ==' }] }, /files\[0\]\.file_name/],
    [
      'a chunk_token of 0',
      'POST',
      TEXT_ADD,
      { files: [one], chunk_token: 0 },
      /chunk_token: found 0.*1 to 8,000/,
    ],
    ['no doc_id', 'PUT', TEXT_UPDATE, { files: [one] }, /files\[0\]\.doc_id/],
    ['201 updates', 'PUT', TEXT_UPDATE, { files: Array(201).fill({ ...one, doc_id: 'x' }) }, /1 to 200/],
    ['21 spreadsheets', 'PUT', SHEET_UPDATE, { files: Array(21).fill({ ...one, doc_id: 'x' }) }, /1 to 20/],
    ['six header rows', 'POST', SHEET_ADD, { files: [one], header_row: 6 }, /header_row: found 6.*1 to 5/],
    ['no chunks', 'POST', CHUNKS, { doc_id: 'x', chunks: [] }, /chunks: .*1 to 1,000 passages/],
    ['an empty passage', 'POST', CHUNKS, { doc_id: 'x', chunks: [{ content: ' ' }] }, /chunks\[0\]\.content/],
  ]
  test('bad requests are refused whole, naming the field, what was found and what is needed', async () => {
    const { key } = await service().newAgent()
    for (const [what, method, path, body, message] of refused) {
      const json = await call(method, path, body, key)
      assert.equal(json.code, 40000, what)
      assert.match(json.message, message, what)
    }
    const unknown = await call('POST', CHUNKS, { doc_id: 'x', chunks: [{ content: 'A' }] }, key)
    assert.equal(unknown.code, 40348)
    const twice = await add(key, one)
    const files = [
      { ...one, doc_id: twice },
      { ...one, doc_id: twice },
    ]
    assert.deepEqual((await call('PUT', TEXT_UPDATE, { files }, key)).failed, [twice])
    const { key: other } = await service().newAgent()
    assert.deepEqual((await update(other, twice, one)).failed, [twice])
  })
})
