/** The parts of a workbook around its sheets: which sheets there are, shared texts, and number formats. */

import type { Zip } from '../open-zip.ts'
import { attributeOf, readXml } from '../read-xml.ts'
import { formatOf, type NumberFormat } from './number-format.ts'

export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly sharedTexts: readonly string[]
  /** By the style index of a cell. */
  readonly numberFormats: readonly NumberFormat[]
  readonly isFrom1904: boolean
}

export interface Sheet {
  readonly name: string
  readonly path: string
  readonly isHidden: boolean
}

export async function readWorkbook(zip: Zip): Promise<Workbook | undefined> {
  const main = await textOf(zip, 'xl/workbook.xml')
  if (main === undefined) return undefined
  const targets = readTargets((await textOf(zip, 'xl/_rels/workbook.xml.rels')) ?? '')
  const sheets: Sheet[] = []
  let isFrom1904 = false
  for (const event of readXml(main)) {
    if (event.kind !== 'open') continue
    if (event.local === 'workbookPr')
      isFrom1904 = /^(?:1|true)$/.test(attributeOf(event.attributes, 'date1904') ?? '')
    if (event.local !== 'sheet') continue
    // Chart and dialog sheets have targets of another kind, and no rows.
    const path = targets.get(attributeOf(event.attributes, 'id') ?? '')
    const isHidden = /hidden/i.test(attributeOf(event.attributes, 'state') ?? '')
    if (path) sheets.push({ name: attributeOf(event.attributes, 'name') ?? '', path, isHidden })
  }
  return {
    sheets,
    sharedTexts: readSharedTexts((await textOf(zip, 'xl/sharedStrings.xml')) ?? ''),
    numberFormats: readNumberFormats((await textOf(zip, 'xl/styles.xml')) ?? ''),
    isFrom1904,
  }
}

export async function textOf(zip: Zip, name: string): Promise<string | undefined> {
  return (await zip.read(name))?.toString('utf8')
}

function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const event of readXml(xml)) {
    if (event.kind !== 'open' || event.local !== 'Relationship') continue
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributeOf(event.attributes, name))
    if (!id || !target || !type?.endsWith('/worksheet')) continue
    targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return targets
}

/** Texts of `si` (shared) and `is` (inline) elements: runs joined, the reading aids of Japanese (`rPh`) left out. */
export function createTextCollector() {
  let parts: string[] = []
  let isInText = false
  let isInReading = false
  return {
    open(name: string): void {
      if (name === 'rPh') isInReading = true
      else if (name === 't') isInText = true
    },
    close(name: string): void {
      if (name === 'rPh') isInReading = false
      else if (name === 't') isInText = false
    },
    text(text: string): void {
      if (isInText && !isInReading) parts.push(text)
    },
    take(): string {
      const text = unescaped(parts.join(''))
      parts = []
      return text
    },
  }
}

/** Characters XML cannot hold are written `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text.replaceAll('\r\n', '\n')
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
}

function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  const collector = createTextCollector()
  for (const event of readXml(xml)) {
    if (event.kind === 'text') collector.text(event.text)
    else if (event.kind === 'open') collector.open(event.local)
    else if (event.local === 'si') texts.push(collector.take())
    else collector.close(event.local)
  }
  return texts
}

function readNumberFormats(xml: string): NumberFormat[] {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isInCellFormats = false
  for (const event of readXml(xml)) {
    if (event.kind === 'close' && event.local === 'cellXfs') isInCellFormats = false
    if (event.kind !== 'open') continue
    const id = Number(attributeOf(event.attributes, 'numFmtId') ?? 0)
    if (event.local === 'numFmt') codes.set(id, attributeOf(event.attributes, 'formatCode') ?? '')
    else if (event.local === 'cellXfs') isInCellFormats = true
    else if (event.local === 'xf' && isInCellFormats) formats.push(formatOf(id, codes.get(id)))
  }
  return formats
}
