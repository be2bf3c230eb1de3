/** Opens a CSV: its delimiter is told, named in its first line, or found by reading its beginning with each that is usual. */
import type { DecodedText } from '../decode-text.ts'
import { Unreadable } from '../unreadable.ts'
import { findColumns } from './find-columns.ts'
import { readRecords } from './read-records.ts'
import { type Row, sampleOf, type TableFile, widthOf } from './tables.ts'

export function openCsv({ text, encoding, isDamaged }: DecodedText, splitter: string | undefined): TableFile {
  // Excel's own first line, which names the delimiter and is no row.
  const named = /^"?sep=(.)"?(?:\r\n|\n|\r)/i.exec(text.slice(0, 16))
  const content = text.slice(named?.[0].length ?? 0)
  // The way a TAB is written where none can be typed.
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

/** The rarest in prose first: of two that divide the rows equally well, it is the one that was meant. */
const DELIMITERS = ['\t', ';', ',', '|']
const SAMPLE_CHARS = 256 * 1024

export interface Sniffed {
  readonly delimiter: string
  /** The first rows name a column of questions and one of answers. */
  readonly hasHeader: boolean
  readonly score: number
}

/** The delimiter that shows a header of questions and answers, or else divides the rows most evenly. */
export function sniffDelimiter(text: string): Sniffed {
  const end = Math.max(text.lastIndexOf('\n', SAMPLE_CHARS), text.lastIndexOf('\r', SAMPLE_CHARS))
  const sample = text.length > SAMPLE_CHARS && end > 0 ? text.slice(0, end) : text
  let best: Sniffed = { delimiter: ',', hasHeader: false, score: 0 }
  for (const delimiter of DELIMITERS) {
    const rows = sampleOrNone(() => readRecords(sample, delimiter))
    const whole = rows.filter(({ broken, cells }) => !broken && widthOf(cells) > 0)
    const byWidth = [...Map.groupBy(whole, ({ cells }) => widthOf(cells))]
    const [columns, alike] = byWidth.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [0, []]
    if (columns < 2) continue
    const found = findColumns(rows, undefined)
    const hasHeader = 'question' in found && found.isByName && isClean(found.questionName, found.answerName)
    // Two columns are the usual list; bars, a table of Markdown as often, must divide clearly better.
    const usual = (columns === 2 ? 0.001 : 0) - (delimiter === '|' ? 0.1 : 0)
    const score = (hasHeader ? 10 : 0) + alike.length / rows.length + usual
    if (score > best.score) best = { delimiter, hasHeader, score }
  }
  return best
}

function sampleOrNone(rows: () => Generator<Row>): Row[] {
  try {
    return sampleOf({ rows })
  } catch {
    // Too broken to be read with this delimiter.
    return []
  }
}

/** Names that begin or end in a delimiter were divided by the wrong one. */
function isClean(...names: readonly string[]): boolean {
  return names.every((name) => !/^[,;|\t]|[,;|\t]$/.test(name))
}
