/** Reads files of pairs, in a process that a hostile file may end without harm to the service. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { PairLimits } from '@tandem/documents/collect-pairs'
import type { ReadFileResult } from '@tandem/documents/reading'
import { SandboxError } from '../../platform/sandbox-child.ts'
import type { UpdateFile } from '../choose-reading.ts'
import { createFileSandbox } from '../file-sandbox.ts'
import type { Pair } from '../pair-store.ts'

/** The pairs were handed on before; a file with a reason has failed, whatever of it was handed on. */
export type ReadFileOutcome = { ledger: ImportLedger } | { reason: string }

export interface PairFile {
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
  /** Whether the file of an update is a list of pairs; if not, it is a document to be converted. */
  isPairList(file: PairFile, about: Omit<UpdateFile, 'fileName'>): Promise<boolean | { reason: string }>
  close(): Promise<void>
}

export function createImporter(limits: PairLimits, sandbox = createFileSandbox()): Importer {
  return {
    async read({ bytes, fileName, agentId, headerRows, splitter, signal }, take) {
      let taken = 0
      const takePart = async (part: unknown) => {
        const pairs = part as Pair[]
        await take(pairs)
        taken += pairs.length
      }
      try {
        const job = { kind: 'import' as const, fileName, headerRows, splitter, limits }
        const result = (await sandbox.run(job, bytes, agentId, takePart, signal)) as ReadFileResult
        if ('reason' in result) return { reason: result.reason }
        const { ledger } = result
        return taken === ledger.pairs
          ? { ledger }
          : { reason: `Of ${ledger.pairs} pairs read, ${taken} arrived. Nothing was stored; try again.` }
      } catch (error) {
        return reasonOf(error)
      }
    },
    async isPairList({ bytes, fileName, agentId, signal }, about) {
      try {
        const job = { kind: 'choose' as const, fileName, ...about }
        return (await sandbox.run(job, bytes, agentId, undefined, signal)) as boolean
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () => sandbox.close(),
  }
}

function reasonOf(error: unknown): { reason: string } {
  if (error instanceof SandboxError) return { reason: error.message }
  throw error
}
