/** Small files that cost a careless reader gigabytes or minutes. Each is made here, byte by byte. */
import { once } from 'node:events'
import { crc32, createDeflate, deflateSync } from 'node:zlib'

const MIB = 1024 * 1024

/** `length` blanks, deflated `layers` times over. */
async function deflatedBlanks(length: number, layers: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const blanks = Buffer.alloc(MIB, ' ')
  for (let written = 0; written < length; written += MIB)
    if (!deflate.write(blanks)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  let packed = Buffer.concat(chunks)
  for (let layer = 1; layer < layers; layer++) packed = deflateSync(packed, { level: 9 })
  return packed
}

/** A PDF of one page whose content stream has the filters named. `before` stands just before the word `stream`. */
function pdf(content: Buffer, filters: string, before = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const add = (number: number, body: Buffer) => {
    offsets[number] = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  add(1, Buffer.from('<</Type/Catalog/Pages 2 0 R>>'))
  add(2, Buffer.from('<</Type/Pages/Count 1/Kids[3 0 R]>>'))
  add(3, Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>'))
  const head = `<</Length ${content.length}/Filter[${filters}]>>${before}\nstream\n`
  add(4, Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]))
  const xrefAt = parts.reduce((sum, { length }) => sum + length, 0)
  const rows = [1, 2, 3, 4].map((number) => `${String(offsets[number]).padStart(10, '0')} 00000 n \n`)
  const end = `xref\n0 5\n0000000000 65535 f \n${rows.join('')}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${xrefAt}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** A ZIP of stored entries. */
function zip(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A workbook of one sheet; `attribute` stands in its first cell, `format` is the number format of the second. */
function workbook(attribute: string, format: string): Buffer {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const relations = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relation('r2', 'styles', 'styles.xml'),
    ),
    'xl/workbook.xml': `<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}"><sheetData><row r="1"><c r="A1" t="inlineStr" x="${attribute}"><is><t>question</t></is></c><c r="B1" s="1"><v>45000.5</v></c></row></sheetData></worksheet>`,
  })
}

/** Forms that each draw the one before twice: 30 of them draw a billion times. */
function doublingPdf(levels: number): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F ${4 + levels} 0 R>>>>>>`,
    '<</Length 4>>stream\n/F Do\nendstream',
    ...Array.from({ length: levels }, (_, level) => {
      const content = level === 0 ? '' : '/F Do /F Do'
      const resources = level === 0 ? '' : `/Resources<</XObject<</F ${4 + level} 0 R>>>>`
      return `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}/Length ${content.length}>>stream\n${content}\nendstream`
    }),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const xrefAt = text.length
  text += `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${xrefAt}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Rows that are all rejected but one, each of as many cells as there are columns. The last makes it a long file. */
function rejectedCsv(columns: number, rows: number): Buffer {
  const names = Array.from({ length: columns }, (_, i) => `,column ${i}`).join('')
  return Buffer.from(`question,answer${names}\nA?,b\n${'x\n'.repeat(rows)}x,${'y'.repeat(160_000)}\n`)
}

export async function hostileFiles(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const blanks = await deflatedBlanks(2048 * MIB, 1)
  const nested = [2, 3, 4, 5].reduce((packed) => deflateSync(packed, { level: 9 }), blanks)
  const flate = '/FlateDecode'
  return [
    ['nested.pdf', pdf(nested, Array(5).fill(flate).join(' '))],
    ['hex.pdf', pdf(Buffer.from(`${blanks.toString('hex')}>`), `/ASCIIHexDecode ${flate}`)],
    ['comment.pdf', pdf(blanks, flate, '% stream')],
    ['doubling.pdf', doublingPdf(30)],
    ['attribute.xlsx', workbook('>'.repeat(65_000), '0')],
    ['format.xlsx', workbook('', '[$ '.repeat(20_000))],
    ['comments.html', Buffer.from(`${'<!---->'.repeat(500)}x`)],
    ['deep.json', Buffer.from('['.repeat(5_000_000))],
    ['deep.html', Buffer.from('<div>'.repeat(200_000))],
    ['rejected.csv', rejectedCsv(50, 20_000)],
  ]
}
