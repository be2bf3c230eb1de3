/** The stored report of a conversion: the format of the file, the coverage of its text, and the pairs held back. */
import type { Coverage } from '@tandem/documents/coverage'
import type { ConvertedPair } from '@tandem/documents/find-pairs'
import { shorten } from '@tandem/documents/split-text'
import { z } from 'zod'
import type { ConvertedRest } from './convert-job.ts'
import type { Place } from './model/plan-parts.ts'

const span = z.object({ start: z.number(), end: z.number(), excerpt: z.string() })
const coverage = z.object({ text_chars: z.number(), covered_chars: z.number(), uncovered: z.array(span) })
const stored = z.object({
  format: z.string(),
  pairs: z.number().default(0),
  coverage,
  warnings: z.array(z.string()),
  /** The figures before any model was asked, for a second run of chunks that failed. */
  before: z.object({ coverage, warnings: z.array(z.string()) }).optional(),
  /** Name of the model; null when none was needed. */
  model: z.string().nullable().default(null),
  chunks: z.object({ total: z.number(), done: z.number(), failed: z.number() }).nullable().default(null),
  /** The first pairs that a check held back, and the number of all. */
  held: z
    .array(z.object({ question: z.string(), answer: z.string(), origin: z.looseObject({}) }))
    .default([]),
  held_count: z.number().default(0),
  repeated: z.number().default(0),
})

type RunReport = z.output<typeof stored>

const HELD_LISTED = 200
const UNCOVERED_LISTED = 1000
const EXCERPT_CHARS = 160

/** The beginning of a text, on one line. */
export const excerptOf = (text: string) => shorten(text.replace(/\s+/gu, ' '), EXCERPT_CHARS)

export function parseReport(json: string): RunReport {
  return stored.parse(JSON.parse(json))
}

/** The report before any model was asked. */
export function firstReport({ format, coverage, warnings }: ConvertedRest, model: string | null): RunReport {
  return {
    format,
    pairs: 0,
    coverage: { ...coverage, uncovered: [...coverage.uncovered] },
    warnings: [...warnings],
    model,
    chunks: null,
    held: [],
    held_count: 0,
    repeated: 0,
  }
}

export interface Collected {
  pairs: number
  repeated: number
  /** Pairs that stand in for what a model left out of a chunk that did not fail. */
  kept: number
  held: ConvertedPair[]
  heldCount: number
  uncovered: Coverage['uncovered'][number][]
}

export function noneCollected(): Collected {
  return { pairs: 0, repeated: 0, kept: 0, held: [], heldCount: 0, uncovered: [] }
}

export function collectHeld(collected: Collected, held: readonly ConvertedPair[]): void {
  collected.heldCount += held.length
  if (collected.held.length < HELD_LISTED) collected.held.push(...held)
}

const pairsWere = (count: number) => (count === 1 ? '1 pair was' : `${count} pairs were`)

/** The report after the last chunk. Text that the model left out counts as uncovered, beside text that was uncovered before. */
export function lastReport(first: RunReport, collected: Collected, chunks: RunReport['chunks']): RunReport {
  const before = first.before ?? { coverage: first.coverage, warnings: first.warnings }
  const { coverage, warnings } = before
  const left = collected.uncovered.reduce((sum, { start, end }) => sum + end - start, 0)
  const uncovered = [...coverage.uncovered, ...collected.uncovered].sort((a, b) => a.start - b.start)
  const { repeated, kept, heldCount } = collected
  const { failed = 0, total = 0 } = chunks ?? {}
  const counted: [count: number, warning: string][] = [
    [repeated, `${pairsWere(repeated)} made twice from different passages and taken once.`],
    [
      failed,
      `${failed} of ${total} chunks could not be converted by the model, or not whole; they are listed.`,
    ],
    [kept, `${pairsWere(kept)} stored as the text stands, since the model made nothing of it.`],
    [
      heldCount,
      `${pairsWere(heldCount)} held back, since the text does not bear ${heldCount === 1 ? 'it' : 'them'} out.`,
    ],
  ]
  const more = counted.flatMap(([count, warning]) => (count > 0 ? [warning] : []))
  return {
    ...first,
    before,
    pairs: collected.pairs,
    coverage: {
      ...coverage,
      covered_chars: Math.max(0, coverage.covered_chars - left),
      uncovered: uncovered.slice(0, UNCOVERED_LISTED),
    },
    warnings: [...warnings, ...more],
    chunks,
    held: collected.held.slice(0, HELD_LISTED).map((pair) => ({ ...pair, origin: { ...pair.origin } })),
    held_count: collected.heldCount,
    repeated: collected.repeated,
  }
}

/** Counts the pending chunks as uncovered: they are in no pair yet. */
export function withoutPending(
  { text_chars, covered_chars, uncovered }: RunReport['coverage'],
  pending: readonly { readonly place: string; readonly head: string }[],
): RunReport['coverage'] {
  const open = pending.map(({ place, head }) => {
    const { start, end } = JSON.parse(place) as Place
    return { start, end, excerpt: excerptOf(head) }
  })
  const known = uncovered.filter(({ start }) => !open.some((span) => span.start <= start && start < span.end))
  const chars = open.reduce((sum, { start, end }) => sum + end - start, 0)
  return {
    text_chars,
    covered_chars: Math.max(0, covered_chars - chars),
    uncovered: [...known, ...open].sort((a, b) => a.start - b.start).slice(0, UNCOVERED_LISTED),
  }
}
