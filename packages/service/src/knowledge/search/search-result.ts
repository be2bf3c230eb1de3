/** The input and the result of a search. */
import type { AdminSearchResponse, SearchHit } from '@tandem/contract/search'
import type { Band } from '@tandem/search/confidence'
import type { PairText } from '../pair-store.ts'

export interface SearchInput {
  readonly text: string
  readonly limit: number
  /** With neither list, everything is searched; with one or both, all that they name. Ids of other agents find nothing. */
  readonly baseIds?: readonly string[] | undefined
  readonly documentIds?: readonly string[] | undefined
  /** Explains why each hit was found, which most searches do not need. */
  readonly explained?: boolean | undefined
  /** A document whose draft counts as if it were applied. */
  readonly draft?: string | undefined
}

/** A passage has an empty question. */
export interface Hit extends PairText {
  readonly docId: string
  readonly docName: string
  readonly ordinal: number
  readonly pairId: string
  readonly score: number
  readonly confidence: number
  readonly band: Band
  /** A place in a text or a row of a spreadsheet, not a pair: its band is `offer` at most. */
  readonly isPassage: boolean
  /** The hit is sure by its question; else by what its answer says. */
  readonly isAsked: boolean
  /** Only with `explained`. */
  readonly explanation?: SearchHit['explain']
}

/** Whether embeddings were used. */
export type EmbeddingNote = AdminSearchResponse['embedding']

export interface SearchResult {
  readonly hits: readonly Hit[]
  readonly embedding: EmbeddingNote
}

/** Finds the pairs and passages of an agent that answer a question. Sure pairs come first, then the best by score. */
export type Search = (agentId: string, input: SearchInput) => Promise<SearchResult>

const EXCERPT_CHARS = 160

/** The name of a passage, as the question is that of a pair: its beginning, and its document. */
function passageName(text: string, docName: string): string {
  const line = text
    .slice(0, EXCERPT_CHARS * 2)
    .replace(/\s+/gu, ' ')
    .trim()
  return `${excerptOf(line)} (${docName})`
}

/** Cut between words where there are any. */
function excerptOf(line: string): string {
  if (line.length <= EXCERPT_CHARS) return line
  const cut = line.slice(0, EXCERPT_CHARS)
  const blank = cut.lastIndexOf(' ')
  return `${(blank > EXCERPT_CHARS / 2 ? cut.slice(0, blank) : cut).toWellFormed()}…`
}

export function nameOf(hit: PairText & { readonly docName: string }): string {
  return hit.question === '' ? passageName(hit.answer, hit.docName) : hit.question
}
