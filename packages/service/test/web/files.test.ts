/** Files of visitors: kept with their message, shown to whoever has the address, harmless, limited in kind, size and number. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

onEachEngine((engine) => {
  const service = sharedService(engine, { clock: manualClock() })

  async function begin(web: object = {}) {
    const { id } = await service().newAgent('Shop')
    await service().admin('PATCH', `/agents/${id}/settings`, {
      web: { enabled: true, messages_per_minute: 600, ...web },
    })
    const { json } = await service().api('POST', `/web/v1/agents/${id}/chats`, {})
    const at = `/web/v1/chats/${json.conversation_id}`
    const send = (body: object | string) => service().api('POST', `${at}/files`, body, json.token)
    const read = async () =>
      (await service().api('GET', `${at}/messages`, undefined, json.token)).json.messages
    return { send, read }
  }

  test('a picture comes back as it was, once; what is no picture can only be saved', async () => {
    const chat = await begin()
    const picture = { name: 'parcel.png', base64_content: PIXEL, text: 'It came like this', client_id: 'one' }
    const first = await chat.send(picture)
    assert.equal(first.status, 202)
    assert.deepEqual((await chat.send(picture)).json, first.json, 'sent again, it is stored once')
    const [message] = await chat.read()
    assert.equal(message.text, 'It came like this')
    const [file] = message.files
    assert.deepEqual([file.name, file.kind], ['parcel.png', 'image'])
    const shown = await fetch(service().url + file.url)
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
    assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(Buffer.from(await shown.arrayBuffer()).toString('base64'), PIXEL)

    const markup = Buffer.from('<script>alert(1)</script>').toString('base64')
    await chat.send({ name: 'notes.txt', base64_content: markup })
    const notes = (await chat.read()).flatMap(
      ({ files }: { files: { name: string; url: string }[] }) => files,
    )
    const saved = await fetch(
      service().url + notes.find(({ name }: { name: string }) => name === 'notes.txt').url,
    )
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment/)
    assert.equal(saved.headers.get('content-type'), 'application/octet-stream')
  })

  test('what a browser would run, what is empty or too large, and what is one too many is refused and not kept', async () => {
    const chat = await begin()
    for (const name of ['page.html', 'logo.svg', 'run.exe', 'noending', 'parcel.png.html', 'x.constructor']) {
      const { status, json } = await chat.send({ name, base64_content: PIXEL })
      assert.equal(status, 400, name)
      assert.match(json.message + json.hint, /name/)
    }
    const empty = await chat.send({ name: 'empty.png', base64_content: '' })
    assert.match(
      empty.json.message,
      /base64_content: found a file of 0 bytes, needed the content of the file as base64, at least 1 byte/,
    )
    const large = 'A'.repeat(13_360_000)
    assert.equal((await chat.send({ name: 'large.png', base64_content: large })).status, 400)
    assert.equal((await chat.send({ name: 'larger.png', base64_content: large + large })).status, 413)
    assert.deepEqual(await chat.read(), [])
    const statuses: number[] = []
    for (let n = 0; n < 21; n++)
      statuses.push((await chat.send({ name: 'a.png', base64_content: PIXEL })).status)
    assert.deepEqual(statuses, [...Array<number>(20).fill(202), 429])
  })

  test('any part of a file is its bytes, with line breaks in its base64 or without', async () => {
    const chat = await begin()
    const bytes = randomBytes(500_000)
    const base64 = bytes.toString('base64')
    const inLines = base64.replace(/.{76}/g, '$&\r\n')
    for (const base64_content of [base64, inLines]) await chat.send({ name: 'large.png', base64_content })
    const files = (await chat.read()).flatMap((message: { files: { url: string }[] }) => message.files)
    assert.equal(files.length, 2)
    for (const file of files) {
      const url = service().url + file.url
      assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), bytes)
      for (const [from, to] of [
        [0, 0],
        [196_600, 196_620],
        [196_608, 393_216],
        [499_999, 499_999],
      ] as const) {
        const part = await fetch(url, { headers: { range: `bytes=${from}-${to}` } })
        assert.equal(part.headers.get('content-range'), `bytes ${from}-${to}/500000`)
        assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(from, to + 1))
      }
    }
  })

  test('whoever asks for a file and does not take it fills no memory', async () => {
    const chat = await begin()
    await chat.send({ name: 'large.png', base64_content: Buffer.alloc(9_900_000).toString('base64') })
    const url = service().url + (await chat.read())[0].files[0].url
    const before = process.memoryUsage().arrayBuffers
    const untaken = await Promise.all(Array.from({ length: 30 }, () => fetch(url)))
    assert.equal((await service().api('GET', '/v1/webhook/service/health')).status, 200)
    const grownMb = (process.memoryUsage().arrayBuffers - before) / 1e6
    assert.ok(grownMb < 100, `30 files of 9.9 MB that nobody takes are ${grownMb} MB in memory`)
    await Promise.all(untaken.map(({ body }) => body?.cancel()))
  })

  test('where the owner has turned it off, no file is taken', async () => {
    const chat = await begin({ files: false })
    assert.equal((await chat.send({ name: 'a.png', base64_content: PIXEL })).status, 404)
  })
})
