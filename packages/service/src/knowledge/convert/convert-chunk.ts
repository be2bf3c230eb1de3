/**
 * One chunk and the model: asked, checked, asked once more when the answer is of no use. What comes out are pairs that the
 * text bears out, those that it does not, or the reason why there are none.
 */
import type { ChatModel, ChatTurn } from '../../models/chat-model.ts'
import type { ModelFailure } from '../../models/failure.ts'
import type { Clock } from '../../platform/clock.ts'
import { evidenceIn, sentencesAndLines } from './check-evidence.ts'
import { chunkAnswer, chunkMessage, complaint, MOST_PAIRS, SYSTEM } from './chunk-prompt.ts'
import type { ConvertLimits } from './convert.ts'
import { cleanText } from './document.ts'
import type { ConvertedPair, Coverage } from './find-pairs.ts'
import type { Place } from './plan-parts.ts'
import { shorten } from './section-question.ts'
import type { Span } from './split-text.ts'

export interface Chunk {
  readonly fileName: string
  readonly place: Place
  readonly text: string
  readonly fallback: readonly ConvertedPair[]
}

export interface ChunkResult {
  readonly pairs: readonly ConvertedPair[]
  readonly held: readonly ConvertedPair[]
  readonly uncovered: Coverage['uncovered']
}

export type ChunkOutcome =
  | { readonly kind: 'done'; readonly result: ChunkResult; readonly tries: number }
  | {
      readonly kind: 'failed'
      readonly reason: string
      readonly tries: number
      /** What was made but held back. */
      readonly result: ChunkResult | null
      /** The model gave no answer at all. */
      readonly isEndpoint: boolean
    }
  | { readonly kind: 'stopped' }

export interface ChunkDeps {
  readonly model: ChatModel
  readonly clock: Clock
  readonly limits: ConvertLimits
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Resolves when the endpoint may be asked again; shared by all chunks of a conversion. */
  readonly whenAllowed: () => Promise<void>
  /** The endpoint wants to be left alone for so long. */
  readonly holdOff: (ms: number) => void
}

const MOST_TRIES = 2
/** A limit of the endpoint costs no try, up to so often. */
const MOST_WAITS = 4
const LONGEST_WAIT_MS = 60_000
const USUAL_WAIT_MS = 2_000
const EXCERPT_CHARS = 160

export async function convertChunk(deps: ChunkDeps, chunk: Chunk): Promise<ChunkOutcome> {
  const { model, timeoutMs, signal } = deps
  const turns: ChatTurn[] = [{ role: 'user', text: chunkMessage(chunk.fileName, chunk.place, chunk.text) }]
  let tries = 0
  let waits = 0
  let reason = ''
  let isEndpoint = false
  let held: ChunkResult | null = null
  while (tries < MOST_TRIES) {
    await deps.whenAllowed()
    if (signal.aborted) return { kind: 'stopped' }
    const answer = await model.object({
      system: SYSTEM,
      turns,
      schema: chunkAnswer,
      schemaName: 'pairs',
      temperature: 0,
      timeoutMs,
      signal,
    })
    if (signal.aborted) return { kind: 'stopped' }
    if (!answer.ok && answer.failure.kind === 'rate_limited') {
      const waitMs = answer.failure.retryAfterMs ?? USUAL_WAIT_MS * 2 ** waits
      reason = sentenceOf(answer.failure)
      isEndpoint = true
      if (waitMs <= LONGEST_WAIT_MS && ++waits <= MOST_WAITS) {
        deps.holdOff(waitMs)
        continue
      }
      return { kind: 'failed', reason, tries: tries + 1, result: held, isEndpoint }
    }
    tries++
    if (!answer.ok) {
      reason = sentenceOf(answer.failure)
      isEndpoint = gaveNothing(answer.failure)
      continue
    }
    isEndpoint = false
    const isNoise = answer.value.pairs.length > MOST_PAIRS
    const result = judge(chunk, isNoise ? [] : answer.value.pairs, deps.limits)
    if (result.pairs.length > 0) return { kind: 'done', result, tries }
    if (result.held.length > 0) held = result
    reason = isNoise
      ? `The model made more than ${MOST_PAIRS} pairs of one passage.`
      : result.held.length === 0
        ? 'The model found nothing to ask in it.'
        : `Every pair the model made was held back. ${result.held[0]?.origin.held?.join(' ') ?? ''}`
    turns.splice(
      1,
      turns.length,
      { role: 'assistant', text: JSON.stringify(answer.value) },
      { role: 'user', text: complaint(reason) },
    )
  }
  return { kind: 'failed', reason, tries, result: held, isEndpoint }
}

function sentenceOf({ reason }: ModelFailure): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?…]$/u.test(reason) ? '' : '.'}`
}

function gaveNothing({ kind }: ModelFailure): boolean {
  return kind !== 'bad_answer' && kind !== 'cancelled'
}

/** The pairs with the places they came from; those the text does not bear out apart. */
export function judge(
  chunk: Chunk,
  made: readonly { question: string; answer: string }[],
  limits: ConvertLimits,
): ChunkResult {
  const { text, place, fileName } = chunk
  const pairs: ConvertedPair[] = []
  const held: ConvertedPair[] = []
  const used: Span[] = []
  const seen = new Set<string>()
  const check = evidenceIn(text, `${fileName}\n${place.heading ?? ''}`)
  for (const raw of made) {
    const question = cleanText(raw.question).text.replace(/\s+/gu, ' ')
    const answer = cleanText(raw.answer).text
    const key = JSON.stringify([question, answer])
    if (!question || !answer || seen.has(key)) continue
    seen.add(key)
    const evidence = check({ question, answer })
    const doubts = [...evidence.doubts, ...tooLong(question, answer, limits)]
    const span = hull(evidence.used) ?? { start: 0, end: text.length }
    const start = place.start + span.start
    const home = chunk.fallback.findLast(({ origin }) => origin.start <= start)?.origin ?? place
    const pair: ConvertedPair = {
      question,
      answer,
      origin: {
        ...(home.page !== undefined && { page: home.page }),
        ...(home.heading !== undefined && { heading: home.heading }),
        start,
        end: place.start + span.end,
        how: 'model',
        ...(doubts.length > 0 && { held: doubts }),
      },
    }
    if (doubts.length > 0) held.push(pair)
    else {
      pairs.push(pair)
      used.push(...evidence.used)
    }
  }
  return { pairs, held, uncovered: pairs.length === 0 ? [] : uncoveredOf(chunk, used) }
}

function tooLong(question: string, answer: string, limits: ConvertLimits): string[] {
  const over = question.length > limits.questionChars || answer.length > limits.answerChars
  return over ? ['It is longer than may be stored.'] : []
}

/** From the first sentence used to the last, as long as they stand together. */
function hull(used: readonly Span[]): Span | undefined {
  const [first] = used
  if (!first) return undefined
  return { start: first.start, end: used.at(-1)?.end ?? first.end }
}

/** Sentences no pair was taken from, neighbours together. */
function uncoveredOf({ text, place }: Chunk, used: readonly Span[]): Coverage['uncovered'] {
  const starts = new Set(used.map(({ start }) => start))
  const open: { start: number; end: number }[] = []
  let wasOpen = false
  for (const { start, end } of sentencesAndLines(text)) {
    const isCovered = starts.has(start)
    const last = open.at(-1)
    if (!isCovered && wasOpen && last) last.end = end
    else if (!isCovered) open.push({ start, end })
    wasOpen = !isCovered
  }
  return open.map(({ start, end }) => ({
    start: place.start + start,
    end: place.start + end,
    excerpt: shorten(text.slice(start, end).replace(/\s+/gu, ' '), EXCERPT_CHARS),
  }))
}
