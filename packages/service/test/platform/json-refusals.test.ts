/** What the JSON reader says when it refuses, word for word: the caller mends the body by it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Fault } from '../../src/platform/fault.ts'
import { parseJson } from '../../src/platform/http/json-reader.ts'

const long = 'x'.repeat(100)

const refusals: Record<string, Record<string, string>> = {
  'a body without a value is told apart from a broken one': {
    '': 'body: found nothing, needed a JSON object',
    ' \n\t ': 'body: found nothing, needed a JSON object',
  },
  'a body that is not JSON is refused with the line and column': {
    '{\n  "a": 1,\n  "b": }': 'body: found "}" at line 3, column 8, needed a value',
    '{"a":1,}': 'body: found "}" at line 1, column 8, needed a key in double quotes',
    '{a:1}': 'body: found "a" at line 1, column 2, needed a key in double quotes or "}"',
    '{"a" 1}': 'body: found "1" at line 1, column 6, needed ":"',
    '{"a":1 "b":2}': 'body: found "\\"" at line 1, column 8, needed "," or "}"',
    '{"a":1]': 'body: found "]" at line 1, column 7, needed "," or "}"',
    '[1,]': 'body: found "]" at line 1, column 4, needed a value',
    '[1 2]': 'body: found "2" at line 1, column 4, needed "," or "]"',
    '[': 'body: found the end at line 1, column 2, needed a value or "]"',
    '{"a":': 'body: found the end at line 1, column 6, needed a value',
    '{"a"': 'body: found the end at line 1, column 5, needed ":"',
    '{"a":1': 'body: found the end at line 1, column 7, needed "," or "}"',
    '{} x': 'body: found "x" at line 1, column 4, needed the end of the body',
    '[undefined]': 'body: found "undefined" at line 1, column 2, needed a value or "]"',
    '[😀]': 'body: found "😀" at line 1, column 2, needed a value or "]"',
    '\u0001': 'body: found "\\u0001" at line 1, column 1, needed a value',
    '\ufeff{}': 'body: found "\ufeff" at line 1, column 1, needed a value',
    '[01]': 'body: found "1" at line 1, column 3, needed "," or "]"',
    '[1.]': 'body: found "]" at line 1, column 4, needed a digit',
    '[-]': 'body: found "]" at line 1, column 3, needed a digit',
    '[1e+': 'body: found the end at line 1, column 5, needed a digit',
  },
  'a badly written string is refused with the line and column': {
    '["abc': 'body: found the end at line 1, column 6, needed the closing quote of a string',
    '["abc\\': 'body: found the end at line 1, column 7, needed the closing quote of a string',
    '["a\nb"]': 'body: found the control character U+000A at line 1, column 4, needed it written as \\u000a',
    '["a\0b"]': 'body: found the control character U+0000 at line 1, column 4, needed it written as \\u0000',
    '["a\\n\\x"]': 'body: found "\\x" at line 1, column 6, needed an escape that JSON knows',
    '["\\u12g4"]': 'body: found "\\u12g4" at line 1, column 3, needed an escape that JSON knows',
  },
  'text that cannot be stored is refused with its path': {
    '{"qaList":[{},{"question":"a\\u0000"}]}':
      'qaList[1].question: found the character U+0000, needed text without it',
    '["a\\ud800b"]': 'body[0]: found the half surrogate pair \\ud800, needed whole characters',
    '"\\ude00\\ud83d"': 'body: found the half surrogate pair \\ude00, needed whole characters',
    '"\ud83d"': 'body: found the half surrogate pair \\ud83d, needed whole characters',
    '{"a":{"\\u0000":1}}': 'a: found a key with the character U+0000, needed text without it',
    '{"\\ud800":1}': 'body: found a key with the half surrogate pair \\ud800, needed whole characters',
  },
  'a key that stands twice in one object is refused with its path': {
    '{"a":1,"a":1}': 'a: found the key twice, needed it once',
    '{"a":1,"\\u0061":1}': 'a: found the key twice, needed it once',
    '{"toString":null,"toString":null}': 'toString: found the key twice, needed it once',
    '{"7":1,"7":2}': 'body["7"]: found the key twice, needed it once',
    '{"qaList":[{"question":1},{"tags":{"b c":0,"b c":0}}]}':
      'qaList[1].tags["b c"]: found the key twice, needed it once',
  },
  'the key __proto__ is refused with the path of its object': {
    '{"a":[{"__proto__":1}]}': 'a[0]: found the key "__proto__", needed another name',
  },
  'what is beyond a limit is refused with its path': {
    '[[[[[1]]]]]': 'body[0][0][0][0]: found more than 4 levels of nesting, needed at most 4',
    '{"a":{"b":{"c":{"d":{}}}}}': 'a.b.c.d: found more than 4 levels of nesting, needed at most 4',
    '{"o":{"a":1,"b":2,"c":3,"d":4}}': 'o: found more than 3 keys, needed at most 3',
    '[1,2,3,4,5,6,7,8,9,10]': 'body: found more than 10 values, needed at most 10',
    [`[${'1'.repeat(1_025)}]`]: 'body[0]: found a number of more than 1024 characters, needed at most 1024',
    [`[1e${'0'.repeat(1_025)}1]`]:
      'body[0]: found a number of more than 1024 characters, needed at most 1024',
  },
  'what was sent is echoed in pieces of at most 40 characters': {
    [`[${long}]`]: `body: found "${'x'.repeat(40)}" at line 1, column 2, needed a value or "]"`,
    [`{"${long}":1,"${long}":2}`]: `body["${'x'.repeat(39)}"…]: found the key twice, needed it once`,
  },
}

describe('JSON refusals', () => {
  for (const [guarantee, cases] of Object.entries(refusals)) {
    test(guarantee, () => {
      for (const [text, detail] of Object.entries(cases)) {
        assert.equal(refusal(text), detail)
      }
    })
  }

  test('equal keys in different objects are no duplicates', () => {
    assert.deepEqual(parseJson('{"a":{"a":[{"a":1},{"a":2}]}}', { maxDepth: 4 }), {
      a: { a: [{ a: 1 }, { a: 2 }] },
    })
  })

  test('an object has at most 10,000 keys unless told otherwise', () => {
    const text = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join()}}`
    assert.equal(Object.keys(parseJson(text(10_000), { maxDepth: 1 }) as object).length, 10_000)
    assert.throws(() => parseJson(text(10_001), { maxDepth: 1 }), /found more than 10000 keys/)
  })

  test('a path of many levels stays short', () => {
    const text = `{"${long}":`.repeat(50)
    const path = refusal(text, { maxDepth: 40 }).split(':')[0]!
    assert.ok(path.length <= 200, path)
  })
})

function refusal(
  text: string,
  limits = { maxDepth: 4, maxKeys: 3, maxValues: 10 } as { maxDepth: number },
): string {
  try {
    parseJson(text, limits)
  } catch (error) {
    assert.ok(error instanceof Fault && error.entry === 'parameterError', String(error))
    return error.detail ?? ''
  }
  throw new Error(`accepted: ${text}`)
}
