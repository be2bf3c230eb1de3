/** How much of a document its pairs hold, and what none of them does. */
import { isQuestion } from '@tandem/languages/is-question'
import type { Span } from '@tandem/languages/sentences'
import type { Block } from '../document/document.ts'
import { LONGEST_QUESTION_CHARS } from '../document/question-marks.ts'
import { excerptOf } from '../document/split-text.ts'
import { type Draft, type Drafting, hasContent } from './draft.ts'

export interface Coverage {
  readonly text_chars: number
  readonly covered_chars: number
  readonly uncovered: readonly { readonly start: number; readonly end: number; readonly excerpt: string }[]
}

const EXCERPT_CHARS = 160
/** A long table may have a cell beside each answer; all are counted, so many listed, and their column is named in a warning. */
const MOST_LISTED = 500

/** A heading is covered when anything in its section is; what may belong to another question counts as uncovered. */
export function coverageOf(drafting: Drafting): Coverage {
  const { document, leftOut, unused, drafts } = drafting
  const { blocks, text } = document
  const doubtful = drafts.flatMap((draft) => doubtfulPart(blocks, draft))
  const isCovered = coveredBlocks(drafting)
  const left: { start: number; end: number }[] = []
  for (const [i, { start, end }] of blocks.entries()) {
    if (isCovered[i] || !hasContent(text.slice(start, end))) continue
    const before = left.at(-1)
    // Each question that nobody has answered is listed.
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
  /** Headings above this level have something in their section. */
  let reach = Number.NEGATIVE_INFINITY
  for (const [i, { kind, level }] of [...blocks.entries()].reverse()) {
    if (isCovered[i]) reach = Number.POSITIVE_INFINITY
    if (kind !== 'heading') continue
    isCovered[i] ||= level < reach
    reach = Math.min(reach, level)
  }
  return isCovered
}

/** From a line inside an answer that asks by itself, the rest may be the answer to that: it stays in its pair and counts as uncovered. */
function doubtfulPart(blocks: readonly Block[], { at: asked, last, how }: Draft): Span[] {
  if (how !== 'structure') return []
  const inside = blocks.slice(asked + 2, last + 1)
  const at = inside.findIndex((each, i) => asks(each) && i + 1 < inside.length && !asks(inside[i + 1]!))
  return at < 0 ? [] : inside.slice(at)
}

const asks = ({ kind, text }: Block) =>
  kind !== 'row' && kind !== 'code' && text.length <= LONGEST_QUESTION_CHARS && isQuestion(text)
