/** Documents made to do harm, sent to the service: each fails alone with a reason, and everybody else is served meanwhile. */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import * as hostile from '../../../documents/test/hostile-files.ts'
import { staffHandbookDocx, twoColumnPdf } from '../../../documents/test/made-documents.ts'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { inline, sharedService, startTestService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const GOOD = inline('good.md', '# Hours\n\nWe open at nine.\n')

onSqlite((engine) => {
  const env = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }
  const service = sharedService(engine, { env })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server.close())

  const add = async (key: string, files: object[], purpose = 'FILE_2_QA') => {
    const { status, json, text } = await service().api('POST', ADD, { purpose, files }, key)
    assert.equal(status, 200, text)
    return json
  }

  /** The reason a file failed for. A good file beside it is stored, and another agent's search is answered all the time. */
  async function reasonOf(file: { file_name: string }, purpose?: string): Promise<string> {
    const { key } = await service().newAgent()
    const other = await service().newAgent()
    await service().addDocument(other.key, [{ question: 'Is it up?', answer: 'It is up.' }])
    const good = purpose === 'QA_FILE' ? inline('good.csv', 'question,answer\nA?,B\n') : GOOD
    let isOver = false
    const added = add(key, [file, good], purpose).finally(() => {
      isOver = true
    })
    let answered = 0
    do {
      const found = await service().api(
        'POST',
        '/v1/vector/match',
        { prompt: 'is it up', top_k: 1 },
        other.key,
      )
      assert.match(found.json.list[0]?.content, /It is up/)
      answered++
      await pause(100)
    } while (!isOver)
    const json = await added
    assert.ok(answered > 0)
    assert.deepEqual(json.failed, [file.file_name])
    assert.equal(json.doc[0].doc_name, good.file_name)
    return json.failed_reasons[0].reason
  }

  const refused: readonly [name: string, make: () => string | Uint8Array, reason: RegExp][] = [
    ['zip-bomb.docx', hostile.zipBombDocx, /unpacks to more than 100 MB|MB of memory/],
    ['lying-bomb.docx', hostile.lyingBombDocx, /damaged/],
    ['entity-bomb.docx', hostile.entityBombDocx, /declares a document type with entities/],
    ['loop.pdf', hostile.loopingPdf, /damaged/],
    ['100000-pages.pdf', hostile.manyPagesPdf, /100000 pages; at most 2000/],
    ['nested.pdf', hostile.nestedPdf, /more than the [23]00 MB of memory/],
    ['doubling.pdf', hostile.doublingPdf, /more than the [23]00 MB of memory/],
    ['comments.html', () => hostile.comments(500), /no text in it/],
    ['30000-levels.html', () => hostile.deepHtml(30_000), /nested more than/],
    ['cut.docx', () => staffHandbookDocx().slice(0, -200), /cut off|damaged/],
    ['cut.pdf', () => twoColumnPdf().slice(0, 400), /damaged|cut off|no text/],
    ['picture.pdf', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /a PNG picture/],
  ]
  for (const [name, make, reason] of refused) {
    test(`${name} fails with its reason, and others are answered meanwhile`, async () => {
      assert.match(await reasonOf(inline(name, make())), reason)
    })
  }

  test('a page 10,000 levels deep and a PDF named .docx are read like any other', async () => {
    const { id, key } = await service().newAgent()
    const files = [inline('deep.html', hostile.deepHtml(900)), inline('rail.docx', twoColumnPdf())]
    const { doc, failed } = await add(key, files)
    assert.deepEqual(failed, [])
    const pairs = await service().admin('GET', `/agents/${id}/documents/${doc[0].doc_id}/pairs`)
    assert.equal(pairs.json.items[0].answer, 'The water is four metres deep here.')
  })

  /** Answers everything with this head and body, whatever they say of each other. */
  async function lyingServer(head: string, body: Uint8Array): Promise<{ url: string; close(): void }> {
    const raw = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\nconnection: close\r\n\r\n`)
        socket.end(body)
      })
    })
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
    const address = raw.address()
    return {
      url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      close: () => raw.close(),
    }
  }

  test('a server that lies about the length never gets a part stored as the whole', async () => {
    const workbook = makeXlsx([
      {
        name: 'FAQ',
        rows: [
          ['question', 'answer'],
          ['A?', 'B'],
        ],
      },
    ])
    const cases: readonly [head: string, body: Uint8Array, file_name: string, reason: RegExp][] = [
      [`content-length: ${workbook.length + 50}`, workbook, 'faq.xlsx', /^The file could not be fetched/],
      [`content-length: ${workbook.length - 50}`, workbook, 'faq.xlsx', /damaged|could not be fetched/],
      [
        'content-length: 1073741824',
        Buffer.from('question,answer\nA?,"'),
        'faq.csv',
        /larger than the 10,485,760 bytes/,
      ],
      [
        'transfer-encoding: chunked',
        Buffer.from('5\r\nquest\r\n'),
        'faq.csv',
        /^The file could not be fetched/,
      ],
      [
        'content-encoding: gzip\r\ncontent-length: 2',
        Buffer.from([0x1f, 0x8b]),
        'faq.csv',
        /encoded as gzip/,
      ],
    ]
    for (const [head, body, file_name, reason] of cases) {
      const lying = await lyingServer(head, body)
      assert.match(await reasonOf({ file_name, ...{ file_url: `${lying.url}/f` } }, 'QA_FILE'), reason, head)
      lying.close()
    }
  })

  test('a download that breaks off is never taken for the document', async () => {
    server.answer(() => ({ kind: 'drop', when: 'mid-body' }))
    const file = { file_name: 'terms.md', file_url: `${server.url}/terms.md` }
    assert.match(await reasonOf(file), /^The file could not be fetched: /)
  })

  test('documents that take too long are ended, and while they last those of another agent are read', async () => {
    await using hasty = await startTestService(engine, {
      env: { ...env, TANDEM_FILE_READ_TIMEOUT_MS: '2000' },
    })
    const send = async (key: string, files: object[]) =>
      (await hasty.api('POST', ADD, { purpose: 'FILE_2_QA', files }, key)).json
    const [one, two] = [await hasty.newAgent(), await hasty.newAgent()]
    let isOver = false
    const slow = send(
      one.key,
      ['a.pdf', 'b.pdf'].map((name) => inline(name, hostile.doublingPdf())),
    ).finally(() => {
      isOver = true
    })
    assert.equal((await send(two.key, [GOOD])).doc.length, 1)
    assert.equal(isOver, false)
    const { failed_reasons } = await slow
    assert.equal(failed_reasons.length, 2)
    for (const { reason } of failed_reasons) assert.match(reason, /longer than the 2 seconds|MB of memory/)
  })
})
