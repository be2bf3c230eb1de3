/**
 * A chunk of a document as it is shown to a model, and its result. Parts that the model left out are stored as they would be
 * without a model, so that no document gets worse by a model.
 */
import type { Coverage } from '@tandem/documents/coverage'
import type { ConvertedPair } from '@tandem/documents/find-pairs'
import type { Place } from './plan-parts.ts'

export interface Chunk {
  readonly fileName: string
  readonly place: Place
  readonly text: string
  /** The pairs that the chunk has without a model. */
  readonly fallback: readonly ConvertedPair[]
}

export interface ChunkResult {
  readonly pairs: readonly ConvertedPair[]
  /** Pairs that the text does not support. */
  readonly held: readonly ConvertedPair[]
  readonly uncovered: Coverage['uncovered']
}

/** A pair is left out `mostly` when more than this share of it is in no pair of the model. */
const MOSTLY = 0.4
/** Shorter text is often page furniture: it is not added, only listed as uncovered. */
const LEAST_CHARS = 60
const LEAST_WORD = /[\p{L}\p{N}]/u

/** How much of the chunk's text the model's pairs were taken from, from 0 to 1. */
export function coveredShare({ text }: Chunk, { uncovered }: ChunkResult): number {
  const left = uncovered.reduce((sum, { start, end }) => sum + end - start, 0)
  return Math.max(0, 1 - left / Math.max(1, text.trim().length))
}

/** Adds pairs of the chunk without a model: with `at all`, those of which anything was left out; with `mostly`, most of it. */
export function withUncovered(chunk: Chunk, result: ChunkResult, extent: 'mostly' | 'at all'): ChunkResult {
  const kept = chunk.fallback.filter(({ origin: { start, end } }) => {
    const open = result.uncovered.filter((span) => span.start < end && span.end > start)
    if (!open.some(({ excerpt }) => LEAST_WORD.test(excerpt))) return false
    const chars = open.reduce((sum, span) => sum + Math.min(span.end, end) - Math.max(span.start, start), 0)
    return extent === 'at all' || (chars >= LEAST_CHARS && chars > (end - start) * MOSTLY)
  })
  if (kept.length === 0) return result
  const isKept = (span: { start: number; end: number }) =>
    kept.some(({ origin }) => origin.start <= span.start && span.end <= origin.end)
  return {
    ...result,
    pairs: [...result.pairs, ...kept].sort((a, b) => a.origin.start - b.origin.start),
    uncovered: result.uncovered.filter((span) => !isKept(span)),
  }
}
