/** Checks a body or query against its contract shape; a mismatch becomes a 40000 that names each field. */
import { explainIssues } from '@tandem/contract/explain'
import { oversizeIn } from '@tandem/contract/oversize'
import type { z } from 'zod'
import { Fault } from '../fault.ts'

/** A caller mends one or two things at a time; the rest is counted. */
const LINES_SHOWN = 5

export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const tooLong = oversizeIn(schema, value)
  if (tooLong) throw refusal([tooLong])
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusal(explainIssues(schema, value, result.error))
}

export function refusal(lines: readonly string[]): Fault {
  const more = lines.length - LINES_SHOWN
  const shown = lines.slice(0, LINES_SHOWN).join('; ')
  return new Fault('parameterError', more > 0 ? `${shown}; and ${more} more` : shown)
}
