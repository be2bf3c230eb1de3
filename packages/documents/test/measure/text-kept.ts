// How much of a file's text is in its pairs, and how much is there more often than in the file: by words, against a rough reading.
import { strFromU8, unzipSync } from 'fflate'
import { withPdf } from '../../src/read/pdf/pdfium.ts'
import type { Pair } from './compare.ts'
import type { ExpectedFile } from './expected.ts'

export interface TextKept {
  readonly words: number
  /** Words of the file that no pair holds. */
  readonly lost: number
  readonly answerWords: number
  /** Words of the answers beyond those in the file. */
  readonly multiplied: number
}

export async function textKept(file: ExpectedFile, pairs: readonly Pair[]): Promise<TextKept> {
  const own = countWords(await roughText(file))
  const kept = countWords(pairs.map(({ question, answer }) => `${question} ${answer}`).join('\n'))
  const answers = countWords(pairs.map(({ answer }) => answer).join('\n'))
  return {
    words: sum(own),
    lost: more(own, kept),
    answerWords: sum(answers),
    multiplied: more(answers, own),
  }
}

/** All text that is in it, menus and running lines too: what is rightly left out counts as lost. */
async function roughText({ format, bytes }: ExpectedFile): Promise<string> {
  if (format === 'PDF') return pdfText(bytes()).catch(() => '')
  if (format === 'DOCX' || format === 'XLSX') {
    const parts = unzipSync(bytes(), {
      filter: ({ name }) => /document\.xml$|String.*\.xml$|sheet\d+\.xml$|\.html?$/.test(name),
    })
    return Object.values(parts)
      .map((part) =>
        strFromU8(part)
          .replace(/<\/(?:w:p|w:tab|si|v|t)>/g, ' ')
          .replace(/<[^>]*>/g, ''),
      )
      .join(' ')
  }
  const text = new TextDecoder().decode(bytes())
  if (format !== 'HTML') return text
  return text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
}

/** As PDFium gives it, without any layout. */
export function pdfText(bytes: Uint8Array): Promise<string> {
  return withPdf(bytes, (pdf) => {
    const pages = Array.from({ length: pdf.FPDF_GetPageCount(pdf.document) }, (_, i) => {
      const page = pdf.FPDF_LoadPage(pdf.document, i)
      const text = pdf.FPDFText_LoadPage(page)
      const codes = Array.from({ length: pdf.FPDFText_CountChars(text) }, (_, at) =>
        pdf.FPDFText_GetUnicode(text, at),
      )
      pdf.FPDFText_ClosePage(text)
      pdf.FPDF_ClosePage(page)
      return codes.map((code) => String.fromCodePoint(code)).join('')
    })
    return pages.join('\n')
  })
}

/** Words of letters; Chinese and Japanese by character. Broken words are whole in the pairs only: those with a hyphen do not count. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\u3040-\u9fff]|[^\W\d_]{3,}|[\p{L}--[\u3040-\u9fffa-z]]{2,}/gv) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, each) => all + each, 0)

function more(counts: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let found = 0
  for (const [word, count] of counts) found += Math.max(0, count - (others.get(word) ?? 0))
  return found
}
