/** The error for files that cannot be read, with a sentence for the user, and the types of such files by first bytes or archive entries. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

const PICTURE = 'picture, which has no text without text recognition (OCR)'
const OLD_OFFICE =
  'an old Excel, Word or PowerPoint file (.xls, .doc, .ppt), or one locked with a password. Save it anew as .xlsx or .docx, without one'
const SIGNATURES: Readonly<Record<string, string>> = {
  '\xd0\xcf\x11\xe0': OLD_OFFICE,
  '{\\rtf': 'an RTF document',
  '\x89PNG': `a PNG ${PICTURE}`,
  '\xff\xd8\xff': `a JPEG ${PICTURE}`,
  GIF8: `a GIF ${PICTURE}`,
}

export const openingOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).toString('latin1')

export const isZip = (bytes: Uint8Array) =>
  ['PK\x03\x04', 'PK\x05\x06'].some((mark) => openingOf(bytes).startsWith(mark))

export function refuseForeign(bytes: Uint8Array, needed: string): void {
  const mark = Object.keys(SIGNATURES).find((each) => openingOf(bytes).startsWith(each))
  const name = bytes.length === 0 ? 'empty' : SIGNATURES[mark ?? '']
  if (name) throw new Unreadable(`The file is ${name}; needed ${needed}.`)
}

/** Names the file type of an archive by the names of its entries. */
export function archiveKind(names: ReadonlySet<string>): string {
  if ([...names].some((name) => /^word\/document\d*\.xml$/.test(name))) return 'a Word document'
  if (names.has('xl/workbook.xml')) return 'an Excel workbook'
  if (names.has('ppt/presentation.xml')) return 'a presentation (PPTX)'
  if (names.has('META-INF/container.xml')) return 'an e-book (EPUB)'
  return names.has('content.xml') ? 'an OpenDocument file' : 'a ZIP archive'
}
