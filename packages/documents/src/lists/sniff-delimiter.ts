/** Finds the delimiter of a CSV by reading its beginning with each of them and looking at what came out. */
import { findColumns } from './find-columns.ts'
import { type Row, readRecords } from './read-records.ts'

/** The rarest in prose first: of two that divide the rows equally well, it is the one that was meant. */
const CANDIDATES = ['\t', ';', ','] as const
/** Not a usual one: taken where the usual ones leave the rows undivided or divide them unevenly, and this one evenly. */
const UNUSUAL = '|'
const EVEN = 0.9
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_ROWS = 300

export function sniffDelimiter(utf8: Buffer, recordLimitBytes: number): string {
  let best = { delimiter: ',' as string, hasHeader: false, consistency: 0, columns: 1 }
  for (const delimiter of CANDIDATES) {
    const tried = tryDelimiter(utf8, delimiter, recordLimitBytes)
    if (!tried) continue
    const { hasHeader, consistency, columns } = tried
    const isBetter =
      hasHeader !== best.hasHeader
        ? hasHeader
        : consistency > best.consistency + 0.001 ||
          (consistency > best.consistency - 0.001 && columns === 2 && best.columns !== 2)
    if (isBetter) best = { delimiter, hasHeader, consistency, columns }
  }
  if (best.hasHeader || best.consistency >= EVEN) return best.delimiter
  const unusual = tryDelimiter(utf8, UNUSUAL, recordLimitBytes)
  return unusual && (unusual.hasHeader || unusual.consistency >= EVEN) ? UNUSUAL : best.delimiter
}

function tryDelimiter(utf8: Buffer, delimiter: string, recordLimitBytes: number) {
  const rows = sampleRows(utf8, { delimiter, recordLimitBytes })
  const columns = usualWidth(rows)
  if (columns < 2) return undefined
  const found = findColumns(rows, undefined)
  const hasHeader = 'question' in found && found.isByName && isClean(found.questionName, found.answerName)
  const consistency = rows.filter((row) => !row.broken && widthOf(row.cells) === columns).length / rows.length
  return { hasHeader, consistency, columns }
}

/** Names that begin or end in a delimiter were divided by the wrong one. */
function isClean(...names: readonly string[]): boolean {
  return names.every((name) => !/^[,;|\t]|[,;|\t]$/.test(name))
}

export function sampleRows(utf8: Buffer, options: { delimiter: string; recordLimitBytes: number }): Row[] {
  const isWhole = utf8.length <= SAMPLE_BYTES
  const rows: Row[] = []
  try {
    for (const batch of readRecords(utf8.subarray(0, SAMPLE_BYTES), options)) {
      rows.push(...batch)
      if (rows.length >= SAMPLE_ROWS) break
    }
  } catch {
    // Too broken to go on, with this delimiter at least; the rows so far tell as much.
  }
  // The last one of a sample may be cut.
  return isWhole || rows.length >= SAMPLE_ROWS ? rows.slice(0, SAMPLE_ROWS) : rows.slice(0, -1)
}

/** The number of columns most rows have; empty cells at the end do not count. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { broken, cells } of rows)
    if (!broken) counts.set(widthOf(cells), (counts.get(widthOf(cells)) ?? 0) + 1)
  let usual = 0
  for (const [width, count] of counts) if (width > 0 && count > (counts.get(usual) ?? 0)) usual = width
  return usual
}

export function widthOf(cells: readonly string[]): number {
  let width = cells.length
  while (width > 0 && cells[width - 1]!.trim() === '') width--
  return width
}
