/**
 * The process that reads files. Parsers of foreign formats are loaded only here, each kind with its first job: those of a list
 * cost a fifth of those of a document, and the caller waits for the process to start.
 */
import type { RowProgress } from '@tandem/documents/read-pair-list'
import type { RejectedRows } from '@tandem/documents/rejected-rows'
import type { ReadPair } from '@tandem/documents/row-pairs'
import { Unreadable } from '@tandem/documents/unreadable'
import { csvText } from '../platform/http/stream-rows.ts'
import { type Emit, serveSandbox } from '../platform/sandbox-work.ts'
import type { FileJob, ImportJob, ImportPart, ImportReport, ReadFailure } from './file-reader.ts'

serveSandbox<FileJob, unknown>(async (job, bytes, emit) => {
  switch (job.kind) {
    case 'import':
      return readPairs(job, bytes, emit)
    case 'convert':
      return (await import('./convert/convert-job.ts')).convertJob(job, bytes, emit)
    case 'passages':
      return (await import('./texts/passages-job.ts')).passagesJob(job, bytes, emit)
    case 'isPairList':
      return (await import('@tandem/documents/is-pair-list')).isPairList(job, bytes)
  }
}, reasonOf)

/** The size of a message: as many pairs as one transaction writes, and few enough characters to be decoded in a moment. */
const SLICE_PAIRS = 500
const SLICE_CHARS = 256 * 1024

async function readPairs(
  job: ImportJob,
  bytes: Uint8Array,
  emit: Emit,
): Promise<ImportReport | (ReadFailure & Partial<ImportReport>)> {
  const { readPairList } = await import('@tandem/documents/read-pair-list')
  let slice: ReadPair[] = []
  let chars = 0
  let rows: RowProgress = { read: 0, total: 0 }
  const send = async () => {
    if (slice.length > 0) await emit({ pairs: slice, rows } satisfies ImportPart)
    slice = []
    chars = 0
  }
  const { rejected, ...result } = await readPairList({ ...job, bytes }, async (pairs, progress) => {
    rows = progress
    for (const pair of pairs) {
      slice.push(pair)
      chars += pair.question.length + pair.answer.length
      if (slice.length === SLICE_PAIRS || chars > SLICE_CHARS) await send()
    }
  })
  await send()
  return { ...result, rejectedCsv: rejected ? csvOf(rejected) : null }
}

/** Runs here because a million cells would hold up the event loop of the service. */
function csvOf({ names, rows }: RejectedRows): string | null {
  if (rows.length === 0) return null
  const lines = rows.map(({ row, reason, cells }) => [row, reason, ...cells])
  return csvText([['row', 'reason', ...names], ...lines])
}

/** For an editor, a parser that fails is the fault of the file, a full call stack included. */
function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  return error instanceof RangeError && error.message.includes('call stack')
    ? 'The file is nested too deeply to be read.'
    : 'The file is damaged or of an unusual kind; it could not be read.'
}
