/** Request bodies over real sockets: limits, UTF-8 cut by chunks, callers that hang up, and answers that still arrive. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { type Fault, publicFace } from '../../src/platform/fault.ts'
import { readJsonBody, readTextBody } from '../../src/platform/http/read-body.ts'

const limitBytes = 200_000
type Answer = { code: number; message: string }
type Outcome = { value: unknown } | { fault: Fault }

describe('request bodies', () => {
  const limits = { maxDepth: 8, owner: '' }
  let server: Server
  let onOutcome: (outcome: Outcome) => void = () => {}

  before(async () => {
    server = createServer(async (request, response) => {
      const announced = request.headers['content-length']
      try {
        const value = await readJsonBody(request, {
          ...(announced === undefined ? {} : { contentLength: Number(announced) }),
          limitBytes,
          ...limits,
        })
        onOutcome({ value })
        answer(response, 200, { value })
      } catch (error) {
        onOutcome({ fault: error as Fault })
        const { status, body } = publicFace(error)
        answer(response, status, body)
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a small body, a large body and a body in chunks are read whole', async () => {
    const large = {
      qaList: Array.from({ length: 2_000 }, (_, n) => ({ question: `où est ${n}?`, answer: '在路上😀' })),
    }
    for (const value of [{}, { a: [1, 'é', null] }, large]) {
      const bytes = Buffer.from(JSON.stringify(value))
      assert.deepEqual(await send(announced(bytes)), { value })
      assert.deepEqual(await send(chunked([bytes])), { value })
    }
  })

  test('a body of ten thousand pieces is read, and one of more that are tiny is cut off', async () => {
    const blanks = (count: number) => Array.from({ length: count }, () => Buffer.from(' '))
    assert.deepEqual(await send(chunked([...blanks(9_998), Buffer.from('{}')])), { value: {} })
    const outcome = new Promise<Outcome>((resolve) => {
      onOutcome = resolve
    })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    socket.write(chunked(blanks(100_000)))
    const settled = await outcome
    assert.match('fault' in settled ? String(settled.fault.message) : '', /10001 pieces in 10001 bytes/)
    if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve))
  })

  test('a body of exactly the limit is read, and one byte more is refused', async () => {
    const exact = Buffer.from(`"${'x'.repeat(limitBytes - 2)}"`)
    const over = Buffer.from(`"${'x'.repeat(limitBytes - 1)}"`)
    assert.deepEqual(await send(announced(exact)), { value: JSON.parse(exact.toString()) })
    assert.deepEqual(await send(chunked([exact])), { value: JSON.parse(exact.toString()) })
    assert.deepEqual(await send(announced(over)), tooLarge('found 200001 bytes'))
    assert.deepEqual(await send(chunked([over])), tooLarge('found more than 200000 bytes'))
  })

  test('a body that says it is too large is refused before it is sent', async () => {
    const head = Buffer.from(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${10 ** 12}\r\n\r\n`)
    assert.deepEqual(await send(head), tooLarge('found 1000000000000 bytes'))
  })

  test('a caller who sends far too much still gets the answer, and the connection stays good', async () => {
    const socket = await open()
    const answers = answersOf(socket)
    const endless = Buffer.alloc(5_000_000, 'x')
    for (const request of [announced(endless), chunked([endless, endless]), announced(Buffer.from('[1]'))]) {
      socket.write(request)
    }
    assert.deepEqual(await answers.next(), tooLarge('found 5000000 bytes'))
    assert.deepEqual(await answers.next(), tooLarge('found more than 200000 bytes'))
    assert.deepEqual(await answers.next(), { value: [1] })
    socket.destroy()
  })

  test('a character cut by chunks is read, wherever the cut', async () => {
    const value = 'aé在😀\ufeffz'
    const bytes = Buffer.from(JSON.stringify(value))
    for (let cut = 1; cut < bytes.length; cut++) {
      assert.deepEqual(await send(chunked([bytes.subarray(0, cut), bytes.subarray(cut)])), { value })
    }
    assert.deepEqual(await send(chunked([...bytes].map((byte) => Buffer.of(byte)))), { value })
  })

  test('a character cut by large chunks is read, wherever the cut', async () => {
    for (const filling of [16_381, 16_382, 16_383, 16_384, 32_765, 32_766, 32_767]) {
      const text = `${'x'.repeat(filling)}\ufeff😀${'在'.repeat(20_000)}`
      const bytes = Buffer.from(JSON.stringify(text))
      const parts = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, n) =>
        bytes.subarray(n * 16_384, (n + 1) * 16_384),
      )
      assert.deepEqual(await send(chunked(parts)), { value: text })
    }
  })

  test('bytes that are not UTF-8 are refused with their place, also when cut by chunks', async () => {
    const bad = Buffer.concat([Buffer.from('"abcd'), Buffer.of(0xe5, 0x9c, 0x22)])
    const refused = /: body: found bytes that are not UTF-8 at about byte [5-8], needed UTF-8 text$/
    assert.match((await send(announced(bad))).message, refused)
    for (let cut = 1; cut < bad.length; cut++) {
      const answer = await send(chunked([bad.subarray(0, cut), bad.subarray(cut)]))
      assert.equal(answer.code, 40000)
      assert.match(answer.message, refused)
    }
    const far = Buffer.concat([Buffer.from(`"${'x'.repeat(99_999)}`), Buffer.of(0xff), Buffer.from('xx"')])
    const answer = await send(chunked([far.subarray(0, 70_000), far.subarray(70_000)]))
    const place = Number(/about byte (\d+)/.exec(answer.message)?.[1])
    assert.ok(Math.abs(place - 100_000) <= 4, answer.message)
  })

  test('overlong forms, encoded surrogates and a character cut by the end are not UTF-8', async () => {
    for (const bytes of [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xfe], [0xe5, 0x9c]]) {
      const { message } = await send(announced(Buffer.of(0x22, ...bytes)))
      assert.match(message, /found bytes that are not UTF-8 at about byte \d+, needed UTF-8 text$/)
    }
  })

  test('one byte order mark at the start is skipped, and only one', async () => {
    assert.deepEqual(await send(announced(Buffer.from('\ufeff[1]'))), { value: [1] })
    assert.deepEqual(await send(chunked([Buffer.of(0xef), Buffer.of(0xbb, 0xbf), Buffer.from('[1]')])), {
      value: [1],
    })
    const { message } = await send(announced(Buffer.from('\ufeff\ufeff[1]')))
    assert.match(message, /^Parameter error: body: found text that is not JSON /)
  })

  test('a body of nothing is refused as such', async () => {
    const message = 'Parameter error: body: found nothing, needed a JSON object'
    assert.deepEqual(await send(announced(Buffer.alloc(0))), { code: 40000, message })
    assert.deepEqual(await send(announced(Buffer.from('\ufeff'))), { code: 40000, message })
  })

  test('a caller who hangs up leaves a fault that says how far the body came', async () => {
    assert.equal(
      await hangUpAfter('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a":'),
      'body: found 5 of 100 bytes before the connection closed, needed the whole body',
    )
    assert.equal(
      await hangUpAfter('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
      'body: found 2 bytes before the connection closed, needed the whole body',
    )
  })

  test('a stream that is already gone is refused instead of waited for', async () => {
    const stream = new PassThrough()
    stream.destroy()
    await assert.rejects(
      readJsonBody(stream, { limitBytes, ...limits }),
      /found 0 bytes before the connection closed/,
    )
  })

  test('a large body that is not ASCII leaves others their turn while it is decoded, also when its end is not UTF-8', async () => {
    for (const end of [Buffer.from('"'), Buffer.of(0xff)]) {
      const bytes = Buffer.concat([Buffer.from(`"${'é'.repeat(8 * 2 ** 20)}`), end])
      const stream = new PassThrough()
      stream.end(bytes)
      let isOver = false
      let turns = 0
      const reading = readJsonBody(stream, { limitBytes: bytes.length, ...limits })
        .catch((error: Fault) => error.message)
        .finally(() => {
          isOver = true
        })
      for (; !isOver; turns++) await new Promise(setImmediate)
      const found = (await reading) as string
      assert.ok(turns > 4, `${turns} turns`)
      if (end[0] === 0xff) assert.match(found, new RegExp(`at about byte ${bytes.length - 1},`))
      else assert.equal(found.length, 8 * 2 ** 20)
    }
  })

  test('several large bodies are not worked on in one turn of the event loop', async () => {
    const bytes = Buffer.from('é'.repeat(4 * 2 ** 20))
    const bodies = 4
    let left = bodies
    let turns = 0
    const readings = Array.from({ length: bodies }, async () => {
      const stream = new PassThrough()
      stream.end(bytes)
      const text = await readTextBody(stream, { limitBytes: bytes.length, ...limits })
      left--
      return text.length
    })
    for (; left > 0; turns++) await new Promise(setImmediate)
    assert.deepEqual(await Promise.all(readings), Array(bodies).fill(4 * 2 ** 20))
    // None of them can be decoded within one slice of time.
    assert.ok(turns > 2 * bodies, `${turns} turns`)
  })

  test('of many bodies of middle size only one is read in a turn, and a body of another owner waits for one of them', async () => {
    const bytes = Buffer.from(`[${'[],'.repeat(3000)}0]`)
    let turns = 0
    const read = async (owner: string) => {
      const stream = new PassThrough()
      stream.end(bytes)
      await readJsonBody(stream, { limitBytes: bytes.length, ...limits, owner })
      return turns
    }
    const many = Array.from({ length: 50 }, () => read('many'))
    const one = read('one')
    let isOver = false
    const all = Promise.all([one, ...many]).finally(() => {
      isOver = true
    })
    for (; !isOver; turns++) await new Promise(setImmediate)
    const [first = 0, ...others] = await all
    assert.ok(first < 10, `the other owner waited for ${first} turns`)
    assert.ok(Math.max(...others) >= 50, `50 bodies were read in ${Math.max(...others)} turns`)
  })

  test('a stream that breaks after the refusal harms nobody', async () => {
    const stream = new PassThrough()
    const reading = readJsonBody(stream, { limitBytes: 3, ...limits })
    stream.write('12345')
    await assert.rejects(reading, { entry: 'bodyTooLarge' })
    stream.destroy(new Error('connection reset'))
    await new Promise((resolve) => stream.on('close', resolve))
    assert.equal(stream.errored?.message, 'connection reset')
  })

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  async function send(request: Buffer): Promise<Answer> {
    const socket = await open()
    socket.write(request)
    const answer = await answersOf(socket).next()
    socket.destroy()
    return answer
  }

  async function hangUpAfter(sent: string): Promise<string | undefined> {
    const outcome = new Promise<Outcome>((resolve) => {
      onOutcome = resolve
    })
    const socket = await open()
    socket.end(sent)
    const result = await outcome
    assert.ok('fault' in result && result.fault.entry === 'parameterError')
    return result.fault.detail
  }
})

function tooLarge(found: string): unknown {
  const hint = `${found}, needed at most ${limitBytes}`
  return { code: 41300, message: `Request body too large: ${hint}`, hint }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-length': bytes.length }).end(bytes)
}

function announced(body: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ])
}

function chunked(parts: Buffer[]): Buffer {
  const head = Buffer.from('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
  const frames = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([head, ...frames, Buffer.from('0\r\n\r\n')])
}

/** The JSON answers that arrive on a socket, in order. */
function answersOf(socket: Socket) {
  let received = Buffer.alloc(0)
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return {
    async next(): Promise<Answer> {
      for (;;) {
        const answer = firstAnswer(received)
        if (answer) {
          received = received.subarray(answer.sizeBytes)
          return JSON.parse(answer.body)
        }
        const { value, done } = await chunks.next()
        if (done) throw new Error(`the connection closed after ${received.toString()}`)
        received = Buffer.concat([received, value])
      }
    },
  }
}

function firstAnswer(received: Buffer): { body: string; sizeBytes: number } | undefined {
  const headBytes = received.indexOf('\r\n\r\n') + 4
  if (headBytes < 4) return undefined
  const length = /content-length: (\d+)/i.exec(received.subarray(0, headBytes).toString())?.[1]
  const sizeBytes = headBytes + Number(length)
  if (received.length < sizeBytes) return undefined
  return { body: received.subarray(headBytes, sizeBytes).toString(), sizeBytes }
}
