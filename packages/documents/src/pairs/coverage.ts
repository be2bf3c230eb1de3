/** Measures how much of a document its pairs contain, and lists the text that is in no pair. */
import { isQuestion } from '@tandem/languages/is-question'
import type { Span } from '@tandem/languages/sentences'
import type { Block } from '../document/document.ts'
import { LONGEST_QUESTION_CHARS } from '../document/question-marks.ts'
import { excerptOf } from '../document/split-text.ts'
import { type Draft, type Drafting, hasContent } from './draft.ts'

export type Coverage = ReturnType<typeof coverageOf>

const EXCERPT_CHARS = 160
/** Maximum number of listed parts: a long table may have a cell beside each answer. All are counted, and a warning names their column. */
const MOST_LISTED = 500

/** A heading is covered if any block of its section is; text that may belong to another question counts as uncovered. */
export function coverageOf(drafting: Drafting) {
  const { document, leftOut, unused, drafts } = drafting
  const { blocks, text } = document
  const doubtful = drafts.flatMap((draft) => doubtfulPart(blocks, draft))
  const isCovered = coveredBlocks(drafting)
  const left: { start: number; end: number }[] = []
  for (const [i, { start, end }] of blocks.entries()) {
    if (isCovered[i] || !hasContent(text.slice(start, end))) continue
    const before = left.at(-1)
    // Each unanswered question is listed separately.
    const isOwn = leftOut.has(i) && left.length < MOST_LISTED
    if (before && !isCovered[i - 1] && !isOwn) before.end = end
    else left.push({ start, end })
  }
  const uncovered = [...left, ...doubtful, ...unused.slice(0, MOST_LISTED)].sort((a, b) => a.start - b.start)
  return {
    text_chars: charsIn(blocks),
    covered_chars: charsIn(blocks.filter((_, i) => isCovered[i])) - charsIn(unused) - charsIn(doubtful),
    uncovered: uncovered.map(({ start, end }) => {
      return { start, end, excerpt: excerptOf(text.slice(start, end), EXCERPT_CHARS) }
    }),
  }
}

const charsIn = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0)

function coveredBlocks({ document: { blocks }, taken, leftOut }: Drafting): boolean[] {
  const isCovered = taken.map((isTaken, i) => isTaken && !leftOut.has(i))
  /** A heading with a lower level than this has a covered block in its section. */
  let reach = Number.NEGATIVE_INFINITY
  for (const [i, { kind, level }] of [...blocks.entries()].reverse()) {
    if (isCovered[i]) reach = Number.POSITIVE_INFINITY
    if (kind !== 'heading') continue
    isCovered[i] ||= level < reach
    reach = Math.min(reach, level)
  }
  return isCovered
}

/** A question inside an answer may be answered by the text that follows it: from there on, the text stays in its pair but counts as uncovered. */
function doubtfulPart(blocks: readonly Block[], { at: asked, last, how }: Draft): Span[] {
  if (how !== 'structure') return []
  const inside = blocks.slice(asked + 2, last + 1)
  const at = inside.findIndex((each, i) => asks(each) && i + 1 < inside.length && !asks(inside[i + 1]!))
  return at < 0 ? [] : inside.slice(at)
}

const asks = ({ kind, text }: Block) =>
  kind !== 'row' && kind !== 'code' && text.length <= LONGEST_QUESTION_CHARS && isQuestion(text)
