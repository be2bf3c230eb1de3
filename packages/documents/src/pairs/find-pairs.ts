/**
 * Question-answer pairs of a document, without a model: the structure that is there first, then sections under their headings,
 * then plain paragraphs. Every block ends up in exactly one pair, or is listed as uncovered.
 */
import { type DocumentFormat, LONGEST_HEADING_CHARS, type ReadDocument } from '../document/document.ts'
import { pack, type Span, shorten } from '../document/split-text.ts'
import { leaveOutContents } from './contents-list.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import type { Draft, Drafting, How, PairOptions } from './draft.ts'
import { takeLabelledPairs } from './labelled-pairs.ts'
import { takeDefinitions, takeDetails, takeTablePairs } from './marked-pairs.ts'
import { takeQuestionLines } from './question-lines.ts'
import { takeSections } from './section-pairs.ts'
import { titleOf } from './section-question.ts'

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
    drafts: [],
    unused: [],
    warn: (warning) => void warnings.add(warning),
  }
  leaveOutContents(drafting)
  takeTablePairs(drafting)
  takeDetails(drafting)
  takeDefinitions(drafting)
  takeLabelledPairs(drafting)
  takeQuestionLines(drafting)
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
  const { options, warn } = drafting
  const { text, blocks } = drafting.document
  const { question, at, from, how } = draft
  const { kind, text: name, path, page } = blocks[at]!
  const names = kind === 'heading' ? [...path, name] : path
  // Each pair has them all: one of a megabyte, over thousands of pairs, would fill the disk.
  const heading = names.map((each) => shorten(each, LONGEST_HEADING_CHARS)).join(' › ')
  const parts = splitAnswer(drafting, draft, options.answerLimitChars)
  return parts.map(({ start, end }, i) => {
    const suffix = i === 0 ? '' : ` (${i + 1}/${parts.length})`
    const mostChars = options.questionLimitChars - suffix.length
    if (question.length > mostChars)
      warn(`A question longer than ${mostChars} characters was shortened: “${shorten(question, 80)}”.`)
    return {
      question: shorten(question, mostChars) + suffix,
      answer: text.slice(start, end),
      origin: {
        ...(page !== undefined && { page }),
        ...(heading && { heading }),
        start: i === 0 ? from : start,
        end,
        how,
      },
    }
  })
}

/** An answer longer than may be stored becomes several pairs, cut at paragraphs, never in silence. */
function splitAnswer({ document, warn }: Drafting, draft: Draft, maxChars: number): Span[] {
  if (draft.end - draft.start <= maxChars) return [draft]
  const spans = document.blocks
    .filter(({ start, end }) => end > draft.start && start < draft.end)
    .map(({ start, end }) => ({ start: Math.max(start, draft.start), end: Math.min(end, draft.end) }))
  const countTokens = ({ length }: string) => length
  const { parts } = pack(document.text, spans, { maxTokens: maxChars, maxChars, countTokens })
  const opening = shorten(draft.question, 80)
  warn(`An answer longer than ${maxChars} characters became ${parts.length} pairs: “${opening}”.`)
  return parts
}
