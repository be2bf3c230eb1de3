/** Checks a long list of pairs in slices, so that 50,000 of them do not hold up the requests beside them. */
import { explainIssues } from '@tandem/contract/explain'
import type { z } from 'zod'
import { refusal } from '../platform/http/parse.ts'

const SLICE = 1000
const PROBLEMS_LISTED = 5

export async function checkPairs<T extends z.ZodType>(
  schema: T,
  field: string,
  items: readonly unknown[],
): Promise<z.output<T>[]> {
  const checked: z.output<T>[] = []
  const problems: string[] = []
  for (let i = 0; i < items.length; i++) {
    if (i > 0 && i % SLICE === 0) await new Promise((resolve) => setImmediate(resolve))
    const result = schema.safeParse(items[i])
    if (result.success) checked.push(result.data)
    else problems.push(...explainIssues(schema, items[i], result.error, [field, i]))
    if (problems.length > PROBLEMS_LISTED) break
  }
  if (problems.length > 0) throw refusal(problems)
  return checked
}
