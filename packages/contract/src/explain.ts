/**
 * Turns Zod issues into lines a caller can act on: `qaList[3].question: found 17 (a number), needed a string of …`.
 * What was found comes from the value as it was sent, what is needed from the schema.
 */
import type { z } from 'zod'
import type { RuleParams } from './fields.ts'
import { grouped, innerOf, neededOf } from './needed.ts'

/** More lines than this help nobody; the rest is counted. */
export const maxExplainedIssues = 20
const maxFoundChars = 80
const secretNames = new Set(['secret', 'api_key', 'file_base64', 'password', 'authorization'])

type Path = readonly PropertyKey[]

export function formatPath(path: Path): string {
  let out = ''
  for (const part of path) {
    if (typeof part === 'number') out += `[${part}]`
    else out += out === '' ? String(part) : `.${String(part)}`
  }
  return out === '' ? 'body' : out
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema)
  return inner ? unwrapped(inner) : schema
}

function schemaAt(root: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = root
  for (const part of path) {
    schema = schema && unwrapped(schema)
    const def: z.core.$ZodTypes['_zod']['def'] | undefined = (schema as z.core.$ZodTypes | undefined)?._zod
      .def
    if (def?.type === 'object') schema = def.shape[String(part)]
    else if (def?.type === 'array') schema = def.element
    else return undefined
  }
  return schema
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

function shortened(value: string): string {
  // Cut before quoting, so that a huge value costs nothing.
  const quoted = JSON.stringify(value.slice(0, maxFoundChars))
  return value.length > maxFoundChars ? `${quoted.slice(0, -1)}…"` : quoted
}

/** What was sent, in words. Lists and objects are only counted or named: they may hold secrets. */
export function foundOf(value: unknown, name?: PropertyKey): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') {
    const hidden = typeof name === 'string' && secretNames.has(name.toLowerCase())
    return hidden ? `a string of ${grouped(value.length)} characters` : shortened(value)
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty list'
    return value.length === 1 ? 'a list of 1 entry' : `a list of ${grouped(value.length)} entries`
  }
  if (typeof value === 'object') return 'an object'
  const hidden = typeof name === 'string' && secretNames.has(name.toLowerCase())
  return hidden ? `a ${typeof value}` : `${String(value)} (a ${typeof value})`
}

/**
 * One line for each issue, in the order found. `prefix` says where `value` sits in the request when it is only a part of
 * it: `['qaList', 3]` for a pair that was checked by itself.
 */
export function explainIssues(
  schema: z.core.$ZodType,
  value: unknown,
  error: z.core.$ZodError,
  prefix: Path = [],
): string[] {
  const lines = error.issues.slice(0, maxExplainedIssues).map((issue) => {
    const params: RuleParams = issue.code === 'custom' ? (issue.params ?? {}) : {}
    const at = schemaAt(schema, issue.path)
    const path = [...prefix, ...issue.path]
    const found = params.found ?? foundOf(valueAt(value, issue.path), path.at(-1))
    const needed = params.needed ?? (at ? neededOf(at) : 'a value of the documented shape')
    return `${formatPath(path)}: found ${found}, needed ${needed}`
  })
  const more = error.issues.length - lines.length
  if (more > 0) lines.push(`and ${grouped(more)} more`)
  return lines
}
