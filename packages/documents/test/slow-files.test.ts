/** Small files made to keep a reader busy for minutes: each is read, or refused with a plain reason, in a moment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPairList } from '@tandem/documents/is-pair-list'
import { readDocument } from '@tandem/documents/read-document'
import { isHtml } from '../src/read/sniff-format.ts'
import { bracketsXlsx, comments, longAttributeXlsx } from './hostile-files.ts'
import { readHere } from './read-here.ts'

const LIMITS = { pages: 10, zipEntries: 10, inflatedBytes: 1_000_000 }
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
    assert.equal(await soon(() => isPairList(update, Buffer.from(comments(count)))), false)
  }
  assert.equal(isHtml('<!-- one --> <!-- two -->\n<html><body>Hello'), true)
  assert.equal(isHtml('<!-- never closed <html>'), false)
  assert.equal(isHtml('<?xml version="1.0"?><note/>'), true)
  assert.equal(isHtml(`<p>${'<'.repeat(50_000)}`), false)
})

test('a workbook with an attribute of 65,000 closing signs is read in a moment', async () => {
  assert.deepEqual((await soon(() => readHere(longAttributeXlsx()))).list, [['A?', '1']])
})

test('a workbook with a number format of 20,000 brackets is read in a moment', async () => {
  assert.deepEqual((await soon(() => readHere(bracketsXlsx()))).list, [['A?', '5']])
})

test('YAML whose names stand for each other ten times over is read as a text, in a moment', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, i) => `a${i}: &a${i} [${Array(10).fill(i > 0 ? `*a${i - 1}` : 'x')}]`,
  )
  const read = await soon(() => readDocument(Buffer.from(lines.join('\n')), 'a.yaml', undefined, LIMITS))
  assert.equal(read.format, 'TXT')
})
