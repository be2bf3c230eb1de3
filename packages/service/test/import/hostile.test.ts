/** Files and servers made to do harm: each fails alone with a reason, and the service goes on answering meanwhile. */
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService, startTestService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const MIB = 1024 * 1024

onSqlite((engine) => {
  const env = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }
  const service = sharedService(engine, { env })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server.close())

  /** The reason the only file failed for; a good file beside it must be stored. */
  async function reasonOf(entry: object, on = service()): Promise<string> {
    const { key } = await on.newAgent()
    const good = {
      file_name: 'good.csv',
      file_base64: Buffer.from('question,answer\nA?,B\n').toString('base64'),
    }
    const files = [{ file_name: 'bad.csv', ...entry }, good]
    const { status, json, text } = await on.api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    assert.equal(status, 200, text)
    assert.deepEqual(json.failed, ['bad.csv'])
    assert.deepEqual(
      json.doc.map(({ doc_name }: { doc_name: string }) => doc_name),
      ['good.csv'],
    )
    return json.failed_reasons[0].reason
  }
  const inline = (content: Buffer) => ({ file_base64: content.toString('base64') })
  /** How many small requests were answered while `work` went on. */
  async function answeredDuring(work: Promise<unknown>, on = service()): Promise<number> {
    let answered = 0
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      assert.equal((await on.api('GET', '/v1/webhook/service/health')).status, 200)
      answered++
      await pause(5)
    }
    await ended
    return answered
  }

  test('a zip bomb, an entity bomb and a damaged workbook are refused unread', async () => {
    const sheet = {
      name: 'FAQ',
      rows: [
        ['question', 'answer'],
        ['A?', 'B'],
      ],
    }
    const name = 'xl/sharedStrings.xml'
    const bomb = makeXlsx([sheet], [{ name, content: Buffer.alloc(64 * MIB) }])
    assert.match(await reasonOf(inline(bomb)), /unpacks to more than 200 times its size/)
    const liar = makeXlsx([sheet], [{ name, content: Buffer.alloc(64 * MIB), claimedBytes: 10 }])
    assert.match(await reasonOf(inline(liar)), /damaged/)
    const entities = makeXlsx([sheet], [{ name, content: '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' }])
    assert.match(await reasonOf(inline(entities)), /declares a document type/)
    assert.match(await reasonOf(inline(makeXlsx([sheet]).subarray(0, 700))), /damaged or cut short/)
  })

  test('a field without end at the size limit costs itself, and requests go on meanwhile', async () => {
    const field = Buffer.concat([Buffer.from('question,answer\nA?,"'), Buffer.alloc(9 * MIB, 'x')])
    server.answer(() => ({ text: field }))
    let reason = ''
    const answered = await answeredDuring(
      reasonOf({ file_url: `${server.url}/field.csv` }).then((text) => {
        reason = text
      }),
    )
    assert.match(reason, /None of the 1 rows is a usable pair\. Row 2: the row is far too long/)
    assert.ok(answered > 3, `${answered} small requests were answered meanwhile`)
  })

  test('millions of rows of nothing end with a reason', async () => {
    assert.match(await reasonOf(inline(Buffer.alloc(9 * MIB, '\n'))), /Found no rows/)
    assert.match(await reasonOf(inline(Buffer.alloc(6 * MIB, ',,\n'))), /Found no rows/)
  })

  test('a file that takes longer to read than allowed is ended, and the next ones are read', async () => {
    await using hasty = await startTestService(engine, {
      env: { ...env, TANDEM_FILE_READ_TIMEOUT_MS: '500' },
    })
    const slow = Buffer.from(`question,answer\n${'a,b\n'.repeat(800_000)}`)
    const answered = answeredDuring(
      Promise.all(
        [1, 2, 3].map(async () =>
          assert.match(await reasonOf(inline(slow), hasty), /took longer than the 0.5 seconds/),
        ),
      ),
      hasty,
    )
    assert.ok((await answered) > 3)
    assert.match(await reasonOf(inline(Buffer.from('%PDF-1.7\n')), hasty), /^The file is a PDF/)
  })

  test('files that are something else are named for what they are', async () => {
    assert.match(await reasonOf(inline(Buffer.from('%PDF-1.7\n'))), /^The file is a PDF; needed a CSV/)
    assert.match(
      await reasonOf(inline(Buffer.from('<html><body>Sign in</body></html>'))),
      /^The file is a web page/,
    )
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919) % 32))
    assert.match(await reasonOf(inline(noise)), /^The file is not text/)
  })

  test('an endless download, a slow one and one that never begins end at their limits', async () => {
    const file_url = `${server.url}/x.csv`
    server.answer(() => ({ kind: 'endless' }))
    assert.match(await reasonOf({ file_url }), /larger than the 10,485,760 bytes allowed/)
    await using hasty = await startTestService(engine, {
      env: { ...env, TANDEM_DOWNLOAD_TIMEOUT_MS: '1500' },
    })
    server.answer(() => ({ kind: 'drip', intervalMs: 20 }))
    assert.match(await reasonOf({ file_url }, hasty), /^The file could not be fetched: /)
    server.answer(() => ({ kind: 'hang' }))
    assert.match(await reasonOf({ file_url }, hasty), /^The file could not be fetched: /)
  })

  test('a download cut short or longer than announced is never taken for the file', async () => {
    server.answer(() => ({ kind: 'drop', when: 'mid-body' }))
    assert.match(await reasonOf({ file_url: `${server.url}/x.csv` }), /^The file could not be fetched: /)
    const body = 'question,answer\nA?,B\nC?,D\n'
    for (const announced of [body.length + 100]) {
      const raw = createServer((socket: Socket) => {
        socket.on('error', () => {})
        socket.once('data', () =>
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${announced}\r\nconnection: close\r\n\r\n${body}`),
        )
      })
      await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
      const address = raw.address()
      const port = typeof address === 'object' && address ? address.port : 0
      assert.match(
        await reasonOf({ file_url: `http://127.0.0.1:${port}/x.csv` }),
        /^The file could not be fetched: /,
      )
      raw.close()
    }
  })

  test('content over the limit given as base64 is refused by its size', async () => {
    assert.match(
      await reasonOf(inline(Buffer.alloc(11 * MIB, 'x'))),
      /^The file has 11,534,336 bytes, at most 10,485,760/,
    )
  })
})
