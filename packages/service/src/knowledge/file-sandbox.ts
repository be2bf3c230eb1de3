/** The sandbox in which all files are read: those of imports, of conversions and of messages share its processes. */

import type { ReadFileResult } from '@tandem/documents/reading'
import { createSandbox, type Sandbox, type SandboxOptions } from '../platform/sandbox.ts'
import type { UpdateFile } from './choose-reading.ts'
import type { ConvertedRest, ConvertJob } from './convert/convert-job.ts'
import type { ImportJob } from './import/import-job.ts'
import type { PassagesJob, PassagesRest } from './texts/passages-job.ts'

export type FileJob =
  | ({ readonly kind: 'import' } & ImportJob)
  | ({ readonly kind: 'convert' } & ConvertJob)
  | ({ readonly kind: 'passages' } & PassagesJob)
  | ({ readonly kind: 'choose' } & UpdateFile)

export type FileSandbox = Sandbox<FileJob, ReadFileResult | ConvertedRest | PassagesRest | boolean>

export function createFileSandbox(options: Partial<Omit<SandboxOptions, 'module'>> = {}): FileSandbox {
  const module = new URL('./file-process.ts', import.meta.url)
  return createSandbox({ timeoutMs: 60_000, ...options, module })
}
