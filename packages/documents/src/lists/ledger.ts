/** The account of an import: every row read is stored, a duplicate, or rejected with its reason; the sum is proven. */
import type { ImportRejection } from '@tandem/contract/admin-imports'
import { Unreadable } from '../unreadable.ts'
import type { Fault } from './row-pairs.ts'

/** Rejections kept with their reasons; of the rest the number is known. */
const MOST_REJECTIONS = 1000
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

/** A part of a row that is stored is listed and not counted. */
export function reject(counts: LedgerCounts, row: number, fault: Fault, isWholeRow = true): void {
  if (isWholeRow) counts.rejected++
  if (counts.rejections.length >= MOST_REJECTIONS) return
  const { column, reason, text } = fault
  counts.rejections.push({
    row,
    ...(column === undefined ? {} : { column }),
    reason,
    excerpt: excerptOf(text),
  })
}

/** Throws when the sum is not right: an import that lost a row fails. */
export function provenSum({ rows_read, stored, duplicate, rejected }: LedgerCounts): void {
  if (rows_read === stored + duplicate + rejected) return
  throw new Unreadable(
    `The rows do not add up: ${rows_read} read, but ${stored} stored, ${duplicate} duplicates and ${rejected} rejected. Nothing was stored.`,
  )
}

export function excerptOf(text: string): string {
  const line = text.replace(/[\s\0]+/gu, ' ').trim()
  const characters = [...line.slice(0, EXCERPT_CHARS * 2)]
  return characters.length > EXCERPT_CHARS
    ? `${characters.slice(0, EXCERPT_CHARS).join('')}…`
    : characters.join('').toWellFormed()
}
