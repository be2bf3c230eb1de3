/** The kept copy of an earlier OpenAPI document: nothing that a client could rely on then is gone now. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

type Json = { readonly [key: string]: unknown }

const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete'])

const read = (path: string): Json => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))

/** One line for each operation, parameter, field, permitted value and code of the document. */
function promisesOf(document: Json): Set<string> {
  const lines = new Set<string>()
  const resolve = (node: unknown): Json => {
    const { $ref } = node as { $ref?: string }
    if ($ref === undefined) return node as Json
    const found = $ref
      .split('/')
      .slice(1)
      .reduce((at: unknown, key) => (at as Json)[key], document)
    return found as Json
  }

  function addSchema(where: string, node: unknown, above: readonly unknown[] = []): void {
    const schema = resolve(node)
    if (above.includes(schema)) return
    const within = [...above, schema]
    for (const value of (schema.enum ?? []) as unknown[]) lines.add(`${where} = ${JSON.stringify(value)}`)
    if (schema.const !== undefined) lines.add(`${where} = ${JSON.stringify(schema.const)}`)
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Json)) {
      lines.add(`${where}.${name}`)
      addSchema(`${where}.${name}`, field, within)
    }
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const option of (schema[key] ?? []) as unknown[]) addSchema(where, option, within)
    if (schema.items) addSchema(`${where}[]`, schema.items, within)
    if (schema.additionalProperties instanceof Object)
      addSchema(`${where}.*`, schema.additionalProperties, within)
  }
  function addContent(where: string, node: unknown): void {
    for (const [type, media] of Object.entries((resolve(node).content ?? {}) as Json)) {
      lines.add(`${where} ${type}`)
      const { schema } = media as { schema?: unknown }
      if (schema) addSchema(`${where} ${type} body`, schema)
    }
  }

  for (const kind of ['paths', 'webhooks'])
    for (const [path, item] of Object.entries((document[kind] ?? {}) as Json))
      for (const [method, operation] of Object.entries(item as Json)) {
        if (!METHODS.has(method)) continue
        const name = `${method.toUpperCase()} ${path}`
        const { operationId, parameters, requestBody, responses } = operation as Json
        lines.add(name).add(`${name} is called ${operationId}`)
        for (const each of (parameters ?? []) as unknown[]) {
          const parameter = resolve(each)
          const where = `${name} ${parameter.in} ${parameter.name}`
          lines.add(where)
          if (parameter.schema) addSchema(where, parameter.schema)
        }
        if (requestBody) addContent(`${name} takes`, requestBody)
        for (const [status, response] of Object.entries((responses ?? {}) as Json)) {
          const where = `${name} returns ${status}`
          lines.add(where)
          // A failure is named after its codes, of which there may be more now.
          const { $ref = '' } = response as { $ref?: string }
          for (const code of $ref.split('-').slice(1)) lines.add(`${where} ${code}`)
          addContent(where, response)
        }
      }
  return lines
}

const before = read('fixtures/openapi-before.json')

/** Codes that the earlier document promised by mistake: no client needs them. */
const mistaken = new Set([
  'POST /v1/conversation/message returns 400 40358',
  'GET /v1/messages returns 400 40358',
  'GET /v1/messages returns 400 40005',
])

test('no operation, parameter, field, permitted value or code of the earlier document is gone', () => {
  const now = promisesOf(read('../../../docs/openapi.json'))
  const gone = [...promisesOf(before)].filter((line) => !now.has(line) && !mistaken.has(line))
  assert.deepEqual(gone, [])
})

test('the comparison notices a lost operation, parameter, field, value and code', () => {
  const whole = promisesOf(before)
  assert.ok(whole.size > 5000, `${whole.size} lines`)
  const without = (change: (text: string) => string) => {
    const now = promisesOf(JSON.parse(change(JSON.stringify(before))))
    return [...whole].filter((line) => !now.has(line)).length
  }
  assert.ok(without((text) => text.replaceAll('"/v1/api-key/verify"', '"/v1/elsewhere"')) > 0)
  assert.ok(without((text) => text.replaceAll('"name":"page_size"', '"name":"size"')) > 0)
  assert.ok(without((text) => text.replaceAll('"anonymous_id":', '"anon":')) > 0)
  assert.ok(without((text) => text.replaceAll('"blocking"', '"other"')) > 0)
  assert.ok(without((text) => text.replaceAll('Failure-40127', 'Failure-40128')) > 0)
})
