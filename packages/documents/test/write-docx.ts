// Writes small Word documents for tests.
import { strToU8, zipSync } from 'fflate'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function paragraph(text: string, style?: string): string {
  const bold = style === 'bold' ? '<w:rPr><w:b/></w:rPr>' : ''
  const own = style && style !== 'bold' ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''
  return `<w:p>${own}<w:r>${bold}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
}

export function item(text: string, list: 1 | 2): string {
  const numbered = `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`
  return `<w:p>${numbered}<w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`
}

export function table(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
}

/** The entries of a document with this body; `extra` replaces or adds some. */
export function writeDocx(body: string, extra: Record<string, Uint8Array> = {}): Uint8Array {
  const level = (format: string) => `<w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl>`
  const list = (id: number, format: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${level(format)}</w:abstractNum>`
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  const texts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${W}>${style('Title', 'Title')}${style('berschrift1', 'heading 1')}${style('berschrift2', 'heading 2')}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${W}>${list(0, 'decimal')}${list(1, 'bullet')}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
  }
  const entries = Object.entries(texts).map(([name, text]) => [name, strToU8(text)])
  return zipSync({ ...Object.fromEntries(entries), ...extra })
}
