/** Files of many rows: what stands in them, and what becomes of a file whose reader is slow, leaves, or whose rows cannot be read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { type RowFormat, streamRows } from '../../src/platform/http/stream-rows.ts'
import { createLog } from '../../src/platform/log.ts'
import { openSocket } from '../harness/raw-socket.ts'
import { eventually } from '../harness/service.ts'

interface Row {
  id: number
  text: string | null
  tags?: string[]
}

async function serving(pages: () => AsyncIterable<Row[]>) {
  const logLines: string[] = []
  const server = createServer({
    routes: [
      {
        ...{ method: 'GET', path: '/rows', auth: 'none', body: 'none' },
        handle: async ({ query }) =>
          streamRows({
            format: query.format as RowFormat,
            name: 'rows',
            columns: { id: ({ id }) => id, text: ({ text }) => text, tags: ({ tags }) => tags },
            pages: pages(),
          }),
      },
    ],
    guards: { apiKey: async () => undefined, admin: async () => undefined, metrics: async () => undefined },
    clock: systemClock,
    limits: readConfig('serve', {}),
    log: createLog('info', { write: (line) => void logLines.push(line) }),
  })
  const url = await server.listen('127.0.0.1', 0)
  return { url: `${url}/rows?format=`, logLines, [Symbol.asyncDispose]: () => server.drain(0) }
}

test('CSV quotes what needs it and makes formulas harmless; JSON Lines keeps every value as it is', async () => {
  const rows: Row[] = [
    { id: 1, text: 'plain' },
    { id: -2, text: 'a "b", c\nd' },
    { id: 3, text: 'in some places; this parts cells' },
    ...['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1', "'-ed"].map((text) => ({ id: 3, text })),
    { id: 4, text: null, tags: ['x', 'y'] },
  ]
  await using running = await serving(async function* () {
    yield rows.slice(0, 3)
    yield []
    yield rows.slice(3)
  })
  const csv = await fetch(`${running.url}csv`)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="rows.csv"')
  const text = Buffer.from(await csv.arrayBuffer()).toString()
  const body = [
    '1,plain,',
    '-2,"a ""b"", c\nd",',
    '3,"in some places; this parts cells",',
    ...["'=1+1", "'+1", "'-1", "'@a", '"\'\t=1"', '"\'\r=1"', '"\'\n=1"', "'＝1", "''-ed"].map(
      (cell) => `3,${cell},`,
    ),
    '4,,"[""x"",""y""]"',
  ]
  assert.equal(text, `\uFEFFid,text,tags\r\n${body.join('\r\n')}\r\n`)
  const lines = (await (await fetch(`${running.url}jsonl`)).text()).split('\n')
  assert.equal(lines.pop(), '')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    rows,
  )
})

test('pages are read as fast as the caller takes them, and no more of them once the caller is gone', async () => {
  let read = 0
  let isOver = false
  await using running = await serving(async function* () {
    try {
      for (; read < 100_000; read++)
        yield Array.from({ length: 10 }, (_, id) => ({ id, text: 'x'.repeat(10_000) }))
    } finally {
      isOver = true
    }
  })
  const socket = await openSocket(running.url)
  socket.write('GET /rows?format=csv HTTP/1.1\r\nhost: test\r\n\r\n')
  let before = 0
  const isHalted = () => {
    const isSame = read > 0 && read === before
    before = read
    return isSame
  }
  // The buffers between the two fill, and then nothing more is read.
  await eventually('a halt', isHalted, Boolean)
  const halted = read
  assert.ok(halted < 500, `${halted} pages of 100 kB were read for a caller that took none`)
  assert.equal(isOver, false)
  socket.destroy()
  await eventually('the end', () => isOver, Boolean)
})

test('a file whose rows cannot be read is an error at its beginning, and cut off later; the log says why', async () => {
  let good = 0
  await using running = await serving(async function* () {
    for (let page = 0; page < good; page++) yield [{ id: page, text: 'x'.repeat(100_000) }]
    throw new Error('The rows are gone.')
  })
  const failed = await fetch(`${running.url}csv`)
  assert.equal(failed.status, 500)
  assert.match(failed.headers.get('content-type') ?? '', /json/)
  good = 5
  const cut = await fetch(`${running.url}csv`)
  assert.equal(cut.status, 200)
  await assert.rejects(cut.text())
  const causes = running.logLines.map((line) => JSON.parse(line)).filter(({ err }) => err)
  assert.deepEqual(
    causes.map(({ msg, err, reqId }) => [msg, err.message, reqId]),
    [
      ['the request failed', 'The rows are gone.', failed.headers.get('x-request-id')],
      ['the response was cut off', 'The rows are gone.', cut.headers.get('x-request-id')],
    ],
  )
})
