/** Vectors in memory: the closest are found among few and among many, and only what may be shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '@tandem/search/base-index'
import { embeddedText, textKey } from '@tandem/search/meaning'
import { rank } from '@tandem/search/rank'
import { queryVector, toBytes } from '@tandem/search/vectors'
import { floorOf, textVector, vectorText } from '../../src/knowledge/search/vectors/vector-text.ts'

const DIMENSIONS = 96

function randomVectors(seed: number) {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const vector = () => Float32Array.from({ length: DIMENSIONS }, random)
  const near = (to: Float32Array, by: number) => to.map((value) => value + by * random())
  return { vector, near }
}

function sampleIndex(size: number, seed: number) {
  const { vector, near } = randomVectors(seed)
  const index = new BaseIndex({ withVectors: true })
  const stored: Float32Array[] = []
  for (let document = 0; document < 2; document++) {
    const part = index.openPart(`document ${document}`, 'revision')
    for (let i = 0; i < size / 2; i++) {
      const text = `Text ${stored.length}`
      index.addPair(i, text, `Answer ${stored.length}`, [])
      stored.push(vector())
      index.vectors?.fill(textKey(text), toBytes(stored.at(-1) as Float32Array))
    }
    part.live = true
  }
  return { index, stored, near }
}

for (const size of [400, 6000]) {
  test(`the closest of ${size} vectors come first`, () => {
    const { index, stored, near } = sampleIndex(size, 3)
    for (let i = 0; i < 50; i++) {
      const wanted = (i * 7919) % size
      const query = queryVector(near(stored[wanted] as Float32Array, 0.7))
      const found = rank(index, 'anything', { limit: 10, vector: query }).found
      assert.equal(found[0]?.phrasing, wanted)
      const isWanted = ({ docId }: { docId: string }) => docId === 'document 1'
      const shown = rank(index, 'anything', { limit: 10, vector: query, isWanted }).found
      assert.ok(shown.length > 0 && shown.every(({ docId }) => docId === 'document 1'))
    }
  })
}

test('a phrasing without a vector counts by its words, beside others that have one', () => {
  const index = new BaseIndex({ withVectors: true })
  const part = index.openPart('document', 'revision')
  index.addPair(0, 'How do I return a parcel?', 'With the label.', [])
  index.addPair(1, 'Opening hours', 'Nine to five.', ['open', 'closed'])
  part.live = true
  const direction = (at: number) => Float32Array.from({ length: 8 }, (_, i) => (i === at ? 1 : 0))
  index.vectors?.fill(textKey('Opening hours'), toBytes(direction(1)))
  const found = (text: string, at: number) =>
    rank(index, text, { limit: 5, vector: queryVector(direction(at)) }).found
  assert.deepEqual(
    [found('When can I visit?', 1)[0]?.ordinal, found('return a parcel', 5)[0]?.ordinal],
    [1, 0],
  )
  assert.equal(found('return a parcel', 5)[0]?.closeness, undefined)
})

test('a stored vector comes back as it was, and unrelated ones give the floor', () => {
  const { vector } = randomVectors(9)
  const bytes = toBytes(vector())
  assert.deepEqual(textVector(vectorText(bytes)), bytes)
  const shared = Array.from({ length: 100 }, () =>
    toBytes(vector().map((value, i) => (i < 48 ? 0.4 : value))),
  )
  const floor = floorOf(shared)
  assert.ok(floor > 0.5 && floor < 0.9, String(floor))
  assert.ok(floorOf(Array.from({ length: 100 }, () => toBytes(vector()))) < 0.1)
  assert.equal(floorOf([]), 0.2)
})

test('how a question is punctuated changes neither what a model is given nor which vector is its own', () => {
  const given = ['Where is my parcel?', ' Where is my parcel', '"Where is my parcel" ...'].map(embeddedText)
  assert.deepEqual(new Set(given), new Set(['Where is my parcel']))
  assert.equal(textKey('Where is my parcel?!'), textKey('Where is my parcel'))
  assert.equal(embeddedText('Is 3.5 % of a.b@c.com, (maybe) right?'), 'Is 3.5 % of a.b@c.com maybe right')
  assert.deepEqual([embeddedText('多少钱？'), embeddedText('?!')], ['多少钱', '?!'])
})

test('a question stored word for word stays ahead of an entry with many phrasings that resemble it', () => {
  const index = new BaseIndex({ withVectors: true })
  const direction = (angle: number) => Float32Array.from([Math.cos(angle), Math.sin(angle)])
  const many = index.openPart('many', 'many')
  for (let i = 0; i < 40; i++) {
    index.addPair(i, `How can I return parcel number ${i}`, 'Send it back.', [])
    index.vectors?.fill(textKey(`How can I return parcel number ${i}`), toBytes(direction(0.15 + i / 1000)))
  }
  many.live = true
  const one = index.openPart('one', 'one')
  index.addPair(0, 'How can I return a parcel', 'At any shop.', [])
  index.vectors?.fill(textKey('How can I return a parcel'), toBytes(direction(0)))
  one.live = true
  const ask = (text: string, angle: number) =>
    rank(index, text, { limit: 5, vector: queryVector(direction(angle)) }).found
  assert.equal(ask('How can I return a parcel?', 0)[0]?.docId, 'one')
  // Halfway between the two, the many win.
  assert.equal(ask('something else', 0.075)[0]?.docId, 'many')
})

test('phrasings that lie around a query are closer together than another entry that is closer than each of them', () => {
  const index = new BaseIndex({ withVectors: true })
  const direction = (angle: number) => Float32Array.from([Math.cos(angle), Math.sin(angle)])
  const add = (id: string, angles: readonly number[]) => {
    const part = index.openPart(id, id)
    for (const [i, angle] of angles.entries()) {
      index.addPair(i, `${id} ${i}`, `The answer of ${id}`, [])
      index.vectors?.fill(textKey(`${id} ${i}`), toBytes(direction(angle)))
    }
    part.live = true
  }
  add('around', [-0.5, 0.5])
  add('beside', [0.4, 0.45])
  const found = rank(index, 'something else', {
    limit: 5,
    vector: queryVector(direction(0)),
  }).found
  assert.deepEqual(
    found.map(({ docId }) => docId),
    ['around', 'beside'],
  )
})

test('with vectors too an entry of a large base counts by all its phrasings, but not by those that are not shown', () => {
  const { vector, near } = randomVectors(17)
  const index = new BaseIndex({ withVectors: true })
  const topics = Array.from({ length: 300 }, vector)
  /** For each topic an index of its phrasings alone: there all of them are compared. */
  const alone = topics.map(() => new BaseIndex({ withVectors: true }))
  const add = (id: string, by: number) => {
    const into = id === 'shown' ? alone : []
    const parts = [index, ...into].map((each) => each.openPart(id, id))
    for (let i = 0; i < topics.length * 6; i++) {
      const topic = i % topics.length
      const bytes = toBytes(near(topics[topic] as Float32Array, by))
      for (const each of [index, into[topic]]) {
        each?.addPair(i, `${id} ${i}`, `Answer ${topic}`, [])
        each?.vectors?.fill(textKey(`${id} ${i}`), bytes)
      }
    }
    return parts
  }
  for (const part of add('shown', 1.5)) part.live = true
  add('hidden', 0.1)
  for (let i = 0; i < 40; i++) {
    const asked = { limit: 3, vector: queryVector(near(topics[i] as Float32Array, 1)) }
    const [first] = rank(index, 'anything', asked).found
    const [whole] = rank(alone[i] as BaseIndex, 'anything', asked).found
    assert.deepEqual([first?.docId, first?.ordinal, first?.score], ['shown', whole?.ordinal, whole?.score])
  }
})
