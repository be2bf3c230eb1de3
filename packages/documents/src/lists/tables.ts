/** The tables of a file, whatever kind of file that is. */
import type { Row } from './read-records.ts'

export interface Table {
  /** Of its sheet; empty for a CSV. */
  readonly name: string
  /** From the first row on, each time it is called. */
  rows(): Iterable<readonly Row[]>
}

export interface TableFile {
  readonly format: 'CSV' | 'XLSX'
  readonly tables: readonly Table[]
  readonly encoding: string | null
  readonly delimiter: string | null
  /** U+FFFD stands for bytes that could not be read, and not for itself. */
  readonly isDamaged: boolean
  readonly notes: readonly string[]
}

const SAMPLE_ROWS = 300

/** The first rows, by which the columns are told. */
export function sampleOf({ rows }: Table): Row[] {
  const sample: Row[] = []
  for (const batch of rows()) {
    sample.push(...batch)
    if (sample.length >= SAMPLE_ROWS) break
  }
  return sample.slice(0, SAMPLE_ROWS)
}
