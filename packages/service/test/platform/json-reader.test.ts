/** The JSON reader against JSON.parse: the same language and values, less what it refuses, and never in one long go. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createJsonReader, parseJson, parseJsonInSlices } from '../../src/platform/http/json-reader.ts'

const limits = { maxDepth: 64 }
const windowChars = 65_536

describe('JSON reader', () => {
  test('any value written by JSON.stringify is read back as JSON.parse reads it', () => {
    fc.assert(
      fc.property(jsonText(), (text) => {
        fc.pre(!isHarmful(text))
        assert.deepStrictEqual(parseJson(text, limits), JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a text with random damage is accepted if and only if JSON.parse accepts it and nothing in it is harmful', () => {
    let acceptedCount = 0
    fc.assert(
      fc.property(jsonText(), damages, (text, hits) => {
        const damaged = hits.reduce(damage, text)
        const native = attempt(() => JSON.parse(damaged))
        const own = attempt(() => parseJson(damaged, limits))
        assert.equal(own.ok, native.ok && !isHarmful(damaged), JSON.stringify(damaged))
        if (own.ok) assert.deepStrictEqual(own.value, (native as { value: unknown }).value)
        if (own.ok) acceptedCount++
      }),
      { numRuns: 10_000 },
    )
    assert.ok(acceptedCount > 100, 'some damaged texts must still be JSON for this to prove anything')
  })

  test('no key can reach a prototype', () => {
    for (const text of ['{"__proto__":{"admin":true}}', '{"a":[{"__pr\\u006fto__":1}]}']) {
      assert.throws(() => parseJson(text, limits), { entry: 'parameterError' })
    }
    const text = '{"constructor":{"prototype":{"admin":true}},"prototype":1,"toString":2,"hasOwnProperty":3}'
    const value = parseJson(text, limits) as object
    assert.deepStrictEqual(value, JSON.parse(text))
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.equal(('admin' in {}) as boolean, false)
  })

  test('index-like keys are kept as they are, and do not cost the memory of a list', () => {
    for (const text of [
      '{"4294967294":1,"1023":2,"0":3,"a":4}',
      '{"7":1,"4294967294":2,"00":3,"4294967295":4}',
    ]) {
      assert.deepStrictEqual(parseJson(text, limits), JSON.parse(text))
    }
    const before = process.memoryUsage().heapUsed
    const list = parseJson(`[${'{"1023":1},'.repeat(10_000)}0]`, limits) as unknown[]
    const perObjectBytes = (process.memoryUsage().heapUsed - before) / list.length
    assert.ok(perObjectBytes < 5_000, `${perObjectBytes} bytes for an object of one key`)
  })

  test('a million brackets are refused without overflowing the stack', () => {
    for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(1_000_000)]) {
      assert.throws(() => parseJson(text, limits), /found more than 64 levels of nesting, needed at most 64$/)
    }
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    let value = parseJson(deep, { maxDepth: 1_000_000 })
    let depth = 0
    for (; Array.isArray(value); depth++) value = value[0]
    assert.equal(depth, 1_000_000)
  })

  test('a large body is read in many slices, each of which gets some way', () => {
    const pair = { question: 'Where is my parcel? '.repeat(4), answer: 'On its way.\n'.repeat(8) }
    const text = JSON.stringify({ qaList: Array(50_000).fill(pair) })
    for (const body of [text, JSON.stringify(text), `${' '.repeat(10_000_000)}1`]) {
      const reader = createJsonReader(body, limits)
      let slices = 1
      while (!reader.advance(0)) slices++
      // A slice without a budget reads one quantum, or one window of a long string.
      assert.ok(slices > body.length / (windowChars + 1_000), `${slices} slices`)
      assert.ok(slices <= body.length / 4_096 + 1, `${slices} slices`)
      assert.deepStrictEqual(reader.value(), JSON.parse(body))
    }
  })

  test('other work gets its turn between slices', async () => {
    const text = JSON.stringify(Array(100_000).fill('parcel'))
    let turns = 0
    let isReading = true
    const count = () => {
      turns++
      if (isReading) setImmediate(count)
    }
    setImmediate(count)
    const value = await parseJsonInSlices(text, limits, 0)
    isReading = false
    assert.deepStrictEqual(value, JSON.parse(text))
    assert.ok(turns > 100, `${turns} turns`)
  })

  test('a fault in a late slice rejects', async () => {
    const text = `[${'1,'.repeat(100_000)}]`
    await assert.rejects(parseJsonInSlices(text, limits, 0), { entry: 'parameterError' })
  })
})

const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e',
  ' ',
  '\n',
  '\t',
  '\0',
  '\u001f',
  '\ufeff',
]
const words = [
  'null',
  'true',
  '"a":',
  '"a"',
  '\\u0000',
  '\\ud800',
  '\\u',
  '\ud800',
  '__proto__',
  '"__proto__":1,',
  'é',
]

const damages = fc.array(
  fc.record({
    place: fc.nat(),
    removedChars: fc.nat(3),
    added: fc.oneof(fc.constantFrom(...pieces, ...words), fc.constant('')),
  }),
  { minLength: 1, maxLength: 3 },
)

type Damage = { place: number; removedChars: number; added: string }

function damage(text: string, { place, removedChars, added }: Damage): string {
  const at = place % (text.length + 1)
  return text.slice(0, at) + added + text.slice(at + removedChars)
}

function jsonText(): fc.Arbitrary<string> {
  const key = fc.oneof(fc.constantFrom('a', 'b', '1', '10', '', 'constructor', '__proto__'), fc.string())
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.double(),
        fc.integer(),
        fc.constantFrom(null, true, false, -0),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    ),
  }))
  return fc
    .tuple(value, fc.constantFrom(0, 0, 1, '\t'))
    .map(([content, indent]) => JSON.stringify(content, null, indent))
}

function attempt<T>(fn: () => T): { ok: true; value: T } | { ok: false } {
  try {
    return { ok: true, value: fn() }
  } catch {
    return { ok: false }
  }
}

/** Told another way than the reader does it: each colon outside strings is a key, and keys that are lost were there twice. */
function isHarmful(text: string): boolean {
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
  let keyCount = 0
  let isBad = false
  const look = (value: unknown): void => {
    if (typeof value === 'string') isBad ||= value.includes('\0') || !value.isWellFormed()
    if (typeof value !== 'object' || value === null) return
    for (const key of Array.isArray(value) ? [] : Object.keys(value)) {
      keyCount++
      isBad ||= key === '__proto__'
      look(key)
    }
    for (const item of Object.values(value)) look(item)
  }
  look(JSON.parse(text))
  return isBad || keyCount !== colons
}
