/**
 * Leaves a chat endpoint alone for a while when it failed or stayed silent several times in a row: whoever asks meanwhile is
 * told so at once, rather than after the whole time of a request. Then one answer at a time tries it again. An answer that was
 * still being spoken when it was cut off is neither: it was long, or its connection broke.
 */
import type { Core } from '../platform/core.ts'
import type { ChatModel, ChatPart, ChatRequest } from './chat-model.ts'
import { NO_USAGE } from './chat-usage.ts'
import { type ModelFailure, modelFailure } from './failure.ts'

const FAILURES_IN_A_ROW = 3
const REST_MS = 30_000
/** It may ask for a longer rest, up to this. */
const LONGEST_REST_MS = 5 * 60_000
/** Failures of the endpoint itself; any other shows that it answers. */
const ITS_OWN: readonly ModelFailure['kind'][] = ['timeout', 'unreachable', 'rate_limited']

export function withRests(model: ChatModel, { clock, log }: Pick<Core, 'log' | 'clock'>): ChatModel {
  let failures = 0
  let restsUntil = 0
  let isTrying = false
  const isResting = () => failures >= FAILURES_IN_A_ROW

  function answered(): void {
    if (isResting()) log.info({ model: model.name }, 'the endpoint of the model answers again')
    failures = 0
  }

  function failed({ kind, retryAfterMs }: ModelFailure): void {
    if (kind === 'cancelled') return
    if (!ITS_OWN.includes(kind)) {
      answered()
      return
    }
    failures++
    if (!isResting()) return
    const restMs = Math.min(Math.max(REST_MS, retryAfterMs ?? 0), LONGEST_REST_MS)
    if (failures === FAILURES_IN_A_ROW)
      log.warn({ model: model.name, kind, restMs }, 'the endpoint of the model is left alone for a while')
    restsUntil = clock.now() + restMs
  }

  async function* stream(request: ChatRequest): AsyncGenerator<ChatPart> {
    const isTrial = isResting()
    if (isTrial && (isTrying || clock.now() < restsUntil)) {
      const reason = `the endpoint of the model failed ${failures} times in a row and is left alone for a while`
      const failure = modelFailure('unreachable', reason, Math.max(0, restsUntil - clock.now()))
      yield { kind: 'failed', failure, usage: NO_USAGE, wasSpeaking: false }
      return
    }
    if (isTrial) isTrying = true
    try {
      for await (const part of model.stream(request)) {
        if (part.kind === 'end') answered()
        else if (part.kind === 'failed') {
          if (!part.wasSpeaking) failed(part.failure)
          // Slow is not silent.
          else if (part.failure.kind === 'timeout') answered()
        }
        yield part
      }
    } finally {
      if (isTrial) isTrying = false
    }
  }

  return { ...model, stream }
}
