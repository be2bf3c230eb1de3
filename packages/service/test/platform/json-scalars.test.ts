/** Numbers and strings as the JSON reader reads them, above all strings longer than the window it reads in one go. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '../../src/platform/http/json-reader.ts'

const limits = { maxDepth: 64 }
const windowChars = 65_536

describe('JSON scalars', () => {
  test('numbers are read as JSON.parse reads them, to the last bit and to the sign of zero', () => {
    const edges =
      '0 -0 -0.0 0e5 1E+2 1e-7 123456789012345 1234567890123456 9007199254740993 -9007199254740993'
    for (const text of `${edges} 0.1 5e-324 1e400 -1e400 1.7976931348623157e308 2.5e-1`.split(' ')) {
      assert.ok(Object.is(parseJson(text, limits), JSON.parse(text)), text)
    }
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        assert.ok(Object.is(parseJson(JSON.stringify(number), limits), JSON.parse(JSON.stringify(number))))
      }),
    )
    for (const text of [
      '01',
      '-',
      '-a',
      '+1',
      '1.',
      '.5',
      '1e',
      '1e+',
      '0x1',
      'NaN',
      'Infinity',
      '1_0',
      '--1',
    ]) {
      assert.throws(() => parseJson(text, limits), { entry: 'parameterError' }, text)
    }
  })

  test('a string longer than a window keeps what lies on the border between windows', () => {
    const borders = ['\\ud83d\\ude00', '😀', '\\n', '\\\\', '\\"', '\\u00e9', '\\\\u0041']
    for (const border of borders) {
      for (let before = windowChars - 14; before <= windowChars + 2; before++) {
        const string = `"${'x'.repeat(before)}${border}${'y'.repeat(20)}"`
        const text = `{"value":${string},${string}:1}`
        assert.deepStrictEqual(parseJson(text, limits), JSON.parse(text))
      }
    }
    const dense = JSON.stringify('\n😀"\\é'.repeat(windowChars))
    assert.equal(parseJson(dense, limits), JSON.parse(dense))
  })

  test('a half pair, U+0000 or bad escape on the border between windows is refused', () => {
    for (const harm of ['\\ud83d', '\ud83d', '\\ude00', '\ude00', '\\u0000', '\\u00g0', '\\x']) {
      for (let before = windowChars - 14; before <= windowChars + 2; before++) {
        const text = `"${'x'.repeat(before)}${harm}${'y'.repeat(20)}"`
        assert.throws(() => parseJson(text, limits), { entry: 'parameterError' }, `${before} ${harm}`)
      }
    }
  })
})
