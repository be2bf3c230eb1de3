/** Reads files of pairs in threads of their own; what a hostile file does there, it does to itself. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { createSandbox, SandboxError, threadsForCores } from '../../platform/sandbox.ts'
import type { Pair } from '../pair-store.ts'
import type { PairLimits } from './collect-pairs.ts'
import { type PackedSlice, unpackPairs } from './packed-pairs.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

/** The pairs were handed on before; a file with a reason has failed, whatever of it was handed on. */
export type ReadFileOutcome = { ledger: ImportLedger } | { reason: string }

export interface PairFile {
  /** Are taken over: they are gone afterwards. */
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly agentId: string
  readonly headerRows?: number | undefined
  readonly splitter?: string | undefined
  /** Gives the reading up. */
  readonly signal?: AbortSignal
}

export interface Importer {
  /** Hands the pairs to `take` in order, some hundreds at a time; the file is read on only as they are taken. */
  read(file: PairFile, take: (pairs: readonly Pair[]) => Promise<void> | void): Promise<ReadFileOutcome>
  close(): Promise<void>
}

const MEMORY_MB = 512
/** Rows come and go: with more room they are only let go later, with less they are moved about before. */
const YOUNG_MB = 24

export function createImporter(limits: PairLimits, timeoutMs = 60_000): Importer {
  const sandbox = createSandbox<ReadFileInput, ReadFileResult>({
    module: new URL('./import-thread.ts', import.meta.url),
    memoryMb: MEMORY_MB,
    youngMb: YOUNG_MB,
    timeoutMs,
    threads: threadsForCores(),
  })
  return {
    async read({ bytes, fileName, agentId, headerRows, splitter, signal }, take) {
      let taken = 0
      try {
        const result = await sandbox.run(
          { bytes, fileName, headerRows, splitter, limits },
          agentId,
          async (part) => {
            const pairs = unpackPairs(part as PackedSlice)
            await take(pairs)
            taken += pairs.length
          },
          signal,
        )
        if ('reason' in result) return { reason: result.reason }
        const { ledger } = result
        return taken === ledger.pairs
          ? { ledger }
          : { reason: `Of ${ledger.pairs} pairs read, ${taken} arrived. Nothing was stored; try again.` }
      } catch (error) {
        if (error instanceof SandboxError) return { reason: error.message }
        throw error
      }
    },
    close: () => sandbox.close(),
  }
}
