/**
 * Lengths before contents: finds the first list, object or string in a request that is longer than its schema allows, without
 * looking into it. Zod checks every entry of a list before its length, so a list of millions would be read for nothing.
 */
import { z } from 'zod'
import { defOf, formatPath, optionFor, type Path, unwrapped } from './explain.ts'
import { countInWords } from './fields.ts'
import { grouped } from './grouped.ts'
import { neededOf } from './needed.ts'

/** A line in the manner of `explainIssues`, or undefined when every length is fine. */
export function oversizeIn(schema: z.core.$ZodType, value: unknown, path: Path = []): string | undefined {
  const meant = defOf(schema).type === 'union' ? optionFor(unwrapped(schema), value) : schema
  if (!meant) return undefined
  if (meant !== schema) return oversizeIn(meant, value, path)
  const line = (found: string) => `${formatPath(path)}: found ${found}, needed ${neededOf(schema)}`
  if (typeof value === 'string') {
    // A character takes one or two units of a string, so this many are too many whatever they are.
    const most = 2 * (metaOf(schema).maxLength ?? Number.POSITIVE_INFINITY)
    return value.length > most ? line(`a string of ${countInWords(value)} characters`) : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const entries = entriesOf(schema, value)
  if (typeof entries === 'string') return line(entries)
  for (const [name, inner, entry] of entries) {
    const found = oversizeIn(inner, entry, [...path, name])
    if (found) return found
  }
  return undefined
}

type Entry = [name: PropertyKey, schema: z.core.$ZodType, value: unknown]

/** What stands in a list or object, or in words that it is too much. */
function entriesOf(schema: z.core.$ZodType, value: object): Entry[] | string {
  const def = defOf(schema)
  if (def.type === 'array' && Array.isArray(value)) {
    if (value.length > mostEntries(def)) return `a list of ${grouped(value.length)} entries`
    return hasLengths(def.element) ? value.map((entry, i) => [i, def.element, entry]) : []
  }
  if (def.type === 'object' && !Array.isArray(value)) {
    const given = value as Record<string, unknown>
    return Object.entries(def.shape).map(([name, inner]) => [name, inner, given[name]])
  }
  if (def.type === 'record' && !Array.isArray(value)) {
    const names = Object.keys(value)
    const most = metaOf(schema).maxProperties ?? Number.POSITIVE_INFINITY
    if (names.length > most) return `an object of ${grouped(names.length)} names`
    const given = value as Record<string, unknown>
    return hasLengths(def.valueType) ? names.map((name) => [name, def.valueType, given[name]]) : []
  }
  return []
}

function mostEntries({ checks = [] }: z.core.$ZodArrayDef): number {
  const limits = checks.map((check) => check._zod.def as { check: string; maximum?: number })
  return limits.find(({ check }) => check === 'max_length')?.maximum ?? Number.POSITIVE_INFINITY
}

/** A list of numbers or of anything need not be walked. */
const hasLengths = (schema: z.core.$ZodType) =>
  ['string', 'array', 'object', 'record', 'union'].includes(defOf(schema).type)

/** Stated on the field itself or on what it wraps. */
function metaOf(schema: z.core.$ZodType): { maxLength?: number; maxProperties?: number } {
  const meta: Record<string, unknown> = {
    ...z.globalRegistry.get(unwrapped(schema)),
    ...z.globalRegistry.get(schema),
  }
  return meta
}
