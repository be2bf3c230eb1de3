/** The rejected rows of a file as a CSV to mend and import again: each as it was found, with its number and the reason before it. */
import type { RejectedRows } from '@tandem/documents/rejected-rows'
import { csvText } from '../../platform/http/stream-rows.ts'

/** Null when none was rejected. */
export function rejectedCsv({ names, rows }: RejectedRows): string | null {
  if (rows.length === 0) return null
  return csvText([
    ['row', 'reason', ...names],
    ...rows.map(({ row, reason, cells }) => [row, reason, ...cells]),
  ])
}
