/** Opens a CSV file or an Excel workbook, recognised by its content. Lists of pairs, documents and passages all use this reader. */
import { type DecodedText, decodeText } from '../decode-text.ts'
import { isZip, openingOf, refuseForeign, Unreadable } from '../unreadable.ts'
import { findColumns } from './find-columns.ts'
import { openWorkbook } from './open-workbook.ts'
import { readRecords } from './read-records.ts'
import { type Row, sampleOf, type TableFile, widthOf } from './tables.ts'

const NEEDED = 'a CSV or an Excel workbook (.xlsx)'

/** Formats that are read as documents, not as tables. */
const OTHERS = new Map([
  ['a PDF', /^%PDF-/],
  ['a web page or XML', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i],
  ['JSON', /^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"[^"]{0,200}"\s*:/],
])

/** Without `splitter`, the delimiter of a CSV is named in its first line, or determined by trying each usual delimiter. */
export async function openTables(bytes: Uint8Array, splitter?: string): Promise<TableFile> {
  refuseForeign(bytes, NEEDED)
  if (isZip(bytes)) return openWorkbook(bytes, NEEDED)
  const other = [...OTHERS].find(([, opening]) => opening.test(openingOf(bytes)))?.[0]
  if (other) throw new Unreadable(`The file is ${other}; needed ${NEEDED}.`)
  return openCsv(decodeText(bytes, NEEDED), splitter)
}

function openCsv({ text, encoding, isDamaged }: DecodedText, splitter: string | undefined): TableFile {
  // A first line such as `sep=;` names the delimiter for Excel and is not a row.
  const named = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text.slice(0, 16))
  const content = text.slice(named?.[0].length ?? 0)
  // Users write a TAB as `\t` where they cannot type it.
  const given = splitter === '\\t' ? '\t' : splitter
  const delimiter = given ?? named?.[1] ?? sniffDelimiter(content).delimiter
  if (/["\r\n]/.test(delimiter))
    throw new Unreadable('splitter: a quotation mark or a line break cannot separate the cells of a CSV.')
  const damaged = 'The text is UTF-8 with broken places in it; rows with such a place are rejected.'
  return {
    format: 'CSV',
    tables: [{ name: '', rows: () => readRecords(content, delimiter) }],
    encoding,
    delimiter,
    isDamaged,
    notes: isDamaged ? [damaged] : [],
  }
}

/** The rarest in prose first: of two delimiters with the same score, the first is used. */
const DELIMITERS = ['\t', ';', ',', '|']
const SAMPLE_CHARS = 256 * 1024

/** Finds the delimiter that gives a pair header, or else the most even rows. A pair table needs both; a TAB needs no header, and a bar never qualifies (Markdown). */
export function sniffDelimiter(text: string): { readonly delimiter: string; readonly isPairTable: boolean } {
  const end = Math.max(text.lastIndexOf('\n', SAMPLE_CHARS), text.lastIndexOf('\r', SAMPLE_CHARS))
  const sample = text.length > SAMPLE_CHARS && end > 0 ? text.slice(0, end) : text
  let best = { delimiter: ',', isPairTable: false, score: 0 }
  for (const delimiter of DELIMITERS) {
    const rows = rowsOf(sample, delimiter)
    const whole = rows.filter(({ broken, cells }) => !broken && widthOf(cells) > 0)
    const byWidth = [...Map.groupBy(whole, ({ cells }) => widthOf(cells))]
    const [columns, alike] = byWidth.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [0, []]
    if (columns < 2) continue
    const found = findColumns(rows)
    // A name that begins or ends with a delimiter shows that the text was divided by the wrong one.
    const isClean = (name: string) => !/^[,;|\t]|[,;|\t]$/.test(name)
    const hasHeader =
      'question' in found && found.isByName && isClean(found.questionName) && isClean(found.answerName)
    // Lists usually have two columns. A bar must divide the rows clearly better than the others.
    const usual = (columns === 2 ? 0.001 : 0) - (delimiter === '|' ? 0.1 : 0)
    const score = (hasHeader ? 10 : 0) + alike.length / rows.length + usual
    const isEven = alike.length > 1 && alike.length >= rows.length * 0.9
    const isList = delimiter === '\t' ? 'question' in found : hasHeader && delimiter !== '|'
    if (score > best.score) best = { delimiter, isPairTable: isList && isEven, score }
  }
  return best
}

/** No rows if the text is too broken to be read with this delimiter. */
function rowsOf(text: string, delimiter: string): Row[] {
  try {
    return sampleOf({ rows: () => readRecords(text, delimiter) })
  } catch {
    return []
  }
}
