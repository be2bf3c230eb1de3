/** Makes ZIP archives and Excel workbooks for tests, honest ones and others. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly content: string | Buffer
  /** What the archive says the size is, where that is a lie. */
  readonly claimedBytes?: number
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes } of parts) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? raw.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

/** A cell: text (shared, or inline when `{ inline }`), a number with a style, or as written with `{ xml }`. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly inline: string }
  | { readonly number: number; readonly style: number }
  | { readonly xml: (place: string) => string }

export interface SheetPart {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
  readonly merges?: readonly string[]
  readonly kind?: 'worksheet' | 'chartsheet'
  readonly state?: 'hidden' | 'veryHidden'
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function makeXlsx(sheets: readonly SheetPart[], more: readonly ZipPart[] = []): Buffer {
  const shared: string[] = []
  const parts: ZipPart[] = sheets.map(({ rows, merges = [] }, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="x"><sheetData>${rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, i) => cellXml(cell, i, row + 1, shared)).join('')}</row>`,
      )
      .join('')}</sheetData>${
      merges.length > 0
        ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
        : ''
    }</worksheet>`,
  }))
  const typeOf = (sheet: SheetPart) => `http://schemas/relationships/${sheet.kind ?? 'worksheet'}`
  const replaced = new Set(more.map(({ name }) => name))
  return makeZip(
    [
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets>${sheets
          .map(
            (sheet, at) =>
              `<sheet name="${escapeXml(sheet.name)}" sheetId="${at + 1}" state="${sheet.state ?? 'visible'}" r:id="rId${at + 1}"/>`,
          )
          .join('')}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships>${sheets
          .map(
            (sheet, at) =>
              `<Relationship Id="rId${at + 1}" Type="${typeOf(sheet)}" Target="worksheets/sheet${at + 1}.xml"/>`,
          )
          .join('')}</Relationships>`,
      },
      {
        name: 'xl/styles.xml',
        content:
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="2"/></cellXfs></styleSheet>',
      },
      {
        name: 'xl/sharedStrings.xml',
        content: `<sst>${shared.map((text) => `<si>${text.startsWith('<') ? text : `<t>${escapeXml(text)}</t>`}</si>`).join('')}</sst>`,
      },
      ...parts,
    ]
      .filter(({ name }) => !replaced.has(name))
      .concat(more),
  )
}

function cellXml(cell: Cell, column: number, row: number, shared: string[]): string {
  const place = `${String.fromCharCode(65 + column)}${row}`
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${shared.push(cell) - 1}</v></c>`
  if ('inline' in cell) return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell.inline)}</t></is></c>`
  if ('xml' in cell) return cell.xml(place)
  return `<c r="${place}" s="${cell.style}"><v>${cell.number}</v></c>`
}
