/** Reads a document and turns it into pairs, in the process where files are read. */
import { type Converted, findPairs } from '@tandem/documents/find-pairs'
import { type ReadLimits, readDocument } from '@tandem/documents/read-document'
import { Unreadable } from '@tandem/documents/unreadable'
import { tokensIn } from '../../models/token-count.ts'
import type { Emit } from '../../platform/sandbox-work.ts'
import { foundParts, planParts, planWhole } from './model/plan-parts.ts'

export interface ConvertLimits {
  readonly questionChars: number
  readonly answerChars: number
  readonly pairs: number
}

export interface ConvertJob {
  readonly fileName: string
  readonly chunkTokens: number
  readonly splitter?: string | undefined
  readonly limits: ConvertLimits & ReadLimits
  /** A model will be asked about some of the parts. */
  readonly forModel: boolean
}

/** The result without the pairs, which are sent before it part by part: one large message would hold up the event loop. */
export type ConvertedRest = Omit<Converted, 'pairs'>

export async function convertJob(job: ConvertJob, bytes: Uint8Array, emit: Emit): Promise<ConvertedRest> {
  const { fileName, chunkTokens, splitter, limits } = job
  const document = await readDocument(bytes, fileName, splitter, limits)
  if (document.blocks.length === 0) throw new Unreadable('The file was read, but there is no text in it.')
  const converted = findPairs(document, {
    chunkTokens,
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
  const planned = () => (whole.length > 0 ? whole : planParts(document, converted, partLimits))
  for (const part of job.forModel ? planned() : foundParts(document, pairs)) await emit([part])
  return rest
}
