/** Turns a document into question-answer pairs, in a thread that a hostile file may take down without harm to the service. */
import { createSandbox, SandboxError, threadsForCores } from '../../platform/sandbox.ts'
import type { Part } from './model/plan-parts.ts'
import type { Converted, ConvertedPair } from './pairs/find-pairs.ts'
import type { ReadLimits } from './read/read-document.ts'

export interface ConvertLimits {
  readonly questionChars: number
  readonly answerChars: number
  readonly pairs: number
}

export interface ConvertInput {
  /** Whose file it is: agents take turns. */
  readonly agentId: string
  readonly fileName: string
  readonly chunkTokens: number
  readonly splitter?: string | undefined
  readonly limits: ConvertLimits
  /** Gives the reading up. */
  readonly signal?: AbortSignal
}

export interface ConvertJob extends Omit<ConvertInput, 'agentId' | 'signal'> {
  readonly bytes: Uint8Array
  readonly limits: ConvertLimits & ReadLimits
  /** Answer parts, some of them for a model, in place of pairs. */
  readonly forModel?: boolean
  /** Answer passages in place of pairs: of a text, or of the rows below so many header rows. */
  readonly passages?: PassageKind
}

export type PassageKind = 'text' | { readonly headerRows: number }

export type PassagesResult =
  | { readonly ok: true; readonly format: string; readonly passages: readonly string[] }
  | { readonly ok: false; readonly reason: string }

export type ConvertResult =
  | { readonly ok: true; readonly converted: Converted }
  | { readonly ok: false; readonly reason: string }

/** The same for a model: what it is to be asked about, between what needs no model. */
export type PrepareResult =
  | { readonly ok: true; readonly rest: ConvertedRest; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly reason: string }

export type ConvertedRest = Omit<Converted, 'pairs'>
/** Of passages there is only this to say. */
export interface PassagesRest {
  readonly format: ConvertedRest['format'] | 'XLSX'
}

/** What the thread answers in the end; the pairs, or the parts, come before, some at a time. */
export type ConvertOutcome<Rest = ConvertedRest | PassagesRest> =
  | { readonly ok: true; readonly rest: Rest }
  | { readonly ok: false; readonly reason: string }

export interface Converter {
  /** The bytes are handed over: a buffer of the caller's own is empty afterwards. */
  convert(bytes: Uint8Array, input: ConvertInput): Promise<ConvertResult>
  prepare(bytes: Uint8Array, input: ConvertInput): Promise<PrepareResult>
  passages(bytes: Uint8Array, input: ConvertInput, kind: PassageKind): Promise<PassagesResult>
  close(): Promise<void>
}

export interface ConverterOptions {
  readonly memoryMb?: number
  readonly timeoutMs?: number
  readonly threads?: number
  readonly pages?: number
  readonly zipEntries?: number
  readonly inflatedBytes?: number
}

export function createConverter(options: ConverterOptions = {}): Converter {
  const { pages = 2000, zipEntries = 5000, inflatedBytes = 100_000_000 } = options
  const sandbox = createSandbox<ConvertJob, ConvertOutcome>({
    module: new URL('./convert-thread.ts', import.meta.url),
    memoryMb: options.memoryMb ?? 512,
    timeoutMs: options.timeoutMs ?? 60_000,
    threads: options.threads ?? threadsForCores(),
  })
  /** Runs one job; what the thread emits on the way is collected. */
  async function run<T, Rest = ConvertedRest>(
    bytes: Uint8Array,
    { agentId, fileName, chunkTokens, splitter, limits, signal }: ConvertInput,
    wanted: Pick<ConvertJob, 'forModel' | 'passages'> = {},
  ): Promise<{ ok: true; rest: Rest; list: T[] } | { ok: false; reason: string }> {
    try {
      const own = { ...limits, pages, zipEntries, inflatedBytes }
      const job = { bytes, fileName, chunkTokens, ...(splitter && { splitter }), limits: own, ...wanted }
      const list: T[] = []
      const outcome = await sandbox.run(job, agentId, (some) => list.push(...(some as T[])), signal)
      return outcome.ok ? { ok: true, rest: outcome.rest as Rest, list } : outcome
    } catch (error) {
      if (error instanceof SandboxError) return { ok: false, reason: error.message }
      throw error
    }
  }
  return {
    async convert(bytes, input) {
      const done = await run<ConvertedPair>(bytes, input)
      return done.ok ? { ok: true, converted: { ...done.rest, pairs: done.list } } : done
    },
    async prepare(bytes, input) {
      const done = await run<Part>(bytes, input, { forModel: true })
      return done.ok ? { ok: true, rest: done.rest, parts: done.list } : done
    },
    async passages(bytes, input, kind) {
      const done = await run<string, PassagesRest>(bytes, input, { passages: kind })
      return done.ok ? { ok: true, format: done.rest.format, passages: done.list } : done
    },
    close: () => sandbox.close(),
  }
}
