/** The reading of JSON bodies against JSON.parse: the same language and values, less what is harmful, and never in one long go. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Fault } from '../../src/platform/fault.ts'
import { parseJson, readJson } from '../../src/platform/http/read-json.ts'

const limits = { maxDepth: 64 }
/** Longer than a piece, so that the container it stands in is walked. */
const FILLER = ` ${'x'.repeat(70_000)}`
const long = 'x'.repeat(100)

/** Between two steps other work gets its turn. */
function readInSteps(text: string, within: { maxDepth: number }): { value: unknown; steps: number } {
  const reading = readJson(text, within)
  for (let steps = 1; ; steps++) {
    const { done, value } = reading.next()
    if (done) return { value, steps }
  }
}

const parseJsonInSlices = async (text: string, within: { maxDepth: number }) =>
  readInSteps(text, within).value

describe('JSON bodies', () => {
  test('any value written by JSON.stringify is read back as JSON.parse reads it, also out of a large body', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText(), async (text) => {
        fc.pre(!isHarmful(text))
        assert.deepStrictEqual(parseJson(text, limits), JSON.parse(text))
        const large = `[ ${JSON.stringify(FILLER)} , ${text},{"a" : ${text} ,"b":${JSON.stringify(FILLER)}}]`
        assert.deepStrictEqual(await parseJsonInSlices(large, limits), JSON.parse(large))
      }),
      { numRuns: 100 },
    )
  })

  test('a text with random damage is accepted if and only if JSON.parse accepts it and nothing in it is harmful', async () => {
    let acceptedCount = 0
    await fc.assert(
      fc.asyncProperty(jsonText(), damages, async (text, hits) => {
        const damaged = hits.reduce(damage, text)
        const native = await attempt(() => JSON.parse(damaged))
        const isRight = native.ok && !isHarmful(damaged)
        const whole = await attempt(() => parseJson(damaged, limits))
        const large = await attempt(() =>
          parseJsonInSlices(`[${JSON.stringify(FILLER)},[${damaged}]]`, limits),
        )
        assert.equal(whole.ok, isRight, JSON.stringify(damaged))
        if (whole.ok && native.ok) assert.deepStrictEqual(whole.value, native.value)
        const isOneValue = (await attempt(() => JSON.parse(`[${damaged}]`))).ok
        assert.equal(large.ok, isOneValue && !isHarmful(`[${damaged}]`), JSON.stringify(damaged))
        if (whole.ok) acceptedCount++
      }),
      { numRuns: 500 },
    )
    assert.ok(acceptedCount > 15, 'some damaged texts must still be JSON for this to prove anything')
  })

  test('a long string keeps its escapes, pairs and quotes wherever a piece ends', async () => {
    for (const unit of ['a', '\\"', '\\\\', '\\u00e9', '😀', '\\ud83d\\ude00', 'é\\n'])
      for (let shift = 0; shift < 4; shift++) {
        const text = `{"${'k'.repeat(shift)}":"${'b'.repeat(shift)}${unit.repeat(40_000)}","c":"${unit.repeat(40_000)}"}`
        assert.deepStrictEqual(await parseJsonInSlices(text, limits), JSON.parse(text))
      }
  })

  test('no key can reach a prototype', async () => {
    for (const text of ['{"__proto__":{"admin":true}}', '{"a":[{"__pr\\u006fto__":1}]}']) {
      await refused(text, /: found the key "__proto__", needed another name$/)
    }
    const text = '{"constructor":{"prototype":{"admin":true}},"prototype":1,"toString":2,"hasOwnProperty":3}'
    const value = parseJson(text, limits) as object
    assert.deepStrictEqual(value, JSON.parse(text))
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.equal(('admin' in {}) as boolean, false)
  })

  test('of two equal keys the last one counts', async () => {
    assert.deepStrictEqual(parseJson('{"a":1,"a":2}', limits), { a: 2 })
    const large = `{"a":1,"b":"${FILLER}","a":2}`
    assert.deepStrictEqual(await parseJsonInSlices(large, limits), { a: 2, b: FILLER })
  })

  test('index-like keys do not cost the memory of a list', async () => {
    const before = process.memoryUsage().heapUsed
    const list = (await parseJsonInSlices(`[${'{"1023":1},'.repeat(10_000)}0]`, limits)) as unknown[]
    const perObjectBytes = (process.memoryUsage().heapUsed - before) / list.length
    assert.ok(perObjectBytes < 5_000, `${perObjectBytes} bytes for an object of one key`)
  })

  test('a body without a value is told apart from a broken one', async () => {
    for (const text of ['', ' \n\t ', ' '.repeat(200_000)])
      await refused(text, /^body: found nothing, needed a JSON object$/)
  })

  test('a body that is not JSON is refused with the reason', async () => {
    for (const text of [
      '{"a": }',
      '{a:1}',
      '[1 2]',
      '[',
      '{} x',
      '["a\nb"]',
      '["\\u12g4"]',
      '[01]',
      '\ufeff{}',
    ])
      await refused(text, /^body.*: found text that is not JSON \(.+\), needed JSON$/)
  })

  test('text that cannot be stored is refused with its path', async () => {
    await refused(
      '{"qaList":[{},{"question":"a\\u0000"}]}',
      /^qaList\[1\]\.question: found the character U\+0000/,
    )
    await refused('["a\\ud800b"]', /^body\[0\]: found half of a surrogate pair, needed whole characters$/)
    await refused('{"a":{"\\u0000":1}}', /^a: found a key with the character U\+0000/)
    await refused(`["${'a'.repeat(100_000)}\\ud800b"]`, /^body\[0\]: found half of a surrogate pair/)
    const pairs = '{"question":"a \\"}] \\\\"},'.repeat(10_000)
    await refused(`{"qaList":[${pairs}{"question":"\\u0000"}]}`, /^qaList\[10000\]\.question: found the char/)
  })

  test('in a long list the element that is not JSON is named, however many stand around it', async () => {
    for (const wrong of ['{"a":}', 'x', '', '"\n"', '[}', '1 2']) {
      const text = `{"qaList":[${'{"a":"b,]"}, '.repeat(9_000)}${wrong},${'0,'.repeat(9_000)}0]}`
      await assert.rejects(parseJsonInSlices(text, limits), (error) => {
        assert.match((error as Fault).detail ?? '', /^qaList\[9000\](\[0\])?: found text that is not JSON/)
        return true
      })
    }
  })

  test('space between values may be longer than a piece', async () => {
    const space = ' '.repeat(70_000)
    const text = `[1${space},${space}null${space},{"a"${space}:${space}[true${space}]${space}}${space}]`
    assert.deepStrictEqual(await parseJsonInSlices(text, limits), [1, null, { a: [true] }])
  })

  test('what is beyond a limit is refused with its path', async () => {
    await refused(
      '[[[[[1]]]]]',
      /^body\[0\]\[0\]\[0\]\[0\]: found more than 4 levels of nesting, needed at most 4$/,
      { maxDepth: 4 },
    )
    await refused(
      `[${'1234567,'.repeat(2_000_000)}1]`,
      /^body: found more than 2000000 values in 16000003 characters, needed at most 2000000$/,
    )
  })

  test('a million brackets are refused without overflowing the stack', async () => {
    for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(1_000_000)])
      await assert.rejects(
        parseJsonInSlices(text, limits),
        /found more than 64 levels of nesting, needed at most 64$/,
      )
  })

  test('an object of a large body has at most 10,000 keys', async () => {
    const text = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join()}}`
    const read = await parseJsonInSlices(text(10_000), limits)
    assert.equal(Object.keys(read as object).length, 10_000)
    await refused(text(10_001), /found more than 10000 keys/)
  })

  test('values beyond what the length of a body accounts for are refused', async () => {
    const text = (count: number) => `[${'{},'.repeat(count - 2)}{}]`
    assert.equal(((await parseJsonInSlices(text(10_000), limits)) as unknown[]).length, 9_999)
    await refused(
      text(20_000),
      /^body: found more than 17499 values in 59998 characters, needed at most 10000, and one more/,
    )
    const pairs = `[${'{"question":"a","answer":"b"},'.repeat(50_000)}{}]`
    assert.equal(((await parseJsonInSlices(pairs, limits)) as unknown[]).length, 50_001)
  })

  test('a path of many levels stays short, and what was sent is echoed in pieces of at most 40 characters', async () => {
    const text = `${`{"${long}":`.repeat(50)}1${'}'.repeat(50)}`
    await refused(text, /^…[^:]{0,199}\["x{39}"…\]: found more than 40 levels/, { maxDepth: 40 })
  })

  test('a large body is read in small steps, whatever it is made of', () => {
    const pair = { question: 'Where is my parcel? '.repeat(4), answer: 'On its way.\n'.repeat(8) }
    const pairs = JSON.stringify({ qaList: Array(20_000).fill(pair) })
    for (const text of [
      pairs,
      JSON.stringify(pairs),
      `${' '.repeat(10_000_000)}1`,
      `[${'1000000,'.repeat(100_000)}1]`,
    ]) {
      const { value, steps } = readInSteps(text, limits)
      assert.deepStrictEqual(value, JSON.parse(text))
      assert.ok(steps > text.length / 70_000, `${steps} steps`)
    }
  })
})

/** By both ways of reading. */
async function refused(text: string, detail: RegExp, within: { maxDepth: number } = limits): Promise<void> {
  for (const read of [() => parseJson(text, within), () => parseJsonInSlices(text, within)]) {
    const { error } = (await attempt(read)) as { error?: unknown }
    assert.ok(error instanceof Fault && error.entry === 'parameterError', `accepted, or ${error}`)
    assert.match(error.detail ?? '', detail)
  }
}

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

async function attempt<T>(
  fn: () => T | Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; error: unknown }> {
  try {
    return { ok: true, value: await fn() }
  } catch (error) {
    return { ok: false, error }
  }
}

/** Told another way than the reader does it. */
function isHarmful(text: string): boolean {
  let isBad = false
  const look = (value: unknown): void => {
    if (typeof value === 'string') isBad ||= value.includes('\0') || !value.isWellFormed()
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      isBad ||= key === '__proto__'
      look(key)
    }
    for (const item of Object.values(value)) look(item)
  }
  look(JSON.parse(text))
  return isBad
}
