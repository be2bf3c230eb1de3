/** Parts of a file, as players of sound ask for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileResponse } from '../../src/platform/http/byte-range.ts'

const fileOf = (text: string) => ({
  size: text.length,
  async *part(from: number, to: number) {
    yield Buffer.from(text.slice(from, to + 1))
  },
})

async function given(range?: string) {
  const kind = { contentType: 'audio/wav', headers: { a: 'b' } }
  const { status = 200, headers, bytes, chunks } = await fileResponse(fileOf('0123456789'), range, kind)
  const text = chunks ? (await Array.fromAsync(chunks)).join('') : String(bytes ?? '')
  return [status, text, headers?.['content-range']]
}

test('a part is given as it was asked for, and the whole where no part was', async () => {
  const whole = [200, '0123456789', undefined]
  for (const range of [undefined, 'bytes=-', 'items=0-1', 'bytes=0-1,4-5', 'bytes=x-'])
    assert.deepEqual(await given(range), whole, range)
  assert.deepEqual(await given('bytes=0-1'), [206, '01', 'bytes 0-1/10'])
  assert.deepEqual(await given('bytes=4-'), [206, '456789', 'bytes 4-9/10'])
  assert.deepEqual(await given('bytes=-3'), [206, '789', 'bytes 7-9/10'])
  assert.deepEqual(await given('bytes=-99'), [206, '0123456789', 'bytes 0-9/10'])
  assert.deepEqual(await given('bytes=8-99'), [206, '89', 'bytes 8-9/10'])
  for (const range of ['bytes=10-', 'bytes=5-4', 'bytes=-0'])
    assert.deepEqual(await given(range), [416, '', 'bytes */10'], range)
})

test('the whole says that parts may be asked for, and keeps its headers', async () => {
  const { headers, contentType } = await fileResponse(fileOf('x'), undefined, {
    contentType: 'audio/wav',
    headers: { a: 'b' },
  })
  assert.deepEqual(
    [headers, contentType],
    [{ a: 'b', 'accept-ranges': 'bytes', 'content-length': '1' }, 'audio/wav'],
  )
})
