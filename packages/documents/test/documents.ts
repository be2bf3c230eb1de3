// Reads and converts the documents of these tests, and checks what holds for every conversion.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type Converted, findPairs } from '@tandem/documents/find-pairs'
import { readDocument } from '@tandem/documents/read-document'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

export const LIMITS = { pages: 200, zipEntries: 1000, inflatedBytes: 20_000_000 }

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))
}

export interface Settings {
  readonly chunkTokens?: number
  readonly splitter?: string
  readonly answerLimitChars?: number
}

/** Converts, and checks that every pair has a whole answer in its range, that ranges do not overlap, and that sums hold. */
export async function convertChecked(
  bytes: Uint8Array | string,
  fileName: string,
  { chunkTokens = 600, splitter, answerLimitChars = 20_000 }: Settings = {},
): Promise<Converted & { text: string }> {
  const source = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const document = await readDocument(source, fileName, splitter, LIMITS)
  for (const { start, end, text } of document.blocks) assert.equal(document.text.slice(start, end), text)
  const converted = findPairs(document, {
    chunkTokens,
    questionLimitChars: 2000,
    answerLimitChars,
    countTokens: (text) => countTokens(text),
  })
  let before = 0
  for (const { question, answer, origin } of converted.pairs) {
    assert.ok(question.trim(), 'a question is blank')
    assert.ok(/[\p{L}\p{N}\p{So}]/u.test(answer), `the answer of “${question}” is blank`)
    assert.ok(answer.length <= answerLimitChars, `the answer of “${question}” is too long`)
    assert.ok(
      document.text.slice(origin.start, origin.end).includes(answer),
      `“${question}” is not in its range`,
    )
    assert.ok(origin.start >= before, `“${question}” overlaps the pair before`)
    before = origin.end
  }
  const { text_chars, covered_chars, uncovered } = converted.coverage
  assert.ok(covered_chars <= text_chars)
  if (uncovered.length === 0 && text_chars > 500) assert.ok(covered_chars > text_chars * 0.95)
  return { ...converted, text: document.text }
}

/** No answer ends in the middle of a sentence or a cell: what follows it begins anew. */
export function assertWhole({ text, pairs }: Converted & { text: string }): void {
  for (const { question, answer, origin } of pairs) {
    const rest = text.slice(origin.end)
    const isWhole =
      /^(?:\n|$)/.test(rest) || /^; |^ \| /.test(rest) || /[.!?。！？]["'”’»)」』）]*$/u.test(answer)
    assert.ok(isWhole, `“${question}” ends with “${answer.slice(-40)}”, then comes “${rest.slice(0, 40)}”`)
  }
}

/** The one pair asked by this. */
export function pairOf(converted: Converted, question: string) {
  const found = converted.pairs.filter((pair) => pair.question === question)
  const asked = converted.pairs.map((pair) => `  ${pair.question}`).join('\n')
  assert.equal(found.length, 1, `${found.length} pairs are asked “${question}”; there are:\n${asked}`)
  return found[0]!
}

export function coverage({ coverage: { covered_chars, text_chars } }: Converted): number {
  return covered_chars / text_chars
}
