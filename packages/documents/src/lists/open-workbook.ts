/** Opens an Excel workbook: the sheets a person sees, each a table. */
import { openZip, type Zip } from '../open-zip.ts'
import { Unreadable } from '../unreadable.ts'
import { readSheet } from './read-sheet.ts'
import { readWorkbook, textOf } from './read-workbook.ts'
import type { Table, TableFile } from './tables.ts'

const LIMITS = { entries: 10_000, entryBytes: 100_000_000, totalBytes: 200_000_000 }
const NAMES_SHOWN = 20

export async function openWorkbook(bytes: Uint8Array): Promise<TableFile> {
  const zip = await openZip(bytes, LIMITS)
  const workbook = await readWorkbook(zip)
  if (!workbook)
    throw new Unreadable(`The file is ${archiveKind(zip)}; needed a CSV or an Excel workbook (.xlsx).`)
  const hidden = workbook.sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  const tables: Table[] = []
  for (const { name, path, isHidden } of workbook.sheets) {
    const xml = isHidden ? undefined : await textOf(zip, path)
    if (xml !== undefined) tables.push({ name, rows: () => readSheet(xml, workbook) })
  }
  return {
    format: 'XLSX',
    tables,
    encoding: null,
    delimiter: null,
    isDamaged: false,
    notes:
      hidden.length > 0 ? [`Hidden sheets were not read: ${hidden.slice(0, NAMES_SHOWN).join(', ')}.`] : [],
  }
}

function archiveKind({ names }: Zip): string {
  if (names.has('word/document.xml')) return 'a Word document'
  if (names.has('ppt/presentation.xml')) return 'a presentation'
  if (names.has('META-INF/container.xml')) return 'an electronic book (EPUB)'
  if (names.has('content.xml')) return 'an OpenDocument file'
  return 'a ZIP archive'
}
