/** Opens an Excel workbook: the sheets a person sees, each a table, and what their cells refer to. */
import { someOf } from '../document/left-out.ts'
import { archiveKind } from '../foreign-files.ts'
import { openZip, type Zip } from '../open-zip.ts'
import { readXml } from '../read-xml.ts'
import { Unreadable } from '../unreadable.ts'
import { formatCode } from './number-text.ts'
import { readSharedTexts, readSheet } from './read-sheet.ts'
import type { Table, TableFile } from './tables.ts'
import { pairsOfColumn } from './text-in-a-column.ts'

const LIMITS = { entries: 10_000, bytes: 200_000_000 }

export async function openWorkbook(bytes: Uint8Array, needed: string): Promise<TableFile> {
  const zip = await openZip(bytes, LIMITS)
  const main = await xmlOf(zip, 'xl/workbook.xml')
  if (main === '') throw new Unreadable(`The file is ${archiveKind(zip.names)}; needed ${needed}.`)
  const targets = readTargets(await xmlOf(zip, 'xl/_rels/workbook.xml.rels'))
  const workbook = {
    sharedTexts: readSharedTexts(await xmlOf(zip, 'xl/sharedStrings.xml')),
    formatCodes: readFormatCodes(await xmlOf(zip, 'xl/styles.xml')),
    isFrom1904: false,
  }
  const tables: Table[] = []
  const hidden: string[] = []
  for (const event of readXml(main)) {
    if (event.kind !== 'open') continue
    if (event.local === 'workbookPr')
      workbook.isFrom1904 = /^(?:1|true)$/.test(event.attributes.date1904 ?? '')
    if (event.local !== 'sheet') continue
    const { id = '', name = '', state = '' } = event.attributes
    // Chart and dialog sheets have targets of another kind, and no rows.
    const path = targets.get(id)
    if (path === undefined) continue
    if (/hidden/i.test(state)) hidden.push(name)
    else {
      const xml = await xmlOf(zip, path)
      tables.push(pairsOfColumn({ name, rows: () => readSheet(xml, workbook) }))
    }
  }
  const notes = hidden.length > 0 ? [`Hidden sheets were not read: ${someOf(hidden)}.`] : []
  return { format: 'XLSX', tables, encoding: null, delimiter: null, isDamaged: false, notes }
}

const xmlOf = async (zip: Zip, name: string) => (await zip.read(name))?.toString('utf8') ?? ''

function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const event of readXml(xml)) {
    if (event.kind !== 'open' || event.local !== 'Relationship') continue
    const { Id = '', Type = '', Target = '' } = event.attributes
    if (Type.endsWith('/worksheet'))
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  }
  return targets
}

/** By the style of a cell. */
function readFormatCodes(xml: string): string[] {
  const own = new Map<number, string>()
  const codes: string[] = []
  let isInCells = false
  for (const event of readXml(xml)) {
    if (event.kind === 'text') continue
    if (event.local === 'cellXfs') isInCells = event.kind === 'open'
    if (event.kind !== 'open') continue
    const { numFmtId: id, formatCode: code } = event.attributes
    if (event.local === 'numFmt') own.set(Number(id), code ?? '')
    if (event.local === 'xf' && isInCells) codes.push(own.get(Number(id)) ?? formatCode(Number(id)))
  }
  return codes
}
