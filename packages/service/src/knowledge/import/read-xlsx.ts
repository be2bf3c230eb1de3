/** Reads pairs out of an Excel workbook: the first sheet whose header names questions and answers, else the first with two columns. */
import { collectPairs, type ReadPair } from './collect-pairs.ts'
import { concluded } from './conclude.ts'
import { type Columns, findColumns } from './find-columns.ts'
import type { Row } from './read-records.ts'
import { readSheet } from './read-sheet.ts'
import { readWorkbook, textOf, type Workbook } from './read-workbook.ts'
import { openZip, type Zip } from './read-zip.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

const MIB = 1024 * 1024
const LIMITS = { entries: 10_000, entryBytes: 96 * MIB, totalBytes: 192 * MIB, ratio: 200 }
const SAMPLE_ROWS = 300

interface Found {
  readonly name: string
  readonly xml: string
  readonly columns: Columns
}

export async function readXlsx(
  { bytes, headerRows, limits }: ReadFileInput,
  emit: (pairs: ReadPair[]) => Promise<void>,
): Promise<ReadFileResult> {
  const zip = openZip(bytes, LIMITS)
  const workbook = readWorkbook(zip)
  if (!workbook)
    return { reason: `The file is ${archiveKind(zip)}; needed a CSV or an Excel workbook (.xlsx).` }
  const found = findSheet(zip, workbook, headerRows)
  if ('reason' in found) return found
  const { columns, name, xml } = found
  const counts = await collectPairs(
    readSheet(xml, workbook),
    { columns, limits, width: undefined, isDamaged: false },
    emit,
  )
  const others = workbook.sheets.filter((sheet) => sheet.name !== name).map((sheet) => sheet.name)
  return concluded({
    ...counts,
    format: 'XLSX',
    encoding: null,
    delimiter: null,
    sheet: name,
    header_rows: columns.headerRows,
    question_column: columns.questionName,
    answer_column: columns.answerName,
    notes: others.length > 0 ? [`Other sheets were not read: ${others.slice(0, 20).join(', ')}.`] : [],
  })
}

function findSheet(zip: Zip, workbook: Workbook, headerRows: number | undefined): Found | { reason: string } {
  let byPosition: Found | undefined
  const reasons: string[] = []
  for (const { name, path } of workbook.sheets) {
    const xml = textOf(zip, path)
    if (xml === undefined) continue
    const columns = findColumns(sample(readSheet(xml, workbook)), headerRows)
    if ('reason' in columns) reasons.push(`Sheet ${JSON.stringify(name)}: ${columns.reason}`)
    else if (columns.isByName) return { name, xml, columns }
    else byPosition ??= { name, xml, columns }
  }
  return byPosition ?? { reason: reasons[0] ?? 'The workbook has no sheet with rows in it.' }
}

function sample(batches: Iterable<readonly Row[]>): Row[] {
  const rows: Row[] = []
  for (const batch of batches) {
    rows.push(...batch)
    if (rows.length >= SAMPLE_ROWS) break
  }
  return rows
}

function archiveKind({ names }: Zip): string {
  if (names.has('word/document.xml')) return 'a Word document'
  if (names.has('ppt/presentation.xml')) return 'a presentation'
  if (names.has('content.xml')) return 'an OpenDocument file'
  return 'a ZIP archive'
}
