/** The index by itself: what it finds, and that one kept up by changes equals one built anew. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex, type Part } from '../src/index/base-index.ts'
import { ints } from '../src/index/growing.ts'
import { indexOfSections, sectionsOf } from '../src/index/snapshot.ts'
import { rank } from '../src/rank/rank.ts'

interface Pair {
  question: string
  answer: string
  keywords?: string[]
}

function addDocument(index: BaseIndex, docId: string, pairs: readonly Pair[], first = 0): Part {
  const part = index.openPart(docId, `revision of ${docId}`)
  for (const [i, { question, answer, keywords = [] }] of pairs.entries()) {
    index.addPair(first + i, question, answer, keywords)
  }
  part.live = true
  return part
}

function indexOf(documents: Iterable<readonly [string, readonly Pair[]]>): BaseIndex {
  const index = new BaseIndex()
  for (const [id, pairs] of documents) addDocument(index, id, pairs)
  return index
}

function search(index: BaseIndex, text: string, limit = 10) {
  return rank(index, text, { limit }).found.map(({ docId, ordinal, score, cosine }) => ({
    at: `${docId}/${ordinal}`,
    score,
    cosine,
  }))
}

const shop: Pair[] = [
  { question: 'How do I return a parcel?', answer: 'Use the label in the box.' },
  { question: 'What does shipping cost?', answer: 'Nothing above 50 euros.', keywords: ['postage', 'fee'] },
  { question: 'Can I send my order back?', answer: 'Use the label in the box.' },
  { question: 'When are you open?', answer: 'Monday to Friday, and on Saturdays before Christmas.' },
]

test('a question finds its pair, also inflected, misspelled, or by keywords or the text of the answer', () => {
  const index = indexOf([['shop', shop]])
  for (const [text, ordinal] of [
    ['How do I return a parcel?', 0],
    ['returning parcels', 0],
    ['retrun a parcle', 0],
    ['shiping costs', 1],
    ['postage', 1],
    ['is it open on saturday', 3],
    ['christmas', 3],
  ] as const) {
    assert.equal(search(index, text)[0]?.at, `shop/${ordinal}`, text)
  }
})

test('of the misspelled words of a query the first are looked for, and no more of them', () => {
  const index = indexOf([['shop', shop]])
  assert.equal(search(index, 'retrun a parcle, pleese, my packege was brokken')[0]?.at, 'shop/0')
  const unheard = (count: number) => Array.from({ length: count }, (_, i) => `zqxv${'wk'.repeat(i + 1)}`)
  assert.equal(search(index, [...unheard(3), 'retrun', 'parcle'].join(' '))[0]?.at, 'shop/0')
  assert.deepEqual(search(index, [...unheard(100), 'retrun', 'parcle'].join(' ')), [])
})

test('the very words of a stored question score highest, near 1', () => {
  const index = indexOf([['shop', shop]])
  for (const { question } of shop) assert.ok((search(index, question)[0]?.score ?? 0) > 0.9, question)
})

test('pairs with one answer are phrasings of one entry, which comes once', () => {
  const hits = search(indexOf([['shop', shop]]), 'send a parcel back or return the order')
  assert.equal(hits.filter(({ at }) => at === 'shop/0' || at === 'shop/2').length, 1)
})

test('what shares nothing with the query is not found, and nothing finds nothing', () => {
  const index = indexOf([['shop', shop]])
  for (const text of ['zzzz', '?!', '', '退货']) assert.deepEqual(search(index, text), [], text)
  assert.deepEqual(search(new BaseIndex(), 'parcel'), [])
})

test('scores lie between 0 and 1 whatever is asked', () => {
  const index = indexOf([
    ['shop', [...shop, { question: 'parcel parcel parcel', answer: 'parcel '.repeat(500) }]],
  ])
  for (const text of ['parcel', 'parcel '.repeat(300), 'return parcel order open shipping']) {
    for (const { score, cosine } of search(index, text)) {
      assert.ok(score >= 0 && score <= 1 && cosine >= 0 && cosine <= 1)
    }
  }
})

const words =
  'parcel order return refund card price label 退货 订单 返品 account address change cancel late'.split(' ')

function randomly(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const text = (count: number) => Array.from({ length: count }, () => words[next(words.length)]).join(' ')
  const pairs = (count: number): Pair[] =>
    Array.from({ length: count }, () => ({
      question: `${text(1 + next(5))} ${next(40)}`,
      answer: text(1 + next(3)),
      ...(next(4) === 0 ? { keywords: [text(1)] } : {}),
    }))
  return { next, text, pairs }
}

/** `size` beyond what is compared in full makes the first round choose. */
function keptUpEqualsBuilt(seed: number, size: number, isReadBack = false): void {
  const { next, text, pairs } = randomly(seed)
  let index = new BaseIndex()
  const content = new Map<string, { pairs: Pair[]; parts: Part[] }>()
  const forget = (parts: readonly Part[]) => {
    for (const part of parts) {
      part.live = false
      for (let at = part.from; at < part.to; ) at = index.forget(part, at, () => next(3) === 0)
    }
  }
  const readBack = () => {
    index = copyOf(index)
    for (const [docId, document] of content)
      document.parts = index.parts.filter((part) => part.live && part.docId === docId)
  }
  for (let step = 0; step < 40; step++) {
    if (isReadBack && next(5) === 0) readBack()
    const id = `document ${next(6)}`
    const known = content.get(id)
    const fresh = pairs(1 + next(size))
    if (!known) content.set(id, { pairs: fresh, parts: [addDocument(index, id, fresh)] })
    else if (next(3) === 0) {
      known.parts.push(addDocument(index, id, fresh, known.pairs.length))
      known.pairs.push(...fresh)
    } else {
      content.delete(id)
      if (next(2) === 0) content.set(id, { pairs: fresh, parts: [addDocument(index, id, fresh)] })
      forget(known.parts)
    }
  }
  const built = indexOf([...content].map(([id, { pairs }]) => [id, pairs] as const))
  for (let i = 0; i < 25; i++) {
    const asked = text(1 + next(4))
    assert.deepEqual(search(index, asked), search(built, asked), `seed ${seed}: ${asked}`)
  }
}

/** By way of bytes, as a file holds them. */
function copyOf(index: BaseIndex): BaseIndex {
  const sections = sectionsOf(index).map((each) => structuredClone(each))
  return indexOfSections(sections, { withVectors: index.vectors !== undefined })
}

test('an index kept up by any changes ranks as one that was built anew', () => {
  for (let seed = 1; seed <= 30; seed++) keptUpEqualsBuilt(seed, 6)
})

test('the same holds for bases so large that only some phrasings are compared', () => {
  for (let seed = 100; seed < 102; seed++) keptUpEqualsBuilt(seed, 2500)
})

test('the same holds for an index that is kept and read back between changes', () => {
  for (let seed = 200; seed < 230; seed++) keptUpEqualsBuilt(seed, 6, true)
  keptUpEqualsBuilt(230, 2500, true)
})

test('an index read back has the texts of its vectors, and the vectors are missing until they come', () => {
  const index = new BaseIndex({ withVectors: true })
  addDocument(index, 'shop', shop)
  const texts = index.vectors?.missing(0, 10)
  for (const key of texts?.keys ?? []) index.vectors?.fill(key, Int8Array.of(1, -2, 3))
  const { vectors } = copyOf(index)
  assert.equal(vectors?.filled, 0)
  assert.deepEqual(vectors?.missing(0, 10), texts)
  assert.ok(vectors?.fill(texts?.keys[1] as string, Int8Array.of(1, -2, 3)))
  assert.deepEqual([...(vectors?.phrasingsOf(1) ?? [])], [...(index.vectors?.phrasingsOf(1) ?? [])])
})

test('of sections that are no index, none is made', () => {
  const sections = sectionsOf(indexOf([['shop', shop]]))
  for (const wrong of [[], sections.slice(1), sections.slice(0, -1), sections.toReversed()])
    assert.throws(() => indexOfSections(wrong, { withVectors: false }))
})

test('numbers are kept that are added to an array that was read empty from a snapshot', () => {
  const numbers = ints()
  numbers.adopt(new Int32Array(0))
  for (let value = 1; value <= 40; value++) assert.equal(numbers.push(value), value - 1)
  assert.deepEqual([...numbers.data.subarray(0, 3), numbers.data[39]], [1, 2, 3, 40])
})
