/** Reads a file in the test's own thread and answers the pairs beside the ledger or the reason. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { type PairListInput, readPairList } from '@tandem/documents/read-pair-list'
import type { RejectedRows } from '@tandem/documents/rejected-rows'
import type { ReadPair } from '@tandem/documents/row-pairs'

export const LIMITS = { questionChars: 2000, answerChars: 20_000, pairs: 200_000 }

export interface Read {
  readonly pairs: readonly ReadPair[]
  /** As lists of two, which compare at a glance. */
  readonly list: readonly (readonly [string, string])[]
  readonly reason: string | undefined
  readonly ledger: ImportLedger | undefined
  readonly rejected: RejectedRows | undefined
}

export async function readHere(
  content: string | Uint8Array,
  options: Partial<Omit<PairListInput, 'bytes'>> = {},
): Promise<Read> {
  const pairs: ReadPair[] = []
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const input = {
    headerRows: undefined,
    splitter: undefined,
    limits: LIMITS,
    ...options,
    bytes,
  }
  const result = await readPairList(input, async (part) => {
    pairs.push(...part)
  })
  return {
    pairs,
    list: pairs.map(({ question, answer }) => [question, answer]),
    reason: 'reason' in result ? result.reason : undefined,
    ledger: result.ledger,
    rejected: result.rejected,
  }
}
