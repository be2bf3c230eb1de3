/**
 * Finds the first list, object or string in a request that is longer than its schema allows, without reading its content.
 * Zod checks all entries of a list before its length, so it would check millions of entries of a list it refuses anyway.
 */
import { z } from 'zod'
import { defOf, formatPath, optionFor, type Path, unwrapped } from './explain.ts'
import { countInWords } from './fields.ts'
import { grouped } from './grouped.ts'
import { entryLimits, neededOf } from './needed.ts'

/** A line like those of `explainIssues`; undefined if every length is within its limit. */
export function oversizeIn(schema: z.core.$ZodType, value: unknown, path: Path = []): string | undefined {
  if (defOf(schema).type === 'union') {
    const option = optionFor(unwrapped(schema), value)
    return option && oversizeIn(option, value, path)
  }
  const line = (found: string) => `${formatPath(path)}: found ${found}, needed ${neededOf(schema)}`
  if (typeof value === 'string') {
    // A character is one or two UTF-16 units, so a longer string is too long whatever its characters are.
    const maxUnits = 2 * (metaOf(schema).maxLength ?? Number.POSITIVE_INFINITY)
    return value.length > maxUnits ? line(`a string of ${countInWords(value)} characters`) : undefined
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

/** The entries of a list or object that need a check; or its size in words if it has too many entries. */
function entriesOf(schema: z.core.$ZodType, value: object): Entry[] | string {
  const def = defOf(schema)
  if (def.type === 'array' && Array.isArray(value)) {
    if (value.length > (entryLimits(def).max ?? Number.POSITIVE_INFINITY))
      return `a list of ${grouped(value.length)} entries`
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

/** Whether values of the schema can be too long. A list of numbers, for example, need not be searched. */
const hasLengths = (schema: z.core.$ZodType) =>
  ['string', 'array', 'object', 'record', 'union'].includes(defOf(schema).type)

/** The metadata of the schema and of the schema that it wraps. */
function metaOf(schema: z.core.$ZodType): { maxLength?: number; maxProperties?: number } {
  const meta: Record<string, unknown> = {
    ...z.globalRegistry.get(unwrapped(schema)),
    ...z.globalRegistry.get(schema),
  }
  return meta
}
