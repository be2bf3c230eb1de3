/** How much of a document its pairs hold, and what none of them does. */

import type { Block } from '../document/document.ts'
import { isQuestion, LONGEST_QUESTION_CHARS } from '../document/question-marks.ts'
import { excerptOf, type Span } from '../document/split-text.ts'
import { type Draft, type Drafting, hasContent } from './draft.ts'

export interface Coverage {
  readonly text_chars: number
  readonly covered_chars: number
  readonly uncovered: readonly { readonly start: number; readonly end: number; readonly excerpt: string }[]
}

const EXCERPT_CHARS = 160
/** A long table may have a cell beside each answer; all are counted, so many listed, and their column is named in a warning. */
const CELLS_LISTED = 500

/** A heading is covered when anything in its section is; what may belong to another question counts as uncovered. */
export function coverageOf({ document, taken, unused: beside, drafts }: Drafting): Coverage {
  const { blocks, text } = document
  const unused = [...beside, ...drafts.flatMap((draft) => doubtful(blocks, draft))]
  unused.sort((a, b) => a.start - b.start)
  const isCovered = [...taken]
  const open: { at: number; level: number }[] = []
  for (const [i, { kind, level = 0 }] of blocks.entries()) {
    if (kind === 'heading') {
      while ((open.at(-1)?.level ?? -1) >= level) open.pop()
      open.push({ at: i, level })
    }
    if (taken[i]) for (const { at } of open) isCovered[at] = true
  }
  let textChars = 0
  let coveredChars = 0
  const uncovered: { start: number; end: number }[] = []
  let next = 0
  let cells = 0
  for (const [i, { start, end }] of blocks.entries()) {
    textChars += end - start
    const inside: Span[] = []
    for (; next < unused.length && unused[next]!.end <= end; next++) inside.push(unused[next]!)
    if (isCovered[i]) {
      coveredChars += end - start - inside.reduce((sum, each) => sum + each.end - each.start, 0)
      for (const each of inside) {
        const isCell = each.end - each.start < end - start
        if (!isCell || cells++ < CELLS_LISTED) uncovered.push({ ...each })
      }
    } else if (hasContent(text.slice(start, end))) {
      const before = uncovered.at(-1)
      if (before && i > 0 && !isCovered[i - 1]) before.end = end
      else uncovered.push({ start, end })
    }
  }
  const excerptIn = ({ start, end }: Span) => excerptOf(text.slice(start, end), EXCERPT_CHARS)
  const listed = uncovered.map((each) => ({ ...each, excerpt: excerptIn(each) }))
  return { text_chars: textChars, covered_chars: coveredChars, uncovered: listed }
}

/** From a line inside an answer that asks by itself, the rest may be the answer to that: it stays in its pair and counts as uncovered. */
function doubtful(blocks: readonly Block[], { at: asked, end, how }: Draft): Span[] {
  if (how !== 'structure') return []
  const first = asked + 1
  let last = first
  while (last < blocks.length && blocks[last]!.end <= end) last++
  const inside = blocks.slice(first, last)
  const at = inside.findIndex(
    (each, i) => i > 0 && asks(each) && i + 1 < inside.length && !asks(inside[i + 1]!),
  )
  return at < 0 ? [] : inside.slice(at).map((each) => ({ start: each.start, end: each.end }))
}

function asks({ kind, text }: Block): boolean {
  return (
    /^(?:paragraph|item|heading)$/.test(kind) && text.length <= LONGEST_QUESTION_CHARS && isQuestion(text)
  )
}
