/** Small files made to keep a reader busy for minutes: each is read, or refused with a plain reason, in a moment. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isHtml } from '@tandem/documents/looks-like-html'
import { bracketsXlsx, comments, longAttributeXlsx } from '../../../documents/test/hostile-files.ts'
import { readHere } from '../../../documents/test/read-here.ts'
import { isReadAsPairs } from '../../src/knowledge/choose-reading.ts'
import { decodeBase64 } from '../../src/knowledge/decode-base64.ts'

/** Generous: the old readers took minutes, or years. */
const MOST_MS = 3000

/** The result, got within the processor time of a moment. */
async function soon<T>(work: () => T | Promise<T>): Promise<T> {
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  assert.ok((user + system) / 1000 < MOST_MS, `took ${(user + system) / 1000} ms`)
  return result
}

test('a text that begins with many comments is told from HTML at once', async () => {
  for (const count of [26, 500, 1_000_000]) {
    assert.equal(await soon(() => isHtml(comments(count))), false)
    const update = { fileName: 'a.txt', madeBy: 'hand', format: 'QA' } as const
    assert.equal(await soon(() => isReadAsPairs(update, Buffer.from(comments(count)))), false)
  }
  assert.equal(isHtml('<!-- one --> <!-- two -->\n<html><body>Hello'), true)
  assert.equal(isHtml('<!-- never closed <html>'), false)
  assert.equal(isHtml('<?xml version="1.0"?><note/>'), true)
  assert.equal(isHtml(`<p>${'<'.repeat(50_000)}`), false)
})

test('a workbook with an attribute of 65,000 closing signs is read in a moment', async () => {
  assert.deepEqual((await soon(() => readHere(longAttributeXlsx(), { fileName: 'a.xlsx' }))).list, [
    ['A?', '1'],
  ])
})

test('a workbook with a number format of 20,000 brackets is read in a moment', async () => {
  assert.deepEqual((await soon(() => readHere(bracketsXlsx(), { fileName: 'a.xlsx' }))).list, [['A?', '5']])
})

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
