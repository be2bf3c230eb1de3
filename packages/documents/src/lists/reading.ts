/** What the readers of files of pairs take and answer. Pairs are handed on as they come; this is what is left to say at the end. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { PairLimits } from './collect-pairs.ts'

export interface ReadFileInput {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly headerRows: number | undefined
  readonly splitter: string | undefined
  readonly limits: PairLimits
}

export type ReadFileResult = { ledger: ImportLedger } | { reason: string; ledger?: ImportLedger }
