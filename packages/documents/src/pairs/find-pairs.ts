/**
 * Question-answer pairs of a document, without a model: the structure that is there first, then sections under their headings,
 * then plain paragraphs. Every block ends up in exactly one pair, or is listed as uncovered.
 */
import { type DocumentFormat, LONGEST_HEADING_CHARS, type ReadDocument } from '../document/document.ts'
import { pack, shorten } from '../document/split-text.ts'
import { leaveOutContents } from './contents-list.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { type Draft, type Drafting, type How, hasContent, type PairOptions } from './draft.ts'
import { takeGroups, takeTablePairs } from './marked-pairs.ts'
import { takeQuestions } from './questions.ts'
import { openingQuestion, takeSections, titleOf } from './section-pairs.ts'

/** Without a heading a pair is known by its first sentence alone, so it should not hold much more than that is about. */
const PARAGRAPH_SHARE = 15

export interface ConvertedPair {
  readonly question: string
  readonly answer: string
  readonly origin: {
    readonly page?: number
    readonly heading?: string
    /** Character range in the normalised text; it holds the answer, and the question where that stands beside it. */
    readonly start: number
    readonly end: number
    readonly how: How
    /** Why a check kept the pair back; absent when none did. */
    readonly held?: readonly string[]
  }
}

export interface Converted {
  readonly format: DocumentFormat
  readonly pairs: readonly ConvertedPair[]
  readonly coverage: Coverage
  readonly warnings: readonly string[]
}

export function findPairs(document: ReadDocument, options: PairOptions): Converted {
  const { format, blocks } = document
  const warnings = new Set(document.warnings)
  const drafting: Drafting = {
    document,
    options,
    title: titleOf(blocks),
    taken: blocks.map(() => false),
    leftOut: new Set(),
    drafts: [],
    unused: [],
    warn: (warning) => void warnings.add(warning),
  }
  leaveOutContents(drafting)
  takeTablePairs(drafting)
  takeGroups(drafting)
  takeQuestions(drafting)
  takeSections(drafting)
  const drafts = drafting.drafts.sort((a, b) => a.start - b.start)
  const pairs = drafts.flatMap((draft) => toPairs(drafting, draft))
  const alike = Map.groupBy(pairs, ({ question, answer }) => JSON.stringify([question, answer]))
  if (alike.size < pairs.length)
    drafting.warn(`Pairs that stood in the document twice were taken once: ${pairs.length - alike.size}.`)
  return {
    format,
    pairs: [...alike.values()].map(([first]) => first!),
    coverage: coverageOf(drafting),
    warnings: [...warnings],
  }
}

function toPairs(drafting: Drafting, draft: Draft): ConvertedPair[] {
  const { document, options, warn } = drafting
  const { question, at, from, how } = draft
  const { kind, text: name, path } = document.blocks[at]!
  const names = kind === 'heading' ? [...path, name] : path
  // Each pair has them all: one of a megabyte, over thousands of pairs, would fill the disk.
  const heading = names.map((each) => shorten(each, LONGEST_HEADING_CHARS)).join(' › ')
  const parts = partsOf(drafting, draft)
  return parts.map(({ start, end, page }, i) => {
    const answer = document.text.slice(start, end)
    const asked = how === 'paragraph' ? openingQuestion(answer) : question
    const suffix = i === 0 || how === 'paragraph' ? '' : ` (${i + 1}/${parts.length})`
    const mostChars = options.questionLimitChars - suffix.length
    if (asked.length > mostChars)
      warn(`A question longer than ${mostChars} characters was shortened: “${shorten(asked, 80)}”.`)
    return {
      question: shorten(asked, mostChars) + suffix,
      answer,
      origin: { ...(page && { page }), ...(heading && { heading }), start: i === 0 ? from : start, end, how },
    }
  })
}

/** Cuts a section longer than a chunk, and an answer longer than may be stored: at paragraphs, and never in silence. */
function partsOf({ document, options, warn }: Drafting, draft: Draft) {
  const { text, blocks } = document
  const { question, at, last, start, end, how } = draft
  const { answerLimitChars: maxChars, chunkTokens, countTokens } = options
  const isAnswer = how === 'structure'
  if (isAnswer && end - start <= maxChars) return [{ start, end, page: blocks[at]!.page }]
  const spans = blocks
    .slice(at, last + 1)
    .map((block) => ({ ...block, start: Math.max(block.start, start), end: Math.min(block.end, end) }))
    .filter((span) => span.start < span.end)
  // A piece of the splitter is one pair, whatever its length.
  const maxTokens = isAnswer || blocks.at(-1)!.piece > 0 ? Number.POSITIVE_INFINITY : chunkTokens
  const enoughTokens = how === 'paragraph' ? maxTokens / PARAGRAPH_SHARE : maxTokens
  const { parts, cutInside } = pack(text, spans, { maxTokens, enoughTokens, maxChars, countTokens })
  if (isAnswer)
    warn(
      `An answer longer than ${maxChars} characters became ${parts.length} pairs: “${shorten(question, 80)}”.`,
    )
  if (cutInside)
    warn('A sentence longer than an answer may be was cut at a word; its parts follow each other.')
  return parts
    .filter((part) => hasContent(text.slice(part.start, part.end)))
    .map((part) => ({ ...part, page: spans[part.first]!.page }))
}
