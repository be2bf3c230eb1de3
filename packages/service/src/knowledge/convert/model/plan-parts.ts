/**
 * Decides which parts of a document a model is asked about. Pairs that stand in the document as question and answer stay as they
 * are, and so do sections whose heading names their topic. The rest goes to the model: text without headings, sections under a
 * heading of one word, and sections so long that they were cut. Neighbours go together, up to `chunk_token`. Each part keeps the
 * pairs it would have without a model.
 */
import type { ReadDocument } from '@tandem/documents/document'
import { hasContent } from '@tandem/documents/draft'
import type { Converted, ConvertedPair } from '@tandem/documents/find-pairs'
import { numberMarkChars } from '@tandem/documents/question-marks'
import { pack } from '@tandem/documents/split-text'

export interface Place {
  readonly page?: number
  readonly heading?: string
  readonly start: number
  readonly end: number
}

export interface Part {
  readonly place: Place
  /** The text for the model; absent where the pairs are good as they are. */
  readonly text?: string
  readonly pairs: readonly ConvertedPair[]
}

interface PartLimits {
  readonly chunkTokens: number
  readonly chunkChars: number
  readonly countTokens: (text: string) => number
}

const FOUND_AT_ONCE = 100
const CUT = / \(\d+\/\d+\)$/u

export function planParts(document: ReadDocument, converted: Converted, limits: PartLimits): Part[] {
  const isCutByMark = document.blocks.some(({ piece }) => piece > 0)
  const cut = new Set(
    converted.pairs.filter(({ question }) => CUT.test(question)).map(({ question }) => baseOf(question)),
  )
  const groups: { forModel: boolean; pairs: ConvertedPair[] }[] = []
  for (const pair of converted.pairs) {
    const forModel = !isGood(pair, cut)
    const last = groups.at(-1)
    if (last?.forModel === forModel && fitsInto(last.pairs, pair, forModel)) last.pairs.push(pair)
    else groups.push({ forModel, pairs: [pair] })
  }
  return groups.map(({ pairs, forModel }) => partOf(document, pairs, forModel))

  function fitsInto(pairs: readonly ConvertedPair[], pair: ConvertedPair, forModel: boolean): boolean {
    if (!forModel) return pairs.length < FOUND_AT_ONCE
    // Pieces that a splitter cut are not joined for a model.
    if (isCutByMark) return false
    const text = document.text.slice(pairs[0]?.origin.start, pair.origin.end)
    return text.length <= limits.chunkChars && limits.countTokens(text) <= limits.chunkTokens
  }
}

/** All pairs as they are, when no model is asked. */
export function foundParts(document: ReadDocument, pairs: readonly ConvertedPair[]): Part[] {
  return Array.from({ length: Math.ceil(pairs.length / FOUND_AT_ONCE) }, (_, i) =>
    partOf(document, pairs.slice(i * FOUND_AT_ONCE, (i + 1) * FOUND_AT_ONCE), false),
  )
}

/** All the text of a document without pairs, cut for the model. */
export function planWhole(document: ReadDocument, limits: PartLimits): Part[] {
  const { text } = document
  if (!hasContent(text)) return []
  const { parts } = pack(text, document.blocks, {
    maxTokens: limits.chunkTokens,
    maxChars: limits.chunkChars,
    countTokens: limits.countTokens,
  })
  return parts.map((place) => ({ place, text: text.slice(place.start, place.end), pairs: [] }))
}

const baseOf = (question: string) => question.replace(CUT, '')

function isGood({ question, origin }: ConvertedPair, cut: ReadonlySet<string>): boolean {
  if (origin.how === 'structure') return true
  if (origin.how === 'paragraph' || cut.has(baseOf(question))) return false
  return namesTopic(origin.heading?.split(' › ').at(-1) ?? '')
}

/** At least two words, or four characters in scripts without spaces. */
export function namesTopic(heading: string): boolean {
  const text = heading
    .slice(numberMarkChars(heading))
    .replace(/[:：]\s*$/u, '')
    .trim()
  if (/[\u3040-\u9fff\uac00-\ud7a3]/u.test(text)) return [...text.replace(/\s/gu, '')].length >= 4
  return (text.match(/[\p{L}\p{M}]{2,}/gu) ?? []).length >= 2
}

function partOf(document: ReadDocument, pairs: readonly ConvertedPair[], forModel: boolean): Part {
  const first = pairs[0] as ConvertedPair
  const last = pairs.at(-1) as ConvertedPair
  const { page, heading, start } = first.origin
  const { end } = last.origin
  const place: Place = {
    ...(page !== undefined && { page }),
    ...(heading !== undefined && { heading }),
    start,
    end,
  }
  return { place, pairs, ...(forModel && { text: document.text.slice(start, end) }) }
}
