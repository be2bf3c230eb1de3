/**
 * Reads files in a process that a hostile file may end without harm to the service: as a list of pairs, as a document that
 * becomes pairs, or as passages. Imports, conversions and the files of messages share its processes. A file that cannot be read
 * has a reason, a sentence for a person.
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

/** Some pairs, and how far the reading has come with them. */
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
  /** Whose file it is: agents take turns. */
  readonly agentId: string
  readonly splitter?: string | undefined
  /** Gives the reading up. */
  readonly signal?: AbortSignal
}

/** The outcome of the rows of a list. */
export interface Account {
  readonly ledger: ImportLedger
  /** The rejected rows to mend and import again: each as it was found, with its number and the reason. Null without any. */
  readonly rejectedCsv: string | null
}

export interface Unread {
  readonly reason: string
}

type DocumentToRead = FileToRead & { readonly chunkTokens: number }

export type FileReader = ReturnType<typeof createFileReader>

export interface FileReaderOptions extends Partial<Omit<SandboxOptions, 'module'>> {
  readonly limits: ConvertLimits
  readonly pages?: number
  readonly zipEntries?: number
  readonly inflatedBytes?: number
}

export function createFileReader(options: FileReaderOptions) {
  const { limits, pages = 2000, zipEntries = 5000, inflatedBytes = 100_000_000, ...sandboxOptions } = options
  const module = new URL('./file-process.ts', import.meta.url)
  const sandbox = createSandbox<FileJob, unknown>({ timeoutMs: 60_000, ...sandboxOptions, module })
  const documentLimits = { ...limits, pages, zipEntries, inflatedBytes }

  async function run<Result>(
    job: FileJob,
    { bytes, agentId, signal }: FileToRead,
    take?: (part: unknown) => unknown,
  ): Promise<Result | Unread> {
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
     * Hands the pairs of a list to `take` in order, some hundreds at a time; the file is read on only as they are taken. When the
     * result is a reason, the file has failed, even if pairs of it were taken; there may be an account of it all the same.
     */
    async pairs(
      file: FileToRead & { readonly headerRows?: number | undefined },
      take: (pairs: readonly Pair[], rows: RowProgress) => Promise<void> | void,
    ): Promise<Account | (Unread & Partial<Account>)> {
      const { headerRows, splitter } = file
      let taken = 0
      const result = await run<Account | (Unread & Partial<Account>)>(
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
    /** The pairs of a document, and its parts in order. `forModel`: those that a model is to be asked about have their text. */
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
