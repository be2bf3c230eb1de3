/** Bodies that are well delivered but must not get in: broken, hostile or enormous. A clear 4xx, a living service, nothing stored. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { afterEach, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { headOf, sendRaw } from '../harness/raw-socket.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const MIB = 1024 * 1024
const stores = ['documents', 'pair_sets', 'pairs', 'knowledge_bases']

onSqlite((engine) => {
  const service = sharedService(engine)
  let key = ''
  const withKey = async () => {
    if (key === '') key = (await service().newAgent()).key
    return key
  }

  afterEach(async () => {
    const health = await service().api('GET', '/v1/webhook/service/health')
    assert.deepEqual([health.status, health.text], [200, 'service is normal'])
    for (const table of stores) assert.equal(await service().countRows(table), 0, table)
  })

  async function refuses(body: string | Uint8Array, message: RegExp | string): Promise<void> {
    const answer = await service().api('POST', ADD, body, await withKey())
    assert.deepEqual([answer.status, answer.json.code], [400, 40000], answer.text)
    if (typeof message === 'string') assert.equal(answer.json.message, `Parameter error: ${message}`)
    else assert.match(answer.json.message, message)
    // Nothing of a hostile body may come back raw.
    for (const char of answer.json.message) assert.ok(char >= ' ', JSON.stringify(answer.json.message))
    assert.ok(answer.json.message.length < 600)
  }
  const good = (question: string) =>
    `{"purpose":"QA_TEXT","name":"x","qaList":[{"question":${question},"answer":"a"}]}`

  test('bad bodies: deep nesting is refused with its limit', async () => {
    const nested = (levels: number) => `{"purpose":"QA_TEXT","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    await refuses(nested(32), /: x(\[0\])+: found more than 32 levels of nesting, needed at most 32$/)
    await refuses(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /found more than 32 levels of nesting/)
    await refuses('['.repeat(5_000_000), /found more than 32 levels of nesting/)
  })

  test('bad bodies: the key __proto__ is refused, and constructor does no harm', async () => {
    await refuses(
      '{"__proto__":{"purpose":"QA_TEXT"}}',
      'body: found the key "__proto__", needed another name',
    )
    await refuses(
      '{"\\u005f_proto__":{"purpose":"QA_TEXT"}}',
      'body: found the key "__proto__", needed another name',
    )
    await refuses('{"constructor":{"prototype":{"purpose":"QA_TEXT"}}}', /: purpose: found nothing/)
    assert.equal(({} as Record<string, unknown>).purpose, undefined)
  })

  test('bad bodies: NUL characters are refused, raw and escaped, in values and in keys', async () => {
    await refuses(good('"a\\u0000b"'), /qaList\[0\]\.question: found .*U\+0000|NUL/)
    await refuses(good('"a\0b"'), /: (body|qaList\[0\]\.question): found /)
    await refuses(`{"a\\u0000":1,"purpose":"QA_TEXT"}`, /: body: found /)
  })

  test('bad bodies: lone surrogates are refused, whole pairs are not', async () => {
    await refuses(good('"\\ud83d"'), /qaList\[0\]\.question: found .*surrogate/)
    await refuses(good('"\\ude00\\ud83d"'), /qaList\[0\]\.question: found .*surrogate/)
  })

  test('bad bodies: bytes that are not UTF-8 are refused with their place', async () => {
    const cut = (bytes: number[]) =>
      Buffer.concat([Buffer.from('{"purpose":"'), Buffer.from(bytes), Buffer.from('"}')])
    const wrong = [
      [0xff],
      [0xc3, 0x28],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf8, 0x88, 0x80, 0x80],
      [0xc0, 0x80],
    ]
    for (const bytes of wrong) {
      await refuses(
        cut(bytes),
        /: body: found bytes that are not UTF-8 at about byte 1\d, needed UTF-8 text$/,
      )
    }
    const utf16 = Buffer.from('\ufeff{"purpose":"QA_TEXT"}', 'utf16le')
    await refuses(utf16, /: body: found bytes that are not UTF-8/)
  })

  test('bad bodies: control characters, numbers no double holds, and comments are refused', async () => {
    await refuses('{"a":"line\nbreak"}', /: (body|a): found /)
    await refuses('{"header_row":1e999}', / header_row: found /)
    await refuses('{"header_row":NaN}', /: body: found /)
    await refuses('{"header_row":01}', /: (body|header_row): found /)
    await refuses('{/* a */}', /: body: found /)
    await refuses('{"a":1,}', /: body: found /)
  })

  test('bad bodies: a body of 32 MiB of nothing but commas, brackets or keys is refused in good time', async () => {
    await refuses(`{"a":[${'0,'.repeat(3_000_000)}0]}`, /: body: found more than \d+ values/)
    const keys = Array.from({ length: 10_001 }, (_, n) => `"k${n}":0`).join(',')
    await refuses(`{${keys}}`, /: body: found more than 10000 keys/)
    await refuses(' '.repeat(32 * MIB), 'body: found nothing, needed a JSON object')
  })

  test('bad bodies: a compressed body is refused, for it could unfold into anything', async () => {
    const answer = await fetch(service().url + ADD, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await withKey()}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: new Uint8Array(100),
    })
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /content-encoding: found \\"gzip\\", needed none/)
  })

  /** Streams 100 MB, as a client does that reads the answer only when it has sent everything. */
  async function sendHuge(headers: Record<string, string>): Promise<{ status: number; text: string }> {
    const chunk = Buffer.alloc(256 * 1024, 0x20)
    return new Promise((resolve, reject) => {
      const sending = request(service().url + ADD, { method: 'POST', agent: false, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sending.on('error', reject)
      let left = 400
      const more = () => {
        while (left-- > 0) if (!sending.write(chunk)) return void sending.once('drain', more)
        sending.end()
      }
      more()
    })
  }

  test('bad bodies: 100 MB, announced or not, is answered with a 413 the client can read', async () => {
    const headers = { authorization: `Bearer ${await withKey()}`, 'content-type': 'application/json' }
    const announced = await sendHuge({ ...headers, 'content-length': `${400 * 256 * 1024}` })
    assert.equal(announced.status, 413)
    assert.deepEqual(JSON.parse(announced.text), {
      code: 41300,
      message: `Request body too large: found ${400 * 256 * 1024} bytes, needed at most ${32 * MIB}`,
      hint: `found ${400 * 256 * 1024} bytes, needed at most ${32 * MIB}`,
    })
    const chunked = await sendHuge(headers)
    assert.equal(chunked.status, 413)
    assert.match(chunked.text, /found more than 33554432 bytes, needed at most 33554432/)
  })

  test('bad bodies: 100 MB from somebody without a key is answered with 401, unread', async () => {
    const answer = await sendHuge({ 'content-type': 'application/json' })
    assert.equal(answer.status, 401)
    assert.equal(JSON.parse(answer.text).code, 40127)
  })

  test('bad bodies: an odd query or path is refused or ignored, never an internal error', async () => {
    const used = await withKey()
    const { api, adminToken } = service()
    const page = '/v1/bot/doc/query/page'
    const refusals: [path: string, message: RegExp][] = [
      [page, /: knowledge_base_id: found nothing/],
      [`${page}?knowledge_base_id=`, /: knowledge_base_id: found an empty string/],
      [`${page}?knowledge_base_id=a&knowledge_base_id=b`, /: knowledge_base_id: found a list of 2 entries/],
      [`${page}?knowledge_base_id=%00`, /: knowledge_base_id: found a NUL character/],
      [`${page}?knowledge_base_id=a&page=0`, /: page: found "0"/],
      [`${page}?knowledge_base_id=a&page=-1`, /: page: found "-1"/],
      [`${page}?knowledge_base_id=a&page=1e2`, /: page: found "1e2"/],
      [`${page}?knowledge_base_id=a&page_size=101`, /: page_size: found .*101/],
      ['/v1/bot/data/detail/list', /: data_ids: found nothing/],
      [`/v1/bot/data/detail/list?${'data_ids=a&'.repeat(201)}`, /: data_ids: found a list of 201 entries/],
      ['/%ff', /: path: found an address that cannot be decoded/],
    ]
    for (const [path, message] of refusals) {
      const answer = await api('GET', path, undefined, used)
      assert.deepEqual([answer.status, answer.json.code], [400, 40000], `${path} ${answer.text}`)
      assert.match(answer.json.message, message)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]+$/)
    }
    for (const id of ['%00', 'a%00b', '..%2f..', "'%20OR%201=1", 'x'.repeat(500)]) {
      const answer = await api('GET', `/admin/v1/agents/${id}`, undefined, adminToken)
      assert.deepEqual([answer.status, answer.json.code], [404, 40400], `${id} ${answer.text}`)
    }
    const strange = await api('GET', `${page}?__proto__[x]=1&knowledge_base_id=a`, undefined, used)
    assert.equal(strange.json.code, 40348)
    const unknown = await api(
      'PUT',
      '/v1/bot/doc/qa/update',
      { doc_id: "' OR ''='", qaList: pairsOf(1) },
      used,
    )
    assert.equal(unknown.json.code, 40348)
  })

  test('bad bodies: a content type that is none leaves the refusals of keys, paths and methods as they are', async () => {
    const refusals = [
      ['POST', '/v1/bot/doc/qa/add', 401],
      ['POST', '/v1/nowhere', 404],
      ['PUT', '/v1/bot/doc/qa/add', 405],
      ['QUERY', '/v1/bot/doc/qa/add', 405],
    ] as const
    for (const [method, path, status] of refusals) {
      for (const headers of [{ 'content-type': 'json' }, undefined]) {
        const answer = await fetch(service().url + path, { method, ...(headers && { headers }) })
        assert.equal(answer.status, status, `${method} ${path}`)
      }
    }
    const { key } = await service().newAgent()
    const check = await fetch(`${service().url}/v1/webhook/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'json' },
    })
    assert.equal(check.status, 200)
  })

  test('bad bodies: an optional body in chunks may be empty, with or without a content type; another one needs the type', async () => {
    const { id } = await service().newAgent()
    const send = (body: string, headers: Record<string, string> = {}) => {
      const authorization = `Bearer ${service().adminToken}`
      const all = { authorization, 'transfer-encoding': 'chunked', ...headers }
      const chunks = body ? `${body.length.toString(16)}\r\n${body}\r\n` : ''
      const head = headOf('POST', `/admin/v1/agents/${id}/api-keys`, all)
      return sendRaw(service().url, `${head}${chunks}0\r\n\r\n`)
    }
    const json = { 'content-type': 'application/json' }
    for (const headers of [{}, json]) assert.equal((await send('', headers)).status, 201)
    assert.equal((await send('{"label":"A"}', json)).status, 201)
    const untyped = await send('{"label":"A"}')
    assert.equal(untyped.status, 400)
    assert.match(untyped.text, /content-type: found nothing, needed application\/json/)
  })
})
