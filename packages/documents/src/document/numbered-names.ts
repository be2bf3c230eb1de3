/** Headings that are numbered by hand and not marked as such, as laws and contracts have them: "3.1 Delivery", 第三章, "Article 4". */
import { BOLD_LEVEL, createDocumentBuilder, type ReadDocument } from './document.ts'
import { isQuestion, labelOf } from './question-marks.ts'
import { lineWidth } from './wrapped-lines.ts'

const LONGEST_WIDTH = 60
const MANY_HEADINGS = 2
const NUMERAL = '[一二三四五六七八九十百零〇]'
const PART = new RegExp(
  `^(?:第(?:${NUMERAL}|\\d){1,6}([编部篇章节節条條])|${NUMERAL}{1,3}(、)|[（(]${NUMERAL}{1,3}([）)])|` +
    '((?:chapter|part|schedule|annex|kapitel|chapitre|capítulo)\\s+[\\divxlcA-C]{1,6}\\b)|' +
    '((?:article|section|artikel|abschnitt|artículo|articolo)\\s+[\\divxlc]{1,6}\\b|§\\s*\\d+)|' +
    '(\\d{1,2}(?:\\.\\d{1,2}){0,3})[.)]?\\s)',
  'iu',
)

// Rule (off: 0): a short numbered name over text that is not the next of a list.
export function numberedLevel(text: string, next: string | undefined): number {
  const found = PART.exec(text)
  if (!found || next === undefined || text.includes('\n') || lineWidth(text) > LONGEST_WIDTH) return 0
  const [, part = '', comma, bracket, chapter, article, number = ''] = found
  if (isQuestion(text) || labelOf(text) || /[.!,;:。！；，：、]$/u.test(text) || !/\p{L}{2}/u.test(text))
    return 0
  if (number) {
    const isInList = /^\d/.test(next) && !next.startsWith(`${number}.`)
    return isInList || /^\p{Ll}/u.test(next) ? 0 : 4 + number.split('.').length / 10
  }
  if ('编部篇'.includes(part) && part) return 1
  if (part === '章' || chapter) return 2
  if (/[节節]/u.test(part) || comma) return 3
  return bracket ? 3.5 : article || part ? 3.2 : 0
}

/** The same document with such paragraphs as headings, where hardly any are marked. Among questions, numbers count steps. */
export function withNumberedHeadings(document: ReadDocument): ReadDocument {
  const { blocks, format, warnings } = document
  if (
    blocks.filter(({ kind, level = 0 }) => kind === 'heading' && level < BOLD_LEVEL).length >= MANY_HEADINGS
  )
    return document
  const asks = blocks.some(({ text }) => isQuestion(text) || labelOf(text))
  const levels = blocks.map(({ kind, text, group }, i) => {
    if (kind !== 'paragraph' || group !== undefined || (asks && /^\d/.test(text))) return 0
    return numberedLevel(text, blocks[i + 1]?.text)
  })
  if (levels.filter((level) => level > 0).length < MANY_HEADINGS) return document
  const builder = createDocumentBuilder(format)
  for (const [i, { kind, text, start: _s, end: _e, path: _p, piece: _n, ...details }] of blocks.entries()) {
    if (levels[i]! > 0) builder.add('heading', text, { ...details, level: levels[i]! })
    else builder.add(kind, text, details)
  }
  for (const warning of warnings) builder.warn(warning)
  return builder.finish()
}
