/** Requests that name files: their shape is checked in full, but this version does not read files yet and says so of each. */
import type { FileEntry } from '@tandem/contract/knowledge'

export function refuseFiles(files: readonly FileEntry[]) {
  return {
    doc: [],
    failed: files.map(({ file_name }) => file_name),
    failed_reasons: files.map(({ file_name }) => ({
      file_name,
      reason:
        'This version of Tandem does not read files yet; send the pairs as qaList with purpose QA_TEXT.',
    })),
  }
}
