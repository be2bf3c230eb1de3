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
  // Zod limits every whole number to those that JavaScript can represent.
  const least = min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : undefined
  const most = max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : undefined
  if (least === undefined) return most === undefined ? 'any number' : `at most ${grouped(most)}`
  if (most === undefined) return `at least ${grouped(least)}`
  return least === most ? grouped(least) : `${grouped(least)} to ${grouped(most)}`
}

interface Limits {
  readonly min?: number | null | undefined
  readonly max?: number | null | undefined
}

function withLimits(what: string, { min, max }: Limits, of: string): string {
  if ((min ?? max ?? undefined) === undefined) return what
  return `${what} of ${range(min ?? undefined, max ?? undefined)} ${of}`
}

/** The least and the greatest number of entries of a list. */
export function entryLimits({ checks = [] }: z.core.$ZodArrayDef): Limits {
  const limits = checks.map((check) => check._zod.def as { minimum?: number; maximum?: number })
  return {
    min: limits.find(({ minimum }) => minimum !== undefined)?.minimum,
    max: limits.find(({ maximum }) => maximum !== undefined)?.maximum,
  }
}

/** What `schema` accepts, in words that follow "needed". */
export function neededOf(schema: z.core.$ZodType): string {
  const own = stated.get(schema)?.needed
  if (own !== undefined) return own
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = innerOf(schema)
  if (inner) return def.type === 'nullable' ? `${neededOf(inner)}, or null` : neededOf(inner)
  switch (def.type) {
    case 'string': {
      const { minLength, maxLength } = schema as z.ZodString
      return withLimits('a string', { min: minLength, max: maxLength }, 'characters')
    }
    case 'number': {
      const { isInt, minValue, maxValue } = schema as z.ZodNumber
      return isInt ? `a whole number, ${range(minValue ?? undefined, maxValue ?? undefined)}` : 'a number'
    }
    case 'boolean':
      return 'true or false'
    case 'enum':
      return `one of ${Object.values(def.entries).join(', ')}`
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'array':
      return withLimits('a list', entryLimits(def), 'entries')
    case 'object':
    case 'record':
      return 'an object'
    default:
      return 'a value of the documented shape'
  }
}
