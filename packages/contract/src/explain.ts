/**
 * Turns Zod issues into lines that a caller can act on: `qaList[3].question: found 17 (a number), needed a string of …`.
 * The "found" half comes from the value in the request, the "needed" half from the schema.
 */
import type { z } from 'zod'
import { countInWords, type RuleParams } from './fields.ts'
import { grouped } from './grouped.ts'
import { innerOf, neededOf } from './needed.ts'

/** Further issues are only counted. */
export const maxExplainedIssues = 20
const maxFoundChars = 80
const secretNames = new Set([
  'secret',
  'api_key',
  'file_base64',
  'base64_content',
  'password',
  'current_password',
  'code',
  'authorization',
])

export type Path = readonly PropertyKey[]

export function formatPath(path: Path): string {
  let out = ''
  for (const part of path) {
    if (typeof part === 'number') out += `[${part}]`
    else out += out === '' ? String(part) : `.${String(part)}`
  }
  return out === '' ? 'body' : out
}

export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema)
  return inner ? unwrapped(inner) : schema
}

export const defOf = (schema: z.core.$ZodType) => (unwrapped(schema) as z.core.$ZodTypes)._zod.def

function schemaAt(root: z.core.$ZodType, path: Path, value: unknown): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = root
  for (const [depth, part] of path.entries()) {
    let def: ReturnType<typeof defOf> | undefined = schema && defOf(schema)
    while (schema && def?.type === 'union') {
      // A value that matches no option is compared with the first one, because all options have the discriminator.
      const option: z.core.$ZodType | undefined =
        optionFor(schema, valueAt(value, path.slice(0, depth))) ?? def.options[0]
      schema = option
      def = option && defOf(option)
    }
    if (def?.type === 'object') schema = def.shape[String(part)]
    else if (def?.type === 'array') schema = def.element
    else if (def?.type === 'record') schema = def.valueType
    else return undefined
  }
  return schema
}

/** The option of a union that matches `value` by its discriminator, or else by its type. */
export function optionFor(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const def = defOf(schema)
  if (def.type !== 'union') return undefined
  const { discriminator } = def as { discriminator?: string }
  if (discriminator !== undefined) {
    const tag = valueAt(value, [discriminator])
    const hasTag = (option: z.core.$ZodType) => {
      const own = defOf(option)
      const literal = own.type === 'object' ? own.shape[discriminator] : undefined
      const values = literal && defOf(literal)
      return values?.type === 'literal' && values.values.includes(tag as string)
    }
    return def.options.find(hasTag)
  }
  const kind = Array.isArray(value) ? 'array' : typeof value
  const hasKind = (type: string) => type === kind || (kind === 'object' && type === 'union')
  return def.options.find((option) => hasKind(defOf(option).type))
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

/** The path of the value as it was sent. A list in a query string is one text, so an issue of an entry is reported for the text. */
function sentPath(root: unknown, path: Path): Path {
  const at = path.findIndex((_, depth) => typeof valueAt(root, path.slice(0, depth)) === 'string')
  return at === -1 ? path : path.slice(0, at)
}

/** Replaces an issue of a union (no option accepts the value) by the issues of the option that the value matches. */
function flatten(
  root: z.core.$ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
    const union = schemaAt(root, issue.path, value)
    const option = union && optionFor(union, valueAt(value, issue.path))
    const def = union && defOf(union)
    if (!option || def?.type !== 'union') return [issue]
    const found = issue.errors[def.options.indexOf(option as never)] ?? []
    const placed = found.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    return flatten(root, value, placed as z.core.$ZodIssue[])
  })
}

function shortened(value: string): string {
  // The value is cut before it is quoted, so that a huge value costs nothing.
  const quoted = JSON.stringify(value.slice(0, maxFoundChars))
  return value.length > maxFoundChars ? `${quoted.slice(0, -1)}…"` : quoted
}

/** Describes a value of the request. The contents of lists and objects are left out, because they may be secret. */
export function foundOf(value: unknown, name?: PropertyKey): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') {
    const hidden = typeof name === 'string' && secretNames.has(name.toLowerCase())
    return hidden ? `a string of ${countInWords(value)} characters` : shortened(value)
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty list'
    return value.length === 1 ? 'a list of 1 entry' : `a list of ${grouped(value.length)} entries`
  }
  if (typeof value === 'object') return 'an object'
  const hidden = typeof name === 'string' && secretNames.has(name.toLowerCase())
  return hidden ? `a ${typeof value}` : `${String(value)} (a ${typeof value})`
}

/** The line for an invalid name of a field, as opposed to an invalid value. */
function nameLine(schema: z.core.$ZodType, value: unknown, path: Path, prefix: Path): string {
  const parent = path.slice(0, -1)
  const record = schemaAt(schema, parent, value)
  const def = record && defOf(record)
  const needed = def?.type === 'record' ? neededOf(def.keyType) : 'another name'
  return `${formatPath([...prefix, ...parent])}: found the name ${shortened(String(path.at(-1)))}, needed ${needed}`
}

/**
 * Returns one line for each issue, in the order of the issues. If `value` is only a part of the request, `prefix` is its path:
 * `['qaList', 3]` for a pair that was checked alone.
 */
export function explainIssues(
  schema: z.core.$ZodType,
  value: unknown,
  error: z.core.$ZodError,
  prefix: Path = [],
): string[] {
  const issues = flatten(schema, value, error.issues)
  const lines = issues.slice(0, maxExplainedIssues).map((issue) => {
    if (issue.code === 'invalid_key') return nameLine(schema, value, issue.path, prefix)
    const params: RuleParams = issue.code === 'custom' ? (issue.params ?? {}) : {}
    const place = sentPath(value, issue.path)
    const at = schemaAt(schema, place, value)
    const path = [...prefix, ...place]
    const found = params.found ?? foundOf(valueAt(value, place), path.at(-1))
    const needed = params.needed ?? (at ? neededOf(at) : 'a value of the documented shape')
    return `${formatPath(path)}: found ${found}, needed ${needed}`
  })
  const more = issues.length - lines.length
  if (more > 0) lines.push(`and ${grouped(more)} more`)
  return lines
}
