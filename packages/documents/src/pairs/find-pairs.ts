/**
 * Finds the question-answer pairs of a document without a model: first by explicit structure, then sections under their headings,
 * then plain paragraphs. Every block is in exactly one pair or is listed as uncovered.
 */
import { LONGEST_HEADING_CHARS, type ReadDocument } from '../document/document.ts'
import { pack, shorten } from '../document/split-text.ts'
import { leaveOutContents } from './contents-list.ts'
import { coverageOf } from './coverage.ts'
import { type Draft, type Drafting, type How, hasContent, type PairOptions } from './draft.ts'
import { takeGroups, takeTablePairs } from './marked-pairs.ts'
import { takeQuestions } from './questions.ts'
import { openingQuestion, takeSections, titleOf } from './section-pairs.ts'

/** A pair without a heading is known only by its first sentence, so it should hold little more: this fraction of a chunk. */
const PARAGRAPH_SHARE = 15

export interface ConvertedPair {
  readonly question: string
  readonly answer: string
  readonly origin: {
    readonly page?: number
    readonly heading?: string
    /** Character range in the normalised text; it contains the answer, and the question if that precedes it. */
    readonly start: number
    readonly end: number
    readonly how: How
    /** The reasons why a check held the pair back; absent if none did. */
    readonly held?: readonly string[]
  }
}

export type Converted = ReturnType<typeof findPairs>

export function findPairs(document: ReadDocument, options: PairOptions) {
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
  // Every pair repeats all its headings: one heading of a megabyte, in thousands of pairs, would fill the disk.
  const heading = names.map((each) => shorten(each, LONGEST_HEADING_CHARS)).join(' › ')
  const parts = partsOf(drafting, draft)
  return parts.map(({ start, end, page }, i) => {
    const answer = asOuterList(document.text, start, end)
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

/** Divides sections longer than a chunk and answers longer than the storage limit, between blocks if possible. Warns of divided answers. */
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
  // A piece between two splitters is one pair, regardless of its number of tokens.
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

/** The text from `start` to `end`. A list that stands within another one is not indented without it. */
function asOuterList(text: string, start: number, end: number): string {
  const [, indent = ''] = /\n( +)$/.exec(text.slice(Math.max(0, start - 100), start)) ?? []
  const own = text.slice(start, end)
  return indent === '' ? own : own.replaceAll(`\n${indent}`, '\n')
}
