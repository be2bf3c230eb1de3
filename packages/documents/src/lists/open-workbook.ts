/** Opens an Excel workbook: each visible sheet is a table, with the shared data that its cells refer to. */
import { someOf } from '../document/left-out.ts'
import { openZip, type Zip } from '../open-zip.ts'
import { readXml } from '../read-xml.ts'
import { archiveKind, Unreadable } from '../unreadable.ts'
import { formatCode } from './number-text.ts'
import { readSharedTexts, readSheet } from './read-sheet.ts'
import type { Table, TableFile } from './tables.ts'

const LIMITS = { entries: 10_000, bytes: 200_000_000 }

export async function openWorkbook(bytes: Uint8Array, needed: string): Promise<TableFile> {
  const zip = await openZip(bytes, LIMITS)
  const main = await xmlOf(zip, 'xl/workbook.xml')
  if (main === '') throw new Unreadable(`The file is ${archiveKind(zip.names)}; needed ${needed}.`)
  const targets = readTargets(await xmlOf(zip, 'xl/_rels/workbook.xml.rels'))
  const { date1904 = '' } = elements(main).find(({ local }) => local === 'workbookPr')?.attributes ?? {}
  const workbook = {
    sharedTexts: readSharedTexts(await xmlOf(zip, 'xl/sharedStrings.xml')),
    formatCodes: readFormatCodes(await xmlOf(zip, 'xl/styles.xml')),
    isFrom1904: date1904 === '1' || date1904 === 'true',
  }
  const tables: Table[] = []
  const hidden: string[] = []
  for (const { local, attributes } of elements(main)) {
    const { id = '', name = '', state = '' } = attributes
    // Chart and dialog sheets have relationships of another type, and no rows.
    const path = local === 'sheet' ? targets.get(id) : undefined
    if (path === undefined) continue
    if (/hidden/i.test(state)) hidden.push(name)
    else {
      const xml = await xmlOf(zip, path)
      tables.push({ name, rows: () => readSheet(xml, workbook) })
    }
  }
  const notes = hidden.length > 0 ? [`Hidden sheets were not read: ${someOf(hidden)}.`] : []
  return { format: 'XLSX', tables, encoding: null, delimiter: null, isDamaged: false, notes }
}

/** Names of parts may differ in case: some programs write `xl/SharedStrings.xml`. */
async function xmlOf(zip: Zip, path: string): Promise<string> {
  const name = [...zip.names].find((each) => each.toLowerCase() === path.toLowerCase())
  return (await zip.read(name ?? path))?.toString('utf8') ?? ''
}

const elements = (xml: string) => readXml(xml).filter((event) => event.kind === 'open')

function readTargets(xml: string): Map<string, string> {
  const sheets = elements(xml).filter(({ attributes }) => attributes.Type?.endsWith('/worksheet'))
  // A target is absolute from the root of the archive, or relative to the folder of the workbook.
  const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  return new Map(sheets.map(({ attributes: { Id = '', Target = '' } }) => [Id, pathOf(Target)]))
}

/** Format codes, indexed by cell style. */
function readFormatCodes(xml: string): string[] {
  const own = new Map<string, string>()
  let codes: string[] = []
  for (const { local, attributes } of elements(xml)) {
    const { numFmtId: id = '', formatCode: code = '' } = attributes
    if (local === 'numFmt') own.set(id, code)
    // The preceding `xf` elements define named styles, not cell styles.
    if (local === 'cellXfs') codes = []
    if (local === 'xf') codes.push(own.get(id) ?? formatCode(Number(id)))
  }
  return codes
}
