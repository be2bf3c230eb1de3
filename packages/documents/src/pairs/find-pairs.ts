/**
 * Question-answer pairs of a document, without a model: the structure that is there first, then sections under their headings,
 * then plain paragraphs. Every block ends up in exactly one pair, or is listed as uncovered.
 */
import { type DocumentFormat, LONGEST_HEADING_CHARS, type ReadDocument } from '../document/document.ts'
import { pack, type Span, shorten } from '../document/split-text.ts'
import { leaveOutContents } from './contents-list.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import type { Draft, Drafting, How } from './draft.ts'
import { takeLabelledPairs } from './labelled-pairs.ts'
import { takeDefinitions, takeDetails, takeTablePairs } from './marked-pairs.ts'
import { takeQuestionLines } from './question-lines.ts'
import { takeSections } from './section-pairs.ts'
import { createQuestionWriter } from './section-question.ts'

export interface PairOptions {
  readonly chunkTokens: number
  readonly questionLimitChars: number
  readonly answerLimitChars: number
  readonly countTokens: (text: string) => number
}

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
  const warnings = new Set(document.warnings)
  const warn = (warning: string) => void warnings.add(warning)
  const taken = document.blocks.map(() => false)
  const drafting: Drafting = { document, taken, drafts: [], unused: [], listed: new Set() }
  const writeQuestion = createQuestionWriter(document)
  const byPiece = document.blocks.some(({ piece }) => piece > 0)
  leaveOutContents(drafting, warn)
  takeTablePairs(drafting, warn)
  takeDetails(drafting)
  takeDefinitions(drafting, writeQuestion)
  takeLabelledPairs(drafting)
  takeQuestionLines(drafting, (text) => options.countTokens(text) <= options.chunkTokens)
  takeSections(drafting, writeQuestion, {
    byPiece,
    maxTokens: byPiece ? Number.POSITIVE_INFINITY : options.chunkTokens,
    maxChars: options.answerLimitChars,
    countTokens: options.countTokens,
    warn,
  })
  const drafts = drafting.drafts.sort((a, b) => a.start - b.start)
  const pairs = drafts.flatMap((draft) => toPairs(document, draft, options, warn))
  return {
    format: document.format,
    pairs: withoutRepeats(pairs, warn),
    coverage: coverageOf(drafting),
    warnings: [...warnings],
  }
}

function toPairs(
  document: ReadDocument,
  draft: Draft,
  options: PairOptions,
  warn: (warning: string) => void,
): ConvertedPair[] {
  const { text } = document
  const { block, how } = draft
  const parts = splitAnswer(document, draft, options, warn)
  const suffix = (i: number) => (i === 0 ? '' : ` (${i + 1}/${parts.length})`)
  return parts.map((part, i) => {
    const mostChars = options.questionLimitChars - suffix(i).length
    const question = shorten(draft.question, mostChars) + suffix(i)
    if (draft.question.length > mostChars)
      warn(`A question longer than ${mostChars} characters was shortened: “${shorten(question, 80)}”.`)
    // Each pair has them all: one of a megabyte, over thousands of pairs, would fill the disk.
    const heading = (block.kind === 'heading' ? [...block.path, block.text] : block.path).map((each) =>
      shorten(each, LONGEST_HEADING_CHARS),
    )
    return {
      question,
      answer: text.slice(part.start, part.end),
      origin: {
        ...(block.page !== undefined && { page: block.page }),
        ...(heading.length > 0 && { heading: heading.join(' › ') }),
        start: i === 0 ? draft.from : part.start,
        end: part.end,
        how,
      },
    }
  })
}

/** An answer longer than may be stored becomes several pairs, cut at paragraphs, never in silence. */
function splitAnswer(
  document: ReadDocument,
  draft: Draft,
  options: PairOptions,
  warn: (warning: string) => void,
): Span[] {
  if (draft.end - draft.start <= options.answerLimitChars) return [draft]
  const spans = document.blocks
    .filter(({ start, end }) => end > draft.start && start < draft.end)
    .map(({ start, end }) => ({ start: Math.max(start, draft.start), end: Math.min(end, draft.end) }))
  const maxChars = options.answerLimitChars
  const { parts } = pack(document.text, spans, {
    maxTokens: maxChars,
    maxChars,
    countTokens: ({ length }) => length,
  })
  warn(
    `An answer longer than ${options.answerLimitChars} characters became ${parts.length} pairs: “${shorten(draft.question, 80)}”.`,
  )
  return parts
}

function withoutRepeats(pairs: readonly ConvertedPair[], warn: (warning: string) => void): ConvertedPair[] {
  const seen = new Set<string>()
  const unlike = pairs.filter(({ question, answer }) => {
    const key = JSON.stringify([question, answer])
    return !seen.has(key) && seen.add(key)
  })
  if (unlike.length < pairs.length)
    warn(`Pairs that stood in the document twice were taken once: ${pairs.length - unlike.length}.`)
  return unlike
}
