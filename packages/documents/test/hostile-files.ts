// Files made to do harm to who reads them, for tests.
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import { makeXlsx } from './make-xlsx.ts'
import { paragraph, writeDocx } from './write-docx.ts'
import { assemblePdf } from './write-pdf.ts'

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

let zipBomb: Uint8Array | undefined

/** Made once, since packing takes longer than refusing. */
export function zipBombDocx(): Uint8Array {
  zipBomb ??= writeDocx('', { 'word/document.xml': new Uint8Array(110_000_000) })
  return zipBomb
}

/** The same, with a directory that says a thousand bytes. */
export function lyingBombDocx(): Uint8Array {
  const lying = new Uint8Array(zipBombDocx())
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
  }
  return lying
}

export function entityBombDocx(): Uint8Array {
  const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
  const xml = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${entities.join('')}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('&l12;').replace('&amp;', '&')}</w:body></w:document>`
  return writeDocx('', { 'word/document.xml': strToU8(xml) })
}

export function loopingPdf(): Uint8Array {
  return assemblePdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 4 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 4 >>',
    FONT,
  ])
}

export function manyPagesPdf(): Uint8Array {
  return assemblePdf([
    CATALOGUE,
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
    PAGE,
    FONT,
  ])
}

const onePage = (filters: string, content: Buffer) =>
  assemblePdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${content.length} /Filter [${filters}] >>\nstream\n${content.toString('latin1')}\nendstream`,
  ])

let blanks: Buffer | undefined

/** Six gigabytes of blanks in about a kilobyte, packed five times over. */
function packedBlanks(): Buffer {
  if (blanks) return blanks
  const slice = Buffer.alloc(16 * 2 ** 20, ' ')
  const packed = deflateRawSync(slice, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const header = Buffer.from([0x78, 0xda])
  blanks = Buffer.concat([header, ...Array.from({ length: 384 }, () => packed), deflateRawSync('')])
  for (let layer = 1; layer < 5; layer++) blanks = deflateSync(blanks, { level: 9 })
  return blanks
}
const FIVE_LAYERS = '/FlateDecode '.repeat(5)

export const nestedPdf = () => onePage(FIVE_LAYERS, packedBlanks())

export const hexPdf = () =>
  onePage(`/ASCIIHexDecode ${FIVE_LAYERS}`, Buffer.from(`${packedBlanks().toString('hex')}>`))

/** A comment that a search for streams takes for the beginning of one. */
export function misleadingPdf(): Uint8Array {
  const text = Buffer.from(nestedPdf()).toString('latin1')
  return Buffer.from(text.replace('4 0 obj', '% stream\n4 0 obj'), 'latin1')
}

/** Forms each of which draws the next one twice: a thousand million times the last one. */
export function doublingPdf(): Uint8Array {
  const forms = Array.from({ length: 30 }, (_, i) => {
    const content = i === 29 ? 'BT /F 9 Tf (x) Tj ET' : '/X Do /X Do'
    const resources = i === 29 ? '/Font << /F 4 0 R >>' : `/XObject << /X ${i + 7} 0 R >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >> /Length ${content.length} >>\nstream\n${content}\nendstream`
  })
  return assemblePdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /XObject << /X 6 0 R >> >> >>',
    FONT,
    '<< /Length 5 >>\nstream\n/X Do\nendstream',
    ...forms,
  ])
}

const SHEET = {
  name: 'FAQ',
  rows: [
    ['question', 'answer'],
    ['A?', { number: 5, style: 1 }],
  ],
} as const

/** An attribute of nothing but the sign that ends a tag. */
export function longAttributeXlsx(): Uint8Array {
  const cell = { xml: (place: string) => `<c r="${place}" x="${'>'.repeat(65_000)}"><v>1</v></c>` }
  return makeXlsx([
    { name: 'FAQ', rows: [['question', 'answer'], ...Array.from({ length: 20 }, () => ['A?', cell])] },
  ])
}

/** A format of numbers that opens twenty thousand brackets. */
export function bracketsXlsx(): Uint8Array {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'[$ '.repeat(20_000)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`
  return makeXlsx([SHEET], [{ name: 'xl/styles.xml', content: styles }])
}

export const comments = (count: number) => '<!---->'.repeat(count)

export const deepJson = () => '['.repeat(5_000_000) + ']'.repeat(5_000_000)

export function deepHtml(levels: number): string {
  return `<html><body>${'<div>'.repeat(levels)}<h1>Depth</h1><p>The water is four metres deep here.</p>`
}

/** Markdown's reader takes time by the square of a list's length; this one takes it more than a minute. */
export function slowMarkdown(): string {
  return '- a\n'.repeat(400_000)
}
