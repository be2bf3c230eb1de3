/** Turns a document into question-answer pairs, in a thread that a hostile file may take down without harm to the service. */
import { createSandbox, SandboxError } from '../../platform/sandbox.ts'
import type { Converted, ConvertedPair } from './find-pairs.ts'
import type { ReadLimits } from './read-document.ts'

export interface ConvertLimits {
  readonly questionChars: number
  readonly answerChars: number
  readonly pairs: number
}

export interface ConvertInput {
  readonly fileName: string
  readonly chunkTokens: number
  readonly splitter?: string | undefined
  readonly limits: ConvertLimits
}

export interface ConvertJob extends ConvertInput {
  readonly bytes: Uint8Array
  readonly limits: ConvertLimits & ReadLimits
}

export type ConvertResult =
  | { readonly ok: true; readonly converted: Converted }
  | { readonly ok: false; readonly reason: string }

/** What the thread answers in the end; the pairs come before, in parts. */
export type ConvertOutcome =
  | { readonly ok: true; readonly rest: Omit<Converted, 'pairs'> }
  | { readonly ok: false; readonly reason: string }

export interface Converter {
  /** The bytes are handed over: a buffer of the caller's own is empty afterwards. */
  convert(bytes: Uint8Array, input: ConvertInput): Promise<ConvertResult>
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
    threads: options.threads ?? 1,
  })
  return {
    async convert(bytes, { fileName, chunkTokens, splitter, limits }) {
      try {
        const own = { ...limits, pages, zipEntries, inflatedBytes }
        const job = { bytes, fileName, chunkTokens, ...(splitter && { splitter }), limits: own }
        const pairs: ConvertedPair[] = []
        const outcome = await sandbox.run(job, (part) => pairs.push(...(part as ConvertedPair[])))
        return outcome.ok ? { ok: true, converted: { ...outcome.rest, pairs } } : outcome
      } catch (error) {
        if (error instanceof SandboxError) return { ok: false, reason: error.message }
        throw error
      }
    },
    close: () => sandbox.close(),
  }
}
