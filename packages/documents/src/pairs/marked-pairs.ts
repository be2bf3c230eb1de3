/** Pairs that the document's own markup shows: question and answer columns, <details>, definition lists. */
import { type Block, cleanText } from '../document/document.ts'
import { isQuestion } from '../document/question-marks.ts'
import type { Span } from '../document/split-text.ts'
import { lettersOf } from '../document/wrapped-lines.ts'
import { findQaColumns } from '../lists/column-names.ts'
import { type Drafting, lastFrom, leaveOut, takePair } from './draft.ts'
import { headingQuestion } from './section-question.ts'

export function takeTablePairs(drafting: Drafting): void {
  for (const [i, block] of drafting.document.blocks.entries()) {
    const { kind, cells = [], columns = [] } = block
    const qa = kind === 'row' && !drafting.taken[i] ? findQaColumns(columns) : undefined
    if (!qa) continue
    const spans = cellsIn(block)
    const { start, end } = spans[qa.answer] ?? { start: 0, end: 0 }
    const place = { first: i, last: i, answerStart: start, answerEnd: end }
    if (!takePair(drafting, { question: cells[qa.question] ?? '', ...place })) {
      leaveOut(drafting, i)
      continue
    }
    const isOther = (_: unknown, column: number) => column !== qa.question && column !== qa.answer
    const others = columns.filter(isOther).filter((name) => name.trim())
    if (others.length > 0)
      drafting.warn(`Columns beside question and answer were not used: ${others.join(', ')}.`)
    drafting.unused.push(...spans.filter(isOther))
  }
}

/** Where the cells of a row stand in the text, looked for from its end, since names of columns stand before them; empty where not found. */
function cellsIn({ cells = [], text, start }: Block): Span[] {
  let to = text.length
  const found = cells.toReversed().map((cell) => {
    const own = cleanText(cell).text
    const at = own.length > to ? -1 : text.lastIndexOf(own, to - own.length)
    if (at < 0) return { start: start + to, end: start + to }
    to = at
    return { start: start + at, end: start + at + own.length }
  })
  return found.toReversed()
}

/** <summary> asks, the rest of its <details> answers. */
export function takeDetails(drafting: Drafting): void {
  const { blocks } = drafting.document
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'summary' || drafting.taken[i]) continue
    const last = lastInGroup(drafting, i, (next) => next.kind !== 'summary')
    const answerStart = blocks[i + repeatedHeadings(blocks, i)]!.end
    if (last > i) takePair(drafting, { question: block.text, first: i, last, answerStart })
  }
}

// Rule (off: 0): the question stands again as a heading above its answer, so that a link can lead to it (MkDocs).
function repeatedHeadings(blocks: readonly Block[], at: number): number {
  const next = blocks[at + 1]
  return next?.kind === 'heading' && lettersOf(next.text) === lettersOf(blocks[at]!.text) ? 1 : 0
}

/** A term asks, its definitions answer. A term that is no question is asked under its heading. */
export function takeDefinitions(drafting: Drafting): void {
  const { blocks, text } = drafting.document
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!
    if (block.kind !== 'term' || drafting.taken[i]) continue
    const lastTerm = lastInGroup(drafting, i, (next) => next.kind === 'term')
    const last = lastInGroup(drafting, lastTerm, (next) => next.kind !== 'term')
    if (last === lastTerm) for (let at = i; at <= last; at++) leaveOut(drafting, at)
    else if (!takeByLanguage(drafting, i, lastTerm, last)) {
      const term = text.slice(block.start, blocks[lastTerm]!.end).replace(/\n+/g, ', ')
      const question = isQuestion(term) ? term : headingQuestion(drafting, [...block.path, term])
      takePair(drafting, { question, first: i, last, answerStart: blocks[lastTerm]!.end })
    }
    i = last
  }
}

// Rule (off: false): terms in several languages, then their definitions in the same ones: each goes with its own.
function takeByLanguage(drafting: Drafting, first: number, lastTerm: number, last: number): boolean {
  const { blocks } = drafting.document
  const terms = blocks.slice(first, lastTerm + 1)
  if (terms.length < 2 || terms.some(({ lang }) => !lang)) return false
  for (const term of terms) {
    const isIn = ({ lang }: Block, i: number) => i > lastTerm && i <= last && lang === term.lang
    const [from, to] = [blocks.findIndex(isIn), blocks.findLastIndex(isIn)]
    const answerStart = blocks[from]?.start ?? 0
    if (from >= 0)
      takePair(drafting, { question: term.text, first: from, last: to, answerStart, from: answerStart })
  }
  drafting.taken.fill(true, first, lastTerm + 1)
  return true
}

function lastInGroup(drafting: Drafting, at: number, belongs: (block: Block) => boolean): number {
  const { group } = drafting.document.blocks[at]!
  return lastFrom(drafting, at, (next) => next.group === group && belongs(next))
}
