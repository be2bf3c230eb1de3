/** Writes the types of the SDK and its table of operations from the OpenAPI document. */
import { errorCatalogue } from '@tandem/contract/errors'
import { buildOpenApi, type Operation } from '@tandem/contract/openapi'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  /** Whether a list is a repeated parameter instead of one comma-separated value. */
  explode?: boolean
}
interface Content {
  content?: Record<string, { schema: Schema }>
}

const HEAD = '// Written by `npm run generate` from packages/contract; change it there.\n'
const primitives: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

const refName = (ref: string) => ref.split('/').at(-1) as string
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const comment = (text: string | undefined, indent: string) =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n` : ''
const union = (parts: string[]) => [...new Set(parts)].join(' | ')

function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref) return refName(schema.$ref)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return union(either.map((each) => typeOf(each, indent)))
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {}, indent)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') return objectOf(schema, indent)
  return primitives[schema.type ?? ''] ?? 'unknown'
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, inner)
    const isOptional = !required.includes(name)
    return `${comment(schema.description, inner)}${inner}${key(name)}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''}\n`
  })
  const open = typeof additionalProperties === 'object' ? additionalProperties : undefined
  if (lines.length === 0) return `Record<string, ${open ? typeOf(open, inner) : 'unknown'}>`
  if (open) lines.push(`${inner}[name: string]: unknown\n`)
  return `{\n${lines.join('')}${indent}}`
}

interface Row {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The routes for API keys, repeated for people. The SDK calls them through `asAgent`, which only changes the base URL. */
const AS_AGENT = '/admin/v1/agents/{agent_id}/api/'

function rows(): Row[] {
  const paths = Object.entries(buildOpenApi().paths).filter(([path]) => !path.startsWith(AS_AGENT))
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

const parametersOf = ({ operation }: Row) => (operation.parameters ?? []) as Parameter[]
const bodyOf = ({ operation }: Row) =>
  (operation.requestBody as Content | undefined)?.content?.['application/json']?.schema
const hasParams = (row: Row) => parametersOf(row).some((each) => each.in !== 'header')

function paramsType(row: Row): string {
  const fields = parametersOf(row).filter((each) => each.in !== 'header')
  const properties = Object.fromEntries(
    fields.map(({ name, description, schema }) => [
      camel(name),
      { ...schema, ...(description ? { description } : {}) },
    ]),
  )
  const required = fields.filter((each) => each.required).map(({ name }) => camel(name))
  return objectOf({ properties, required }, '    ')
}

function argsOf(row: Row): string {
  const body = bodyOf(row)
  const hasRequired =
    body !== undefined || parametersOf(row).some((each) => each.required && each.in !== 'header')
  const params = hasParams(row) ? [`params${hasRequired ? '' : '?'}: ${paramsType(row)}`] : []
  return `[${[...params, ...(body ? [`body: ${typeOf(body, '    ')}`] : [])].join(', ')}]`
}

/** The type of the result of a call: the type of the JSON, text, undefined, or else bytes. */
function resultOf({ operation }: Row): string {
  const responses = operation.responses as Record<string, Content>
  const [status = '', response] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  const json = response?.content?.['application/json']?.schema
  if (json) return typeOf(json, '    ')
  if (status === '204') return 'undefined'
  return response?.content?.['text/plain']?.schema.const ? 'string' : 'Blob'
}

function givesOf(row: Row): string {
  const result = resultOf(row)
  if (result === 'string') return ", gives: 'text'"
  return result === 'Blob' ? ", gives: 'bytes'" : ''
}

/** Writes the types of all bodies, named as in the OpenAPI document. */
export function sdkShapes(): string {
  const schemas = buildOpenApi().components.schemas as Record<string, Schema>
  const named = Object.entries(schemas).map(([name, schema]) => {
    const type = typeOf(schema)
    const head = comment(schema.description, '')
    return schema.type === 'object' && type.startsWith('{')
      ? `${head}export interface ${name} ${type}\n`
      : `${head}export type ${name} = ${type}\n`
  })
  return `${HEAD}\n${named.join('\n')}`
}

/** Writes the table of operations and its types. */
export function sdkOperations(): string {
  const all = rows()
  const types = all.map(
    (row) =>
      `${comment(row.operation.summary, '  ')}  ${row.id}: {\n    args: ${argsOf(row)}\n    result: ${resultOf(row)}\n  }\n`,
  )
  const names = new Set(
    [...types.join('').matchAll(/: \(?([A-Z]\w+)/g), ...types.join('').matchAll(/\| ([A-Z]\w+)/g)].map(
      ([, name]) => name as string,
    ),
  )
  const schemas = buildOpenApi().components.schemas
  const imported = [...names].filter((name) => name in schemas).sort()
  const table = all.map((row) => {
    const flags = [
      hasParams(row) ? ', params: true' : '',
      bodyOf(row) ? ', body: true' : '',
      parametersOf(row).some(({ explode }) => explode === false) ? ', commas: true' : '',
      parametersOf(row).some(({ name }) => name === 'Idempotency-Key') ? ', idempotencyKey: true' : '',
      givesOf(row),
    ]
    return `  ${row.id}: { method: '${row.method}', path: '${row.path}'${flags.join('')} },\n`
  })
  return `${HEAD}
import type {
${imported.map((name) => `  ${name},\n`).join('')}} from './shapes.generated.ts'

/** The arguments and the result of each operation. */
export interface Operations {
${types.join('')}}

export interface OperationRow {
  readonly method: string
  readonly path: string
  /** Whether the first argument has the parameters of the path and the query. */
  readonly params?: true
  readonly body?: true
  /** Whether a list in the query is one comma-separated value instead of a repeated parameter. */
  readonly commas?: true
  /** Whether the service accepts an Idempotency-Key. */
  readonly idempotencyKey?: true
  /** The type of a successful response if it is not JSON. */
  readonly gives?: 'text' | 'bytes'
}

export const operations: Record<keyof Operations, OperationRow> = {
${table.join('')}}

/** The HTTP status of each code, because the events of a stream have only the code. */
export const statuses: Readonly<Record<number, number>> = {
${Object.values(errorCatalogue)
  .map(({ code, status }) => `  ${code}: ${status},\n`)
  .join('')}}
`
}
