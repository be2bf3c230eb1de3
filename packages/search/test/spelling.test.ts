/** Terms spelled alike: found as by comparing the word with every term there is, though most are never looked at. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Spelling } from '../src/index/spelling.ts'
import { gramsOf } from '../src/words/analyse.ts'

function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const piecesOf = (term: string) => new Set(gramsOf(term).filter((gram) => gram.length === 3))

function byComparingAll(text: string, terms: readonly { text: string; others: Set<string> }[]) {
  const pieces = piecesOf(text)
  return terms
    .map(({ text: term, others }, id) => {
      return { id, text: term, share: (2 * pieces.intersection(others).size) / (pieces.size + others.size) }
    })
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share || (a.text < b.text ? -1 : 1))
    .slice(0, 5)
}

test('the terms most alike are those that comparing with every term would find', () => {
  const random = randomFrom(4)
  const word = () =>
    Array.from({ length: 4 + random() * 7 }, () => 'aeilnrst'[Math.floor(random() * 8)]).join('')
  const terms = [...new Set(Array.from({ length: 3000 }, word))]
  const all = terms.map((text) => ({ text, others: piecesOf(text) }))
  const spelling = new Spelling()
  for (const [id, term] of terms.entries()) spelling.add(term, id)
  let found = 0
  for (let i = 0; i < 400; i++) {
    const stored = terms[Math.floor(random() * terms.length)] as string
    const at = Math.floor(random() * stored.length)
    const text = i % 4 === 0 ? word() : `${stored.slice(0, at)}${i % 2 ? 'e' : ''}${stored.slice(at + 1)}`
    if (text.length < 4) continue
    const alike = spelling.alike(text, () => true)
    assert.deepEqual(alike, byComparingAll(text, all), text)
    found += alike.length
  }
  assert.ok(found > 400, `${found} were found`)
})
