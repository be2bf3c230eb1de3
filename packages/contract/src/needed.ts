/**
 * What a schema accepts, in words: the "needed …" half of every validation message. A field builder states the words where
 * Zod's own definition says too little; otherwise they are derived from the schema.
 */
import { z } from 'zod'
import { grouped } from './grouped.ts'

const stated = z.registry<{ needed: string }>()

/** States in words what `schema` accepts. Returns the same schema, so that it can wrap a definition. */
export function withNeeded<T extends z.ZodType>(schema: T, needed: string): T {
  stated.add(schema, { needed })
  return schema
}

/** The schema inside a wrapper (optional, nullable, default, transform); undefined if `schema` is not a wrapper. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = (schema as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return def.innerType
    case 'pipe':
      return (def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in
    default:
      return undefined
  }
}

export function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined && max < Number.MAX_SAFE_INTEGER) {
    return min === max ? grouped(min) : `${grouped(min)} to ${grouped(max)}`
  }
  if (max !== undefined && max < Number.MAX_SAFE_INTEGER) return `at most ${grouped(max)}`
  return min !== undefined && min > Number.MIN_SAFE_INTEGER ? `at least ${grouped(min)}` : 'any number'
}

/** What `schema` accepts, in words that follow "needed". */
export function neededOf(schema: z.core.$ZodType): string {
  const own = stated.get(schema)?.needed
  if (own !== undefined) return own
  const { def, bag } = (schema as z.core.$ZodTypes)._zod
  const inner = innerOf(schema)
  if (inner) return def.type === 'nullable' ? `${neededOf(inner)}, or null` : neededOf(inner)
  const { minimum, maximum } = bag as { minimum?: number; maximum?: number }
  switch (def.type) {
    case 'string':
      return 'a string'
    case 'number':
      return bag.format === 'safeint' ? `a whole number, ${range(minimum, maximum)}` : `a number`
    case 'boolean':
      return 'true or false'
    case 'enum':
      return `one of ${Object.values(def.entries).join(', ')}`
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'array':
      return minimum === undefined && maximum === undefined
        ? 'a list'
        : `a list of ${range(minimum, maximum)} entries`
    case 'object':
    case 'record':
      return 'an object'
    default:
      return 'a value of the documented shape'
  }
}
