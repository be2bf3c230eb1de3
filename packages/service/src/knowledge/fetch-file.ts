/**
 * Gets the bytes of a file entry: its own content, else a download from its address. A failure is one sentence. The memory of
 * all files, from before they are fetched until they are read, is limited; others wait their turn.
 */
import { grouped } from '@tandem/contract/grouped'
import type { FileEntry } from '@tandem/contract/knowledge'
import type { Egress } from '../platform/egress/client.ts'
import type { Log } from '../platform/log.ts'
import { createMemoryBudget, type MemoryBudget, type MemoryShare } from '../platform/memory-budget.ts'
import { TOO_MANY_WAIT } from '../platform/sandbox.ts'
import { decodeBase64 } from './decode-base64.ts'
import type { ReadFailure } from './file-reader.ts'

interface FileLimits {
  readonly fileBytes: number
  readonly pdfBytes: number
  readonly downloadTimeoutMs: number
}

export interface FetchedFile {
  readonly bytes: Buffer
  readonly sourceUrl: string | null
  readonly contentType: string | null
}

interface Wanted {
  /** The owner of the file: agents take turns. */
  readonly agentId: string
  /** Aborts the wait or the download. */
  readonly signal?: AbortSignal
}

export type FetchFile = ReturnType<typeof createFileFetcher>

const BUDGET_BYTES = 128 * 1024 * 1024
const LEAST_FILES = 2
/** Base64 in lines is a little longer. */
const LINE_BREAKS = 1.1

export function createFileBudget({ fileBytes, pdfBytes }: FileLimits): MemoryBudget {
  return createMemoryBudget(Math.max(BUDGET_BYTES, LEAST_FILES * Math.max(fileBytes, pdfBytes)))
}

export function createFileFetcher(
  egress: Pick<Egress, 'download'>,
  limits: FileLimits,
  budget: MemoryBudget,
  log: Log,
) {
  /** The bytes count against the memory budget until `use` has ended. */
  return async <T>(
    entry: FileEntry,
    wanted: Wanted,
    use: (file: FetchedFile) => Promise<T>,
  ): Promise<T | ReadFailure> => {
    const share = await budget.enter(wanted.agentId, mostBytes(entry, limits), wanted.signal)
    if (!share) return { reason: TOO_MANY_WAIT }
    try {
      const file = await get(entry, wanted, share)
      if ('reason' in file) return file
      share.shrinkTo(file.bytes.length)
      return await use(file)
    } finally {
      share.leave()
    }
  }

  async function get(
    entry: FileEntry,
    { agentId, signal }: Wanted,
    share: MemoryShare,
  ): Promise<FetchedFile | ReadFailure> {
    const sourceUrl = entry.source_url ?? entry.file_url ?? null
    if (entry.file_base64 !== undefined) {
      const mostOfAny = Math.max(limits.fileBytes, limits.pdfBytes)
      const about = mostBytes(entry, limits)
      if (about > mostOfAny * LINE_BREAKS) return tooLarge(about, mostOfAny)
      const bytes = await decodeBase64(entry.file_base64)
      if (!bytes)
        return { reason: 'file_base64: the content is cut short or not base64; encode the whole file.' }
      const most = limitFor(entry, limits, bytes)
      return bytes.length > most ? tooLarge(bytes.length, most) : { bytes, sourceUrl, contentType: null }
    }
    const url = entry.file_url ?? entry.source_url
    if (url === undefined) return { reason: 'The entry names no place to get the file from.' }
    const result = await egress.download({
      url,
      timeoutMs: limits.downloadTimeoutMs,
      maxBytes: limitFor(entry, limits),
      onLength: share.shrinkTo,
      signal,
    })
    if (!result.ok) {
      log.info({ agentId, reason: result.reason, stage: result.stage }, 'a file could not be fetched')
      return { reason: `The file could not be fetched: ${result.publicReason}.` }
    }
    return { bytes: result.bytes, sourceUrl, contentType: result.contentType }
  }
}

const tooLarge = (bytes: number, most: number): ReadFailure => ({
  reason: `The file has ${grouped(bytes)} bytes, at most ${grouped(most)} are allowed.`,
})

function mostBytes(entry: FileEntry, limits: FileLimits): number {
  return entry.file_base64 === undefined
    ? limitFor(entry, limits)
    : Math.ceil((entry.file_base64.length * 3) / 4)
}

/** A PDF may be larger. It is recognised by its content or, before it is fetched, by its names. */
function limitFor(entry: FileEntry, limits: FileLimits, bytes?: Buffer): number {
  const isNamedPdf = [entry.file_name, entry.file_url, entry.source_url].some(
    (name) => name !== undefined && /\.pdf(?:[?#]|$)/i.test(name),
  )
  const isPdf = bytes ? bytes.subarray(0, 5).toString('latin1') === '%PDF-' : isNamedPdf
  return isPdf ? limits.pdfBytes : limits.fileBytes
}
