/** Reads pairs out of an Excel workbook: every sheet whose header names questions and answers, else the first with two columns. */
import type { ImportRejection } from '@tandem/contract/admin-imports'
import { openZip, type Zip } from '../open-zip.ts'
import { Unreadable } from '../unreadable.ts'
import { collectPairs, nothingCollected, type ReadPair } from './collect-pairs.ts'
import { concluded, headerNote, unusedNote } from './conclude.ts'
import { type Columns, findColumns } from './find-columns.ts'
import type { Row } from './read-records.ts'
import { readSheet } from './read-sheet.ts'
import { readWorkbook, type Sheet, textOf, type Workbook } from './read-workbook.ts'
import type { ReadFileInput, ReadFileResult } from './reading.ts'

const LIMITS = { entries: 10_000, entryBytes: 100_000_000, totalBytes: 200_000_000 }
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
  const zip = await openZip(bytes, LIMITS)
  const workbook = await readWorkbook(zip)
  if (!workbook)
    return { reason: `The file is ${archiveKind(zip)}; needed a CSV or an Excel workbook (.xlsx).` }
  const sheets = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const found = await findSheets(zip, sheets, workbook, headerRows)
  if ('reason' in found) return found
  const collected = nothingCollected()
  for (const { columns, name, xml } of found) {
    const first = collected.counts.rejections.length
    const options = { columns, limits, width: undefined, isDamaged: false }
    await collectPairs(readSheet(xml, workbook), options, emit, collected)
    if (found.length > 1) nameSheet(collected.counts.rejections, first, name)
  }
  const [{ columns }] = found
  const read = found.map(({ name }) => name)
  return concluded({
    ...collected.counts,
    format: 'XLSX',
    encoding: null,
    delimiter: null,
    sheet: read.join(', '),
    header_rows: columns.headerRows,
    question_column: columns.questionName,
    answer_column: columns.answerName,
    notes: notesOf(workbook, found),
  })
}

/** The rows of every sheet a person sees, whatever they hold. */
export async function sheetRows(bytes: Uint8Array): Promise<{ name: string; rows: Iterable<Row[]> }[]> {
  const zip = await openZip(bytes, LIMITS)
  const workbook = await readWorkbook(zip)
  if (!workbook)
    throw new Unreadable(`The file is ${archiveKind(zip)}; needed a CSV or an Excel workbook (.xlsx).`)
  const sheets = workbook.sheets.filter(({ isHidden }) => !isHidden)
  return Promise.all(
    sheets.map(async ({ name, path }) => ({
      name,
      rows: readSheet((await textOf(zip, path)) ?? '', workbook),
    })),
  )
}

type FoundSheets = [Found, ...Found[]]

/** Every sheet whose header names questions and answers; without any, the first that has two columns. */
async function findSheets(
  zip: Zip,
  sheets: readonly Sheet[],
  workbook: Workbook,
  headerRows: number | undefined,
): Promise<FoundSheets | { reason: string }> {
  const byName: Found[] = []
  let byPosition: Found | undefined
  const reasons: string[] = []
  for (const { name, path } of sheets) {
    const xml = await textOf(zip, path)
    if (xml === undefined) continue
    const columns = findColumns(sample(readSheet(xml, workbook)), headerRows)
    if ('reason' in columns) reasons.push(`Sheet ${JSON.stringify(name)}: ${columns.reason}`)
    else if (columns.isByName) byName.push({ name, xml, columns })
    else byPosition ??= { name, xml, columns }
  }
  const [first, ...others] = byName
  if (first) return [first, ...others]
  return byPosition ? [byPosition] : { reason: reasons[0] ?? 'The workbook has no sheet with rows in it.' }
}

/** The row numbers of several sheets are told apart by their names. */
function nameSheet(rejections: ImportRejection[], from: number, name: string): void {
  for (let i = from; i < rejections.length; i++) {
    const { reason, ...rest } = rejections[i]!
    rejections[i] = { ...rest, reason: `sheet ${JSON.stringify(name)}: ${reason}` }
  }
}

function notesOf({ sheets }: Workbook, found: FoundSheets): string[] {
  const read = new Set(found.map(({ name }) => name))
  const names = (which: readonly Sheet[]) =>
    which
      .slice(0, 20)
      .map(({ name }) => name)
      .join(', ')
  const hidden = sheets.filter(({ isHidden }) => isHidden)
  const others = sheets.filter(({ name, isHidden }) => !isHidden && !read.has(name))
  const unused = [...new Set(found.flatMap(({ columns }) => columns.unused))]
  return [
    ...(others.length > 0 ? [`Other sheets were not read: ${names(others)}.`] : []),
    ...(hidden.length > 0 ? [`Hidden sheets were not read: ${names(hidden)}.`] : []),
    ...unusedNote(unused),
    ...headerNote(found[0].columns.maybeHeader),
  ]
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
  if (names.has('META-INF/container.xml')) return 'an electronic book (EPUB)'
  if (names.has('content.xml')) return 'an OpenDocument file'
  return 'a ZIP archive'
}
