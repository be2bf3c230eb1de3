/** The files that conversion is measured with: the lookalikes of the repository, and real ones where there are some. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ExpectedFile, expectedFiles, lookalikes } from '../packages/documents/test/measure/expected.ts'

export interface DocumentSet {
  readonly name: 'lookalikes' | 'real files'
  readonly files: readonly ExpectedFile[]
}

/** Real files lie in `documents/` of the folder named by TANDEM_BENCH_DATA. */
export function documentSets(): DocumentSet[] {
  const folder = process.env.TANDEM_BENCH_DATA && join(process.env.TANDEM_BENCH_DATA, 'documents')
  const real = folder && existsSync(folder) ? expectedFiles(folder) : []
  return [
    { name: 'lookalikes', files: lookalikes() },
    ...(real.length > 0 ? [{ name: 'real files' as const, files: real }] : []),
  ]
}
