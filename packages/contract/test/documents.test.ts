/** The generated documents: complete, described throughout, and the same as the committed files. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as admin from '@tandem/contract/admin'
import * as deliveries from '@tandem/contract/admin-deliveries'
import * as documents from '@tandem/contract/documents'
import { developerEndpoints, serviceEndpoints } from '@tandem/contract/endpoints'
import { adminEndpoints } from '@tandem/contract/endpoints-admin'
import { errorCatalogue } from '@tandem/contract/errors'
import { errorsDoc } from '@tandem/contract/errors-doc'
import * as handoff from '@tandem/contract/handoff'
import * as knowledge from '@tandem/contract/knowledge'
import { defaultLimits } from '@tandem/contract/limits'
import * as message from '@tandem/contract/message'
import { buildOpenApi } from '@tandem/contract/openapi'
import * as answers from '@tandem/contract/response-bodies'
import * as webhookCheck from '@tandem/contract/webhook-check'
import { z } from 'zod'

type Json = Record<string, unknown>
const committed = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8')
const document = buildOpenApi()
const allEndpoints = [...serviceEndpoints, ...adminEndpoints]

test('the OpenAPI document covers every endpoint of the contract', () => {
  const hosted = [
    ['post', '/v1/bot/doc/qa/add'],
    ['put', '/v1/bot/doc/qa/update'],
    ['post', '/v1/webhook/check'],
    ['get', '/v1/webhook/service/health'],
    ['post', '/v1/human/message/receive'],
    ['post', '/v1/human/close'],
  ] as const
  for (const [method, path] of hosted) assert.ok(document.paths[path]?.[method], `${method} ${path}`)
  const sent = Object.values(document.webhooks).map((operations) => operations.post?.['x-address'])
  assert.deepEqual(sent.sort(), [
    '{developer_url}',
    '{developer_url}/chat',
    '{developer_url}/conversation/close',
    '{developer_url}/conversation/establish',
  ])
})

test('what an endpoint takes besides its body is a parameter, and what proves the caller is a scheme', () => {
  const parametersOf = (method: string, path: string) => {
    const operation: Json = document.paths[path]?.[method] ?? {}
    const parameters = (operation.parameters ?? []) as Json[]
    return parameters.map(({ in: where, name }) => `${where} ${name}`)
  }
  const message = '/v2/conversation/message'
  assert.deepEqual(parametersOf('post', message), ['header Idempotency-Key', 'header Last-Event-ID'])
  assert.deepEqual(parametersOf('get', `${message}/stream`), ['query message_id', 'header Last-Event-ID'])
  assert.deepEqual(parametersOf('post', '/v1/human/message/receive'), ['header Idempotency-Key'])
  const events = '/web/v1/chats/{conversation_id}/events'
  assert.deepEqual(parametersOf('get', events), [
    'path conversation_id',
    'query last_id',
    'header Last-Event-ID',
  ])
  assert.deepEqual(document.paths[events]?.get?.security, [{ chatToken: [] }, { chatTokenInQuery: [] }])
  assert.deepEqual(document.paths['/web/v1/agents/{agent_id}/chats']?.post?.security, [])
  for (const operations of Object.values(document.paths))
    for (const { security } of Object.values(operations))
      for (const name of (security as Json[]).flatMap(Object.keys))
        assert.ok(document.components.securitySchemes[name], name)
})

test('every response that has a body names its media type', () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(operations))
      for (const [status, response] of Object.entries(responses as Record<string, Json>))
        if (status.startsWith('2') && status !== '204') assert.ok(response.content, `${method} ${path}`)
  const file: Json = document.paths['/admin/v1/deliveries/export']?.get?.responses as Json
  assert.deepEqual(Object.keys((file['200'] as { content: Json }).content), ['text/csv', 'application/jsonl'])
})

test('every endpoint documents the failures the contract lists for it', () => {
  const listed = {
    '/v1/bot/doc/qa/add': [40000, 50000],
    '/v1/bot/doc/qa/update': [40000, 50000],
    '/v1/webhook/check': [40000, 40127, 40378],
    '/v1/human/message/receive': [40356, 40357, 40900, 42900],
    '/v1/conversation/message': [20040, 40356, 40900, 42900],
  }
  for (const [path, codes] of Object.entries(listed)) {
    const { errors = [] } = serviceEndpoints.find((endpoint) => endpoint.path === path) ?? {}
    const documented: number[] = errors.map((name) => errorCatalogue[name].code)
    for (const code of codes) assert.ok(documented.includes(code), `${code} at ${path}`)
  }
  assert.equal(errorCatalogue.parameterError.message, 'Parameter error')
  assert.equal(errorCatalogue.internalError.message, 'Internal system error')
  assert.equal(errorCatalogue.authenticationFailed.message, 'Developer authentication failed')
  assert.equal(errorCatalogue.agentDeleted.message, 'Agent deleted')
})

test('the answer to a message may be the acceptance of the webhook mode, in both versions', () => {
  const accepted = { code: 0, message: 'OK', conversation_id: 'c', message_id: 'm' }
  for (const path of ['/v1/conversation/message', '/v2/conversation/message']) {
    const { response } = serviceEndpoints.find((endpoint) => endpoint.path === path) ?? {}
    assert.ok(response?.body instanceof z.ZodType && response.body.safeParse(accepted).success, path)
  }
})

test('every operation that takes a body says what a body that is too large gets', () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(operations))
      assert.equal('413' in (responses as Json), requestBody !== undefined, `${method} ${path}`)
})

test('every reference in the OpenAPI document leads somewhere, and every name in it is used once', () => {
  const text = JSON.stringify(document)
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    assert.ok((document.components as unknown as Record<string, Json>)[kind]?.[name], `${kind}/${name}`)
  }
  assert.doesNotMatch(text, /\$defs/)
  const ids = [...allEndpoints, ...developerEndpoints].map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('every time in a body states its unit, also one that can be null', () => {
  const silent: string[] = []
  const lookAt = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    const {
      format,
      anyOf = [],
      description = '',
    } = node as { format?: string; anyOf?: Json[]; description?: string }
    const isTime = format === 'int64' || anyOf.some((option) => option.format === 'int64')
    if (isTime && !description.includes('milliseconds')) silent.push(path)
    // What stands in a union is described by the union.
    for (const [name, inner] of Object.entries(node)) if (name !== 'anyOf') lookAt(inner, `${path}.${name}`)
  }
  lookAt(document.components.schemas, 'schemas')
  assert.deepEqual(silent, [])
})

test('every example is a body its endpoint accepts', () => {
  for (const { id, body, examples = {}, response: answer } of allEndpoints) {
    for (const example of Object.values(examples)) assert.ok(body?.safeParse(example).success, id)
    if (answer.example !== undefined) {
      assert.ok(typeof answer.body === 'object' && answer.body.safeParse(answer.example).success, id)
    }
  }
  for (const { id, body, example } of developerEndpoints) assert.ok(body.safeParse(example).success, id)
})

test('the errors document names every code of the catalogue and no other', () => {
  const rows = [...errorsDoc().matchAll(/^\| (\d+) \| (\d+) \| ([^|]+) \|/gm)]
  const told = rows.map(([, code, status, text]) => `${code} ${status} ${text}`)
  const known = Object.values(errorCatalogue).map(
    ({ code, status, message: text }) => `${code} ${status} ${text}`,
  )
  assert.deepEqual(told.sort(), known.sort())
})

test('the committed documents are what the code generates', () => {
  assert.equal(committed('errors.md'), errorsDoc(), 'run npm run generate')
  assert.equal(committed('openapi.json'), `${JSON.stringify(document, null, 2)}\n`, 'run npm run generate')
})

/** Calls `visit` with each property of each object anywhere in a JSON Schema. */
function eachProperty(node: unknown, path: string, visit: (path: string, property: Json) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { properties } = node as { properties?: Record<string, Json> }
  for (const [name, property] of Object.entries(properties ?? {})) visit(`${path}.${name}`, property)
  for (const [key, child] of Object.entries(node)) eachProperty(child, `${path}.${key}`, visit)
}

test('every field of every exported schema is described', () => {
  const modules = { admin, deliveries, answers, documents, handoff, knowledge, message, webhookCheck }
  let seen = 0
  for (const [module, exported] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exported)) {
      const made =
        typeof value === 'function' ? (value as (limits: unknown) => unknown)(defaultLimits) : value
      if (!(made instanceof z.ZodType)) continue
      seen++
      const schema = z.toJSONSchema(made, { io: 'input', unrepresentable: 'any' })
      eachProperty(schema, `${module}.${name}`, (path, given) => {
        // A field that refers to a named shape may leave the description to that shape.
        const target =
          typeof given.$ref === 'string' ? schema.$defs?.[given.$ref.slice('#/$defs/'.length)] : undefined
        const property = { ...target, ...given } as Json
        assert.ok(typeof property.description === 'string' && property.description !== '', path)
        assert.doesNotMatch(property.description, /\n/, path)
      })
    }
  }
  assert.ok(seen > 50, `only ${seen} schemas were found`)
})
