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
}

export type ConvertResult =
  | { readonly ok: true; readonly converted: Converted }
  | { readonly ok: false; readonly reason: string }

/** The same for a model: what it is to be asked about, between what needs no model. */
export type PrepareResult =
  | { readonly ok: true; readonly rest: ConvertedRest; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly reason: string }

export type ConvertedRest = Omit<Converted, 'pairs'>

/** What the thread answers in the end; the pairs, or the parts, come before, some at a time. */
export type ConvertOutcome =
  | { readonly ok: true; readonly rest: ConvertedRest }
  | { readonly ok: false; readonly reason: string }

export interface Converter {
  /** The bytes are handed over: a buffer of the caller's own is empty afterwards. */
  convert(bytes: Uint8Array, input: ConvertInput): Promise<ConvertResult>
  prepare(bytes: Uint8Array, input: ConvertInput): Promise<PrepareResult>
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
  async function run<T>(
    bytes: Uint8Array,
    { agentId, fileName, chunkTokens, splitter, limits, signal }: ConvertInput,
    forModel: boolean,
  ): Promise<{ ok: true; rest: ConvertedRest; list: T[] } | { ok: false; reason: string }> {
    try {
      const own = { ...limits, pages, zipEntries, inflatedBytes }
      const job = { bytes, fileName, chunkTokens, ...(splitter && { splitter }), limits: own, forModel }
      const list: T[] = []
      const outcome = await sandbox.run(job, agentId, (some) => list.push(...(some as T[])), signal)
      return outcome.ok ? { ok: true, rest: outcome.rest, list } : outcome
    } catch (error) {
      if (error instanceof SandboxError) return { ok: false, reason: error.message }
      throw error
    }
  }
  return {
    async convert(bytes, input) {
      const done = await run<ConvertedPair>(bytes, input, false)
      return done.ok ? { ok: true, converted: { ...done.rest, pairs: done.list } } : done
    },
    async prepare(bytes, input) {
      const done = await run<Part>(bytes, input, true)
      return done.ok ? { ok: true, rest: done.rest, parts: done.list } : done
    },
    close: () => sandbox.close(),
  }
}
