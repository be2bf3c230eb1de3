/** The thread in which documents are read and turned into pairs. Parsers of foreign formats are loaded here and nowhere else. */
import { tokensIn } from '../../models/token-count.ts'
import { type Emit, serveSandbox } from '../../platform/sandbox-thread.ts'
import { cutPassages } from '../texts/cut-passages.ts'
import { rowPassages } from '../texts/row-passages.ts'
import type { ConvertJob, ConvertOutcome, PassageKind } from './convert.ts'
import { Unreadable } from './document/unreadable.ts'
import { planParts, planWhole } from './model/plan-parts.ts'
import { findPairs } from './pairs/find-pairs.ts'
import { readDocument } from './read/read-document.ts'

/** Handed over at a time: a long list in one piece would hold up the service's event loop. */
const PAIRS_AT_ONCE = 500
const PARTS_AT_ONCE = 20

serveSandbox<ConvertJob, ConvertOutcome>(async (job, emit) => {
  const { bytes, fileName, chunkTokens, splitter, limits } = job
  try {
    if (job.passages) return await sendPassages(job, job.passages, emit)
    const document = await readDocument(bytes, fileName, splitter, limits)
    if (document.blocks.length === 0) throw new Unreadable('The file was read, but there is no text in it.')
    const converted = findPairs(document, {
      chunkTokens,
      splitter,
      questionLimitChars: limits.questionChars,
      answerLimitChars: limits.answerChars,
      countTokens: tokensIn,
    })
    const partLimits = { chunkTokens, chunkChars: limits.answerChars, countTokens: tokensIn }
    const whole = job.forModel && converted.pairs.length === 0 ? planWhole(document, partLimits) : []
    if (converted.pairs.length === 0 && whole.length === 0) {
      throw new Unreadable(
        'The file was read, but it holds nothing that could become a question and an answer.',
      )
    }
    if (converted.pairs.length > limits.pairs) {
      throw new Unreadable(
        `The file would become ${converted.pairs.length} pairs; at most ${limits.pairs} are stored of one. Split it, or raise chunk_token.`,
      )
    }
    const { pairs, ...rest } = converted
    if (job.forModel) {
      const parts = whole.length > 0 ? whole : planParts(document, converted, partLimits)
      for (let i = 0; i < parts.length; i += PARTS_AT_ONCE) await emit(parts.slice(i, i + PARTS_AT_ONCE))
      return { ok: true, rest }
    }
    for (let i = 0; i < pairs.length; i += PAIRS_AT_ONCE) await emit(pairs.slice(i, i + PAIRS_AT_ONCE))
    return { ok: true, rest }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message }
    // A parser that stumbles over a file is the file's fault as far as its editor is concerned; a full call stack included.
    return {
      ok: false,
      reason: `The file is damaged or of an unusual kind; reading it failed (${nameOf(error)}).`,
    }
  }
})

async function sendPassages(
  { bytes, fileName, chunkTokens, splitter, limits }: ConvertJob,
  kind: PassageKind,
  emit: Emit,
): Promise<ConvertOutcome> {
  const cut = { chunkTokens, maxChars: limits.answerChars, countTokens: tokensIn }
  const read = async () => {
    if (kind !== 'text') return rowPassages(bytes, { ...cut, ...kind })
    const document = await readDocument(bytes, fileName, splitter, limits)
    return { format: document.format, passages: cutPassages(document, cut) }
  }
  const { format, passages } = await read()
  if (passages.length === 0) throw new Unreadable('The file was read, but there is no text in it.')
  if (passages.length > limits.pairs) {
    throw new Unreadable(
      `The file would become ${passages.length} passages; at most ${limits.pairs} are stored of one. ${kind === 'text' ? 'Split it, or raise chunk_token.' : 'Split it.'}`,
    )
  }
  for (let i = 0; i < passages.length; i += PAIRS_AT_ONCE) await emit(passages.slice(i, i + PAIRS_AT_ONCE))
  return { ok: true, rest: { format } }
}

function nameOf(error: unknown): string {
  return error instanceof RangeError
    ? 'it is nested too deeply'
    : error instanceof Error
      ? error.name
      : 'unknown'
}
