/**
 * The process in which files are read. Parsers of foreign formats are loaded here and nowhere else, each kind with its first
 * job: a list needs a fifth of what a document needs, and its caller waits for the start of the process.
 */

import { Unreadable } from '@tandem/documents/unreadable'
import { serveSandbox } from '../platform/sandbox-work.ts'
import type { FileJob } from './file-reader.ts'

serveSandbox<FileJob, unknown>(async (job, bytes, emit) => {
  switch (job.kind) {
    case 'import':
      return (await import('./import/import-job.ts')).importJob(job, bytes, emit)
    case 'convert':
      return (await import('./convert/convert-job.ts')).convertJob(job, bytes, emit)
    case 'passages':
      return (await import('./texts/passages-job.ts')).passagesJob(job, bytes, emit)
    case 'isPairList':
      return (await import('@tandem/documents/is-pair-list')).isPairList(job, bytes)
  }
}, reasonOf)

/** A parser that stumbles over a file is the file's fault as far as its editor is concerned; a full call stack included. */
function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  return error instanceof RangeError && error.message.includes('call stack')
    ? 'The file is nested too deeply to be read.'
    : 'The file is damaged or of an unusual kind; it could not be read.'
}
