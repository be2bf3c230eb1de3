/** The memory of request bodies: who is read at once, who waits, and for how long. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { publicFace } from '../../src/platform/fault.ts'
import { createBodyMemory } from '../../src/platform/http/body-memory.ts'
import { readTextBody } from '../../src/platform/http/read-body.ts'
import type { MemoryShare } from '../../src/platform/memory-budget.ts'
import { manualClock } from '../harness/clock.ts'
import { eventually } from '../harness/service.ts'

const MIB = 2 ** 20
/** Eight of them with a key, two without; one caller has half. */
const LARGEST = 4 * MIB

describe('bodies', () => {
  const clock = manualClock()
  const bodies = createBodyMemory(clock, LARGEST)
  /** Requests that have room, until they are let go. */
  const inside: { name: string; bytes: number; leave(): void }[] = []
  let asked = 0
  const server = createServer(async (request, response) => {
    const name = String(request.headers['x-name'])
    const kind = name.startsWith('key') ? 'known' : 'unknown'
    asked++
    let share: MemoryShare | undefined
    try {
      share = await bodies.enter(request, LARGEST, { kind, name })
      const text = await readTextBody(request, {
        ...{ limitBytes: LARGEST, maxDepth: 8, owner: '' },
        hasRoom: share.growTo,
      })
      const bytes = text.length
      await new Promise<void>((resolve) => inside.push({ name, bytes, leave: resolve }))
      response.end()
    } catch (error) {
      response.writeHead(publicFace(error).status).end()
    } finally {
      share?.leave()
    }
  })
  after(() => server.close())

  /** Resolves with the head of the response; waits until the server has the request. */
  async function send(name: string, head: string, body: string) {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
    const before = asked
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\nx-name: ${name}\r\n${head}\r\n\r\n${body}`)
    const response = (async () => {
      for await (const head of socket.setEncoding('latin1')) return String(head)
    })().catch(() => {})
    await eventually(
      'the request is there',
      () => asked,
      (count) => count > before,
    )
    return { response, leave: () => socket.destroy() }
  }
  const sized = (name: string, bytes: number) => send(name, `content-length: ${bytes}`, 'x'.repeat(bytes))
  const chunked = (name: string, bytes: number) =>
    send(name, 'transfer-encoding: chunked', `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`)
  const namesOf = () => inside.map(({ name }) => name)
  const has = (name: string) => (names: readonly string[]) => names.includes(name)
  const areInside = (count: number) =>
    eventually(`${count} bodies have room`, namesOf, ({ length }) => length === count)
  const letGo = (name: string) => {
    const [one] = inside.splice(namesOf().indexOf(name), 1)
    one?.leave()
  }

  test('a large body waits until there is room for it, and is then read whole', async () => {
    const first = await sized('visitor', LARGEST)
    await areInside(1)
    const second = await sized('visitor', LARGEST)
    assert.deepEqual(namesOf(), ['visitor'], 'its half is taken')
    const other = await sized('other visitor', LARGEST)
    const small = await sized('visitor', 1000)
    await areInside(3)
    const key = await sized('key', LARGEST)
    await areInside(4)
    letGo('visitor')
    assert.match((await first.response) ?? '', /^HTTP\/1.1 200/)
    await eventually(
      'the second is read',
      () => inside.filter(({ name, bytes }) => name === 'visitor' && bytes === LARGEST).length,
      (count) => count === 1,
    )
    for (const { leave } of inside.splice(0)) leave()
    for (const { response } of [second, other, small, key])
      assert.match((await response) ?? '', /^HTTP\/1.1 200/)
  })

  test('one that waits for ten seconds is told to come again, and those behind it get their turn', async () => {
    const held = await sized('visitor', LARGEST)
    await areInside(1)
    const late = await sized('visitor', LARGEST)
    await clock.advance(9_999)
    await sized('key', 1)
    await areInside(2)
    await clock.advance(1)
    assert.match((await late.response) ?? '', /^HTTP\/1.1 503/)
    const third = await sized('visitor', LARGEST)
    letGo('visitor')
    await held.response
    await areInside(2)
    for (const { leave } of inside.splice(0)) leave()
    assert.match((await third.response) ?? '', /^HTTP\/1.1 200/)
  })

  test('one whose caller leaves while it waits keeps nobody waiting', async () => {
    await sized('visitor', LARGEST)
    await areInside(1)
    const gone = await sized('visitor', LARGEST)
    const next = await sized('visitor', LARGEST)
    gone.leave()
    await gone.response
    letGo('visitor')
    await areInside(1)
    letGo('visitor')
    assert.match((await next.response) ?? '', /^HTTP\/1.1 200/)
    assert.deepEqual(namesOf(), [])
  })

  test('many bodies of a few kilobytes take no more than large ones', async () => {
    const bodies: Awaited<ReturnType<typeof sized>>[] = []
    for (let n = 0; n < 160; n++) bodies.push(await sized(`visitor ${n}`, 60_000))
    const tiny = await sized('visitor', 1000)
    const refused = Math.max(
      0,
      bodies.length + 1 - (await eventually('the rest has room', namesOf, has('visitor'))).length,
    )
    assert.ok(refused >= 10 && refused <= 20, `${refused} were refused`)
    for (const { leave } of inside.splice(0)) leave()
    const heads = await Promise.all(bodies.map(({ response }) => response))
    assert.equal(heads.filter((head) => head?.startsWith('HTTP/1.1 503')).length, refused)
    assert.match((await tiny.response) ?? '', /^HTTP\/1.1 200/)
  })

  test('one that does not say its length is read while there is room for what comes of it', async () => {
    const held = await sized('visitor', LARGEST)
    await areInside(1)
    const small = await chunked('visitor', 1000)
    await areInside(2)
    const large = await chunked('visitor', MIB)
    assert.match((await large.response) ?? '', /^HTTP\/1.1 503/)
    letGo('visitor')
    await held.response
    const again = await chunked('visitor', MIB)
    await areInside(2)
    for (const { leave } of inside.splice(0)) leave()
    for (const { response } of [small, again]) assert.match((await response) ?? '', /^HTTP\/1.1 200/)
  })
})
