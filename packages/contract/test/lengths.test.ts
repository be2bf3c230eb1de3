// No pattern of a request schema ever sees a long text: the length is checked first, and ends the check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import type { Endpoint } from '../src/endpoint.ts'
import { serviceEndpoints } from '../src/endpoints.ts'
import { adminEndpoints } from '../src/endpoints-admin.ts'
import { innerOf } from '../src/needed.ts'

/** Texts of any length are taken here: their tokens are counted, or files are read, before anything looks at them. */
const UNLIMITED = /\.(?:content|text|file_base64|base64_content|file_list\[\]\.\w+|qaList\[\]\.\w+)$/
/** So long that its characters are not even counted, which would take most of the time. */
const LONG_CHARS = 2_000_001
/** Nothing may look at more of a text than this: whether it is blank shows in so much of its beginning. */
const LOOKED_AT_CHARS = 100_000

/** Zod's own, when it counts characters and reads names: a character is looked at once. */
const OF_ZOD = [/[\uD800-\uDBFF]/, /^-?\d+(?:\.\d+)?$/].map(String)

interface Place {
  readonly path: string
  /** A value that has the text in this place. */
  readonly holding: (text: string) => unknown
}

function placesIn(schema: z.core.$ZodType, path: string): Place[] {
  const inner = innerOf(schema)
  if (inner) return placesIn(inner, path)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const under = (part: z.core.$ZodType, name: string, around: (value: unknown) => unknown) =>
    placesIn(part, `${path}${name}`).map((place) => ({
      path: place.path,
      holding: (text: string) => around(place.holding(text)),
    }))
  switch (def.type) {
    case 'string':
      return [{ path, holding: (text) => text }]
    case 'array':
      return under(def.element, '[]', (value) => [value])
    case 'union':
      return def.options.flatMap((option) => placesIn(option, path))
    case 'record':
      return [
        ...under(def.valueType, '.*', (value) => ({ en: value })),
        ...under(def.keyType, '.<name>', (name) => ({ [String(name)]: {} })),
      ]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) =>
        under(part, `.${name}`, (value) => ({ ...tags(def.shape), [name]: value })),
      )
    default:
      return []
  }
}

/** What tells the options of a union apart. */
function tags(shape: z.core.$ZodShape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, part]) => {
      const { def } = (part as z.core.$ZodTypes)._zod
      return def.type === 'literal' ? [[name, def.values[0]]] : []
    }),
  )
}

/** Runs `work` and answers the patterns that were run over long texts meanwhile. */
function patternsRun(work: () => void): string[] {
  const run: string[] = []
  const { exec, test: testIt } = RegExp.prototype
  const noting = <T>(original: (text: string) => T) =>
    function (this: RegExp, text: string): T {
      if (text.length > LOOKED_AT_CHARS && !OF_ZOD.includes(String(this))) run.push(String(this))
      return original.call(this, text)
    }
  RegExp.prototype.exec = noting(exec)
  RegExp.prototype.test = noting(testIt)
  try {
    work()
  } finally {
    RegExp.prototype.exec = exec
    RegExp.prototype.test = testIt
  }
  return run
}

const texts = [' ', 'a@.'].map((piece) => piece.repeat(Math.ceil(LONG_CHARS / piece.length)))
const endpoints: readonly Endpoint[] = [...new Set([...serviceEndpoints, ...adminEndpoints])]
const requests = endpoints.flatMap(({ id, body, query, headers }) =>
  [body, query, headers].flatMap((schema) => (schema ? [{ id, schema }] : [])),
)

test('a text of a megabyte is refused by its length, before any pattern looks at it', () => {
  const places = requests.flatMap(({ id, schema }) =>
    placesIn(schema, id).map((place) => ({ ...place, schema })),
  )
  assert.ok(places.length > 100, `only ${places.length} places were found`)
  for (const { path, holding, schema } of places) {
    for (const text of texts) {
      let issues: readonly z.core.$ZodIssue[] = []
      const run = patternsRun(() => {
        const result = schema.safeParse(holding(text))
        issues = result.success ? [] : result.error.issues
      })
      const where = `${path} with ${JSON.stringify(text.slice(0, 6))}…`
      if (/base64/.test(path)) continue
      assert.deepEqual(run, [], where)
      if (!UNLIMITED.test(path)) assert.ok(issues.length > 0, `${where} is accepted`)
    }
  }
})
