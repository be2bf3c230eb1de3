/** The process in which files are read. Parsers of foreign formats are loaded here and nowhere else. */
import { serveSandbox } from '../platform/sandbox-work.ts'
import { isReadAsPairs } from './choose-reading.ts'
import { convertJob } from './convert/convert-job.ts'
import type { FileJob } from './file-sandbox.ts'
import { importJob } from './import/import-job.ts'
import { passagesJob } from './texts/passages-job.ts'
import { Unreadable } from './unreadable.ts'

serveSandbox<FileJob, unknown>((job, bytes, emit) => {
  switch (job.kind) {
    case 'import':
      return importJob(job, bytes, emit)
    case 'convert':
      return convertJob(job, bytes, emit)
    case 'passages':
      return passagesJob(job, bytes, emit)
    case 'choose':
      return isReadAsPairs(job, bytes)
  }
}, reasonOf)

/** A parser that stumbles over a file is the file's fault as far as its editor is concerned; a full call stack included. */
function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  return error instanceof RangeError && error.message.includes('call stack')
    ? 'The file is nested too deeply to be read.'
    : 'The file is damaged or of an unusual kind; it could not be read.'
}
