/** Finds the pairs that the markup of a document shows: question and answer columns, <details>, definition lists. */
import { isQuestion } from '@tandem/languages/is-question'
import type { Span } from '@tandem/languages/sentences'
import { type Block, cleanText } from '../document/document.ts'
import { lettersOf } from '../document/wrapped-lines.ts'
import { findQaColumns, type QaColumns } from '../lists/column-names.ts'
import { type Drafting, lastFrom, leaveOut, takePair } from './draft.ts'
import { headingQuestion } from './section-pairs.ts'

export function takeTablePairs(drafting: Drafting): void {
  const asking = askingRows(drafting.document.blocks)
  for (const [i, block] of drafting.document.blocks.entries()) {
    const { kind, cells = [], columns = [] } = block
    if (kind !== 'row' || drafting.taken[i]) continue
    const qa = findQaColumns(columns) ?? asking.get(block)
    if (!qa) continue
    const spans = cellsIn(block)
    const answer = spans[qa.answer] ?? { start: 0, end: 0 }
    if (!takePair(drafting, { question: cells[qa.question] ?? '', at: i, last: i, ...answer })) {
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

const FEWEST_ROWS = 3

// Rule (off: new Map()): if most rows of the same width ask in one column, the next column answers, whatever the names; tables without a header.
function askingRows(blocks: readonly Block[]): ReadonlyMap<Block, QaColumns> {
  const widthOf = ({ kind, cells = [] }: Block) => (kind === 'row' ? cells.length : 0)
  const rows = blocks.filter(({ kind }) => kind === 'row')
  const found = [...Map.groupBy(rows, widthOf).values()].flatMap((alike) => {
    const asks = Map.groupBy(alike, ({ cells = [] }) => cells.slice(0, -1).findIndex(isQuestion))
    const most = [...asks].find(([, { length }]) => length >= FEWEST_ROWS && length * 2 > alike.length)
    const [question = -1] = most ?? []
    const isPair = (row: Block) => isQuestion(row.cells?.[question] ?? '') || isBelowQuestion(row, question)
    return question < 0
      ? []
      : alike.filter(isPair).map((row) => [row, { question, answer: question + 1 }] as const)
  })
  return new Map(found)

  // Rule (off: false): "Change of address" in a column of questions asks too. The first row of a table may be its header.
  function isBelowQuestion(row: Block, question: number): boolean {
    const above = blocks[blocks.indexOf(row) - 1]
    return (
      above !== undefined && widthOf(above) === widthOf(row) && /\p{L}/u.test(row.cells?.[question] ?? '')
    )
  }
}

/** The positions of the cells of a row, searched from the end of its text because column names precede cells; an empty span if not found. */
function cellsIn({ cells = [], text, start }: Block): Span[] {
  let to = text.length
  const found = cells.toReversed().map((cell) => {
    const own = cleanText(cell)
    const at = own.length > to ? -1 : text.lastIndexOf(own, to - own.length)
    if (at < 0) return { start: start + to, end: start + to }
    to = at
    return { start: start + at, end: start + at + own.length }
  })
  return found.toReversed()
}

/** A <summary> or a series of terms is the question; the rest of the <details>, or the definitions, is the answer. */
export function takeGroups(drafting: Drafting): void {
  const { blocks, text } = drafting.document
  for (let i = 0; i < blocks.length; i++) {
    const { kind, group, path, start, text: name } = blocks[i]!
    if (!/^(?:summary|term)$/.test(kind) || drafting.taken[i]) continue
    const lastOf = (at: number, asks: boolean) =>
      lastFrom(drafting, at, (next) => next.group === group && (next.kind === kind) === asks)
    const lastTerm = lastOf(i, true)
    const last = lastOf(lastTerm, false)
    if (last === lastTerm) for (let at = i; at <= last; at++) leaveOut(drafting, at)
    else if (!takeByLanguage(drafting, i, lastTerm, last)) {
      const term = text.slice(start, blocks[lastTerm]!.end).replace(/\n+/g, ', ')
      // A term that is not a question gets its headings as context.
      const isWhole = kind === 'summary' || isQuestion(term)
      const question = isWhole ? term : headingQuestion(drafting, [...path, term])
      // A page may repeat the question as a heading above its answer, as the target of a link.
      const below = blocks[lastTerm + 1]!
      const isRepeated = below.kind === 'heading' && lettersOf(below.text) === lettersOf(name)
      takePair(drafting, { question, at: i, last, start: isRepeated ? below.end : blocks[lastTerm]!.end })
    }
    i = last
  }
}

// Rule (off: false): terms in several languages, followed by definitions in the same languages: each definition belongs to the term in its language.
function takeByLanguage(drafting: Drafting, first: number, lastTerm: number, last: number): boolean {
  const { blocks } = drafting.document
  const terms = blocks.slice(first, lastTerm + 1)
  if (terms.length < 2 || terms.some(({ lang }) => !lang)) return false
  const definitions = blocks.slice(lastTerm + 1, last + 1)
  for (const { lang, text: question } of terms) {
    const isOwn = (block: Block) => block.lang === lang
    const at = lastTerm + 1 + definitions.findIndex(isOwn)
    const end = lastTerm + 1 + definitions.findLastIndex(isOwn)
    if (at > lastTerm) takePair(drafting, { question, at, last: end, start: blocks[at]!.start })
  }
  drafting.taken.fill(true, first, lastTerm + 1)
  return true
}
