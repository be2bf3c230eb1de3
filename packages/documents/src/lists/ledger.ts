/** The account of an import: every row read is stored, a duplicate, or rejected with its reason; the sum is proven. */
import type { ImportRejection } from '@tandem/contract/admin-imports'
import { Unreadable } from '../unreadable.ts'

/** Rejections kept with their reasons; of the rest the number is known. */
export const MOST_REJECTIONS = 1000
const EXCERPT_CHARS = 80

export interface LedgerCounts {
  rows_read: number
  stored: number
  pairs: number
  duplicate: number
  rejected: number
  rejections: ImportRejection[]
}

export function emptyCounts(): LedgerCounts {
  return { rows_read: 0, stored: 0, pairs: 0, duplicate: 0, rejected: 0, rejections: [] }
}

export function reject(
  counts: LedgerCounts,
  row: number,
  reason: string,
  text: string,
  column?: string,
): void {
  counts.rejected++
  if (counts.rejections.length >= MOST_REJECTIONS) return
  counts.rejections.push({
    row,
    ...(column === undefined ? {} : { column }),
    reason,
    excerpt: excerptOf(text),
  })
}

/** Throws when the sum is not right: an import that lost a row fails. */
export function provenSum(counts: LedgerCounts): void {
  const { rows_read, stored, duplicate, rejected } = counts
  if (rows_read === stored + duplicate + rejected) return
  throw new Unreadable(
    `The rows do not add up: ${rows_read} read, but ${stored} stored, ${duplicate} duplicates and ${rejected} rejected. Nothing was stored.`,
  )
}

function excerptOf(text: string): string {
  const line = text.replace(/[\s\0]+/gu, ' ').trim()
  const characters = [...line.slice(0, EXCERPT_CHARS * 2)]
  return characters.length > EXCERPT_CHARS
    ? `${characters.slice(0, EXCERPT_CHARS).join('')}…`
    : characters.join('').toWellFormed()
}
