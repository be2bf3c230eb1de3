/** Files sent inside JSON are decoded whole, or refused, without holding the event loop. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeBase64 } from '../../src/knowledge/decode-base64.ts'

describe('base64', () => {
  const bytes = Buffer.from(Array.from({ length: 300_001 }, (_, n) => (n * 7919) % 251))

  test('is decoded whole, padded or not, of either alphabet, in lines or not', async () => {
    for (const length of [1, 2, 3, 4, 196_607, 196_608, 300_001]) {
      const content = bytes.subarray(0, length)
      const text = content.toString('base64')
      for (const form of [text, content.toString('base64url'), text.replace(/(.{76})/g, '$1\r\n')])
        assert.deepEqual(await decodeBase64(form), content)
    }
  })

  test('that is cut short, wrongly padded or something else is refused', async () => {
    for (const text of ['', ' ', 'A', 'AAAAA', 'AA=', 'AA===', 'A=AA', 'AAAA=', 'AA==AA', 'ÄAAA', '日本語字'])
      assert.equal(await decodeBase64(text), undefined, text)
  })

  test('of 15 million letters with a blank after each leaves the event loop turning', async () => {
    let turns = 0
    const turn = setInterval(() => turns++, 1)
    const decoded = await decodeBase64('A '.repeat(15_000_000))
    clearInterval(turn)
    assert.equal(decoded?.length, 11_250_000)
    assert.ok(turns > 20, `the loop turned ${turns} times`)
  })
})
