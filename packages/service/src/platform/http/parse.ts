/** Checks a body or query against its contract shape; a mismatch becomes a 40000 that names each field. */
import { explainIssues } from '@tandem/contract/explain'
import { oversizeIn } from '@tandem/contract/oversize'
import type { z } from 'zod'
import { Fault } from '../fault.ts'
import { startSlices } from '../time-slices.ts'

/** A caller corrects one or two problems at a time; further ones are only counted. */
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

/** Parses each item of a long list, in slices of time, so that 50,000 items do not hold up other requests. */
export async function parseEach<T extends z.ZodType>(
  schema: T,
  field: string,
  items: readonly unknown[],
): Promise<z.output<T>[]> {
  const checked: z.output<T>[] = []
  const problems: string[] = []
  const slices = startSlices()
  for (let i = 0; i < items.length; i++) {
    if (slices.over()) await slices.pause()
    const result = schema.safeParse(items[i])
    if (result.success) checked.push(result.data)
    else problems.push(...explainIssues(schema, items[i], result.error, [field, i]))
    if (problems.length > LINES_SHOWN) break
  }
  if (problems.length > 0) throw refusal(problems)
  return checked
}
