/** Reads files of pairs in threads of their own; what a hostile file does there, it does to itself. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import { createSandbox, SandboxError, threadsForCores } from '../../platform/sandbox.ts'
import type { PairList } from '../write-revision.ts'
import type { PairLimits } from './collect-pairs.ts'
import { type PackedSlice, packedList } from './packed-pairs.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

export type ImportedFile = { pairs: PairList; ledger: ImportLedger } | { reason: string }

export interface Importer {
  /** Takes the bytes over: they are gone afterwards. */
  read(
    bytes: Uint8Array,
    fileName: string,
    options: { agentId: string; headerRows: number | undefined; splitter: string | undefined },
  ): Promise<ImportedFile>
  close(): Promise<void>
}

const MEMORY_MB = 512

export function createImporter(limits: PairLimits, timeoutMs = 60_000): Importer {
  const sandbox = createSandbox<ReadFileInput, ReadFileResult>({
    module: new URL('./import-thread.ts', import.meta.url),
    memoryMb: MEMORY_MB,
    timeoutMs,
    threads: threadsForCores(),
  })
  return {
    async read(bytes, fileName, { agentId, headerRows, splitter }) {
      const slices: PackedSlice[] = []
      try {
        const result = await sandbox.run(
          { bytes, fileName, headerRows, splitter, limits },
          agentId,
          (part) => {
            slices.push(part as PackedSlice)
          },
        )
        if ('reason' in result) return { reason: result.reason }
        const { ledger } = result
        const pairs = packedList(slices)
        if (pairs.length !== ledger.pairs) {
          return {
            reason: `Of ${ledger.pairs} pairs read, ${pairs.length} arrived. Nothing was stored; try again.`,
          }
        }
        return { pairs, ledger }
      } catch (error) {
        if (error instanceof SandboxError) return { reason: error.message }
        throw error
      }
    },
    close: () => sandbox.close(),
  }
}
