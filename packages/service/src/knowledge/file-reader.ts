/**
 * Reads files as a list of pairs, as a document that becomes pairs, or as passages, in processes that a hostile file may crash
 * without harm to the service. Imports, conversions and the files of messages share them. A file that cannot be read has a
 * reason, a sentence for a person.
 */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { Converted } from '@tandem/documents/find-pairs'
import type { FileOfUpdate } from '@tandem/documents/is-pair-list'
import type { PairListInput, RowProgress } from '@tandem/documents/read-pair-list'
import type { ReadPair } from '@tandem/documents/row-pairs'
import { createSandbox, type SandboxOptions } from '../platform/sandbox.ts'
import { SandboxError } from '../platform/sandbox-child.ts'
import type { ConvertedRest, ConvertJob, ConvertLimits } from './convert/convert-job.ts'
import type { Part } from './convert/model/plan-parts.ts'
import type { Pair } from './pair-store.ts'
import type { PassageKind, PassagesJob, PassagesRest } from './texts/passages-job.ts'

export type ImportJob = Omit<PairListInput, 'bytes'>

/** Some pairs, and the progress of the reading. */
export interface ImportPart {
  readonly pairs: readonly ReadPair[]
  readonly rows: RowProgress
}

/** The work of the file process. */
export type FileJob =
  | ({ readonly kind: 'import' } & ImportJob)
  | ({ readonly kind: 'convert' } & ConvertJob)
  | ({ readonly kind: 'passages' } & PassagesJob)
  | ({ readonly kind: 'isPairList' } & FileOfUpdate)

export interface FileToRead {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** The owner of the file: agents take turns. */
  readonly agentId: string
  readonly splitter?: string | undefined
  /** Aborts the reading. */
  readonly signal?: AbortSignal
}

/** The outcome of the rows of a list. */
export interface ImportReport {
  readonly ledger: ImportLedger
  /** The rejected rows, to be corrected and imported again, each with its number and the reason. Null without any. */
  readonly rejectedCsv: string | null
}

export interface ReadFailure {
  readonly reason: string
}

type DocumentToRead = FileToRead & { readonly chunkTokens: number }

export type FileReader = ReturnType<typeof createFileReader>

export interface FileReaderOptions extends Partial<Omit<SandboxOptions, 'module'>> {
  readonly limits: ConvertLimits
  readonly pages?: number
  readonly inflatedBytes?: number
}

export function createFileReader(options: FileReaderOptions) {
  const { limits, pages = 2000, inflatedBytes = 100_000_000, ...sandboxOptions } = options
  const module = new URL('./file-process.ts', import.meta.url)
  const sandbox = createSandbox<FileJob, unknown>({ timeoutMs: 60_000, ...sandboxOptions, module })
  const documentLimits = { ...limits, pages, zipEntries: 5000, inflatedBytes }

  async function run<Result>(
    job: FileJob,
    { bytes, agentId, signal }: FileToRead,
    take?: (part: unknown) => unknown,
  ): Promise<Result | ReadFailure> {
    try {
      return (await sandbox.run(job, bytes, agentId, take, signal)) as Result
    } catch (error) {
      if (error instanceof SandboxError) return { reason: error.message }
      throw error
    }
  }

  async function collect<Item, Rest extends object>(job: FileJob, file: FileToRead) {
    const list: Item[] = []
    const rest = await run<Rest>(job, file, (some) => list.push(...(some as Item[])))
    return 'reason' in rest ? rest : { list, rest }
  }

  const documentJob = ({ fileName, chunkTokens, splitter }: DocumentToRead) => ({
    fileName,
    chunkTokens,
    splitter,
    limits: documentLimits,
  })

  return {
    /**
     * Passes the pairs of a list to `take` in order, some hundreds at a time, and reads on when `take` has ended. A result with
     * a reason means that the file failed, even if pairs were taken before; it may have a report all the same.
     */
    async pairs(
      file: FileToRead & { readonly headerRows?: number | undefined },
      take: (pairs: readonly Pair[], rows: RowProgress) => Promise<void> | void,
    ): Promise<ImportReport | (ReadFailure & Partial<ImportReport>)> {
      const { headerRows, splitter } = file
      let taken = 0
      const result = await run<ImportReport | (ReadFailure & Partial<ImportReport>)>(
        { kind: 'import', headerRows, splitter, limits },
        file,
        async (part) => {
          const { pairs, rows } = part as ImportPart
          await take(pairs, rows)
          taken += pairs.length
        },
      )
      if ('reason' in result) return result
      const { ledger } = result
      if (taken === ledger.pairs) return result
      return { reason: `Of ${ledger.pairs} pairs read, ${taken} arrived. Nothing was stored; try again.` }
    },
    /** Whether the file of an update is a list of pairs; if not, it is a document to be converted. */
    isPairList: (file: FileToRead, about: Omit<FileOfUpdate, 'fileName'>) =>
      run<boolean>({ kind: 'isPairList', fileName: file.fileName, ...about }, file),
    /** The pairs of a document, and its parts in order. With `forModel`, parts that a model is asked about have their text. */
    async convert(file: DocumentToRead, forModel = false) {
      const job = { kind: 'convert' as const, ...documentJob(file), forModel }
      const read = await collect<Part, ConvertedRest>(job, file)
      if ('reason' in read) return read
      const { rest, list: parts } = read
      const converted: Converted = { ...rest, pairs: parts.flatMap((part) => part.pairs) }
      return { converted, parts }
    },
    async passages(file: DocumentToRead, of: PassageKind) {
      const read = await collect<string, PassagesRest>({ kind: 'passages', ...documentJob(file), of }, file)
      return 'reason' in read ? read : { format: read.rest.format, passages: read.list }
    },
    close: () => sandbox.close(),
  }
}
