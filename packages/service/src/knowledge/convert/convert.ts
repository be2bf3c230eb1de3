/** Turns a document into question-answer pairs or passages, in a process that a hostile file may end without harm to the service. */

import type { Converted, ConvertedPair } from '@tandem/documents/find-pairs'
import { SandboxError } from '../../platform/sandbox-child.ts'
import { createFileSandbox, type FileJob, type FileSandbox } from '../file-sandbox.ts'
import type { PassageKind, PassagesRest } from '../texts/passages-job.ts'
import type { ConvertedRest, ConvertLimits } from './convert-job.ts'
import type { Part } from './model/plan-parts.ts'

export type { ConvertedRest, ConvertLimits }

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

export type ConvertResult =
  | { readonly ok: true; readonly converted: Converted }
  | { readonly ok: false; readonly reason: string }

/** The same for a model: what it is to be asked about, between what needs no model. */
export type PrepareResult =
  | { readonly ok: true; readonly rest: ConvertedRest; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly reason: string }

export type PassagesResult =
  | { readonly ok: true; readonly format: string; readonly passages: readonly string[] }
  | { readonly ok: false; readonly reason: string }

export interface Converter {
  convert(bytes: Uint8Array, input: ConvertInput): Promise<ConvertResult>
  prepare(bytes: Uint8Array, input: ConvertInput): Promise<PrepareResult>
  passages(bytes: Uint8Array, input: ConvertInput, of: PassageKind): Promise<PassagesResult>
  close(): Promise<void>
}

export interface ConverterOptions {
  /** One of its own, unless told. */
  readonly sandbox?: FileSandbox
  readonly pages?: number
  readonly zipEntries?: number
  readonly inflatedBytes?: number
}

export function createConverter(options: ConverterOptions = {}): Converter {
  const { pages = 2000, zipEntries = 5000, inflatedBytes = 100_000_000 } = options
  const sandbox = options.sandbox ?? createFileSandbox()
  /** Runs one job and collects what comes of it on the way. */
  async function run<T, Rest>(
    job: FileJob,
    bytes: Uint8Array,
    { agentId, signal }: ConvertInput,
  ): Promise<{ ok: true; rest: Rest; list: T[] } | { ok: false; reason: string }> {
    try {
      const list: T[] = []
      const take = (some: unknown) => list.push(...(some as T[]))
      const rest = (await sandbox.run(job, bytes, agentId, take, signal)) as Rest
      return { ok: true, rest, list }
    } catch (error) {
      if (error instanceof SandboxError) return { ok: false, reason: error.message }
      throw error
    }
  }
  const jobOf = ({ fileName, chunkTokens, splitter, limits }: ConvertInput) => ({
    fileName,
    chunkTokens,
    splitter,
    limits: { ...limits, pages, zipEntries, inflatedBytes },
  })
  return {
    async convert(bytes, input) {
      const job = { kind: 'convert' as const, ...jobOf(input), forModel: false }
      const done = await run<ConvertedPair, ConvertedRest>(job, bytes, input)
      return done.ok ? { ok: true, converted: { ...done.rest, pairs: done.list } } : done
    },
    async prepare(bytes, input) {
      const job = { kind: 'convert' as const, ...jobOf(input), forModel: true }
      const done = await run<Part, ConvertedRest>(job, bytes, input)
      return done.ok ? { ok: true, rest: done.rest, parts: done.list } : done
    },
    async passages(bytes, input, of) {
      const job = { kind: 'passages' as const, ...jobOf(input), of }
      const done = await run<string, PassagesRest>(job, bytes, input)
      return done.ok ? { ok: true, format: done.rest.format, passages: done.list } : done
    },
    close: () => sandbox.close(),
  }
}
