/** The parts of a workbook around its sheets: which sheets there are, shared texts, and which number formats are dates. */
import { attributeOf, readXml } from './read-xml.ts'
import type { Zip } from './read-zip.ts'

export type NumberKind = 'number' | 'date' | 'percent'

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[]
  readonly sharedTexts: readonly string[]
  /** By the style index of a cell. */
  readonly numberKinds: readonly NumberKind[]
  readonly isFrom1904: boolean
}

export function readWorkbook(zip: Zip): Workbook | undefined {
  const main = textOf(zip, 'xl/workbook.xml')
  if (main === undefined) return undefined
  const targets = readTargets(textOf(zip, 'xl/_rels/workbook.xml.rels') ?? '')
  const sheets: { name: string; path: string }[] = []
  let isFrom1904 = false
  for (const event of readXml(main)) {
    if (event.kind !== 'open') continue
    if (event.name === 'workbookPr')
      isFrom1904 = /^(?:1|true)$/.test(attributeOf(event.attributes, 'date1904') ?? '')
    if (event.name !== 'sheet') continue
    // Chart and dialog sheets have targets of another kind, and no rows.
    const path = targets.get(attributeOf(event.attributes, 'id') ?? '')
    if (path) sheets.push({ name: attributeOf(event.attributes, 'name') ?? '', path })
  }
  return {
    sheets,
    sharedTexts: readSharedTexts(textOf(zip, 'xl/sharedStrings.xml') ?? ''),
    numberKinds: readNumberKinds(textOf(zip, 'xl/styles.xml') ?? ''),
    isFrom1904,
  }
}

export function textOf(zip: Zip, name: string): string | undefined {
  return zip.read(name)?.toString('utf8')
}

function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const event of readXml(xml)) {
    if (event.kind !== 'open' || event.name !== 'Relationship') continue
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
    open(name: string, isEmpty: boolean): void {
      if (name === 'rPh') isInReading = !isEmpty
      else if (name === 't') isInText = !isEmpty
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
    else if (event.kind === 'open') {
      if (event.name === 'si' && event.isEmpty) texts.push('')
      else collector.open(event.name, event.isEmpty)
    } else if (event.name === 'si') texts.push(collector.take())
    else collector.close(event.name)
  }
  return texts
}

function readNumberKinds(xml: string): NumberKind[] {
  const formats = new Map<number, string>()
  const kinds: NumberKind[] = []
  let isInCellFormats = false
  for (const event of readXml(xml)) {
    if (event.kind === 'close' && event.name === 'cellXfs') isInCellFormats = false
    if (event.kind !== 'open') continue
    const id = Number(attributeOf(event.attributes, 'numFmtId') ?? 0)
    if (event.name === 'numFmt') formats.set(id, attributeOf(event.attributes, 'formatCode') ?? '')
    else if (event.name === 'cellXfs') isInCellFormats = !event.isEmpty
    else if (event.name === 'xf' && isInCellFormats) kinds.push(kindOf(id, formats.get(id)))
  }
  return kinds
}

/** Built-in formats by their numbers, others by the letters in their code. */
function kindOf(id: number, code: string | undefined): NumberKind {
  if (code !== undefined) {
    const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) return 'date'
    return bare.includes('%') ? 'percent' : 'number'
  }
  if (id === 9 || id === 10) return 'percent'
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}
