/**
 * The circuit breaker of a chat endpoint: after several failures or timeouts in a row the endpoint is parked for a while, and
 * requests fail at once instead of after their whole time. Then one request at a time tries it again. An answer that broke off
 * midway is no failure: it was too long, or its connection broke.
 */
import type { Core } from '../platform/core.ts'
import type { ChatModel, ChatPart, ChatRequest } from './chat-model.ts'
import { NO_USAGE } from './chat-usage.ts'
import { isOfEndpoint, type ModelFailure, modelFailure } from './failure.ts'

const FAILURES_IN_A_ROW = 3
const PARKED_MS = 30_000
/** The limit if the endpoint asks for a longer pause. */
const LONGEST_PARKED_MS = 5 * 60_000

export function withCircuitBreaker(model: ChatModel, { clock, log }: Pick<Core, 'log' | 'clock'>): ChatModel {
  let failures = 0
  let parkedUntil = 0
  let isTrying = false
  const isParked = () => failures >= FAILURES_IN_A_ROW

  function succeeded(): void {
    if (isParked()) log.info({ model: model.name }, 'the endpoint of the model works again')
    failures = 0
  }

  function failed(failure: ModelFailure): void {
    const { kind, retryAfterMs } = failure
    if (kind === 'cancelled') return
    if (!isOfEndpoint(failure)) {
      succeeded()
      return
    }
    failures++
    if (!isParked()) return
    const parkedMs = Math.min(Math.max(PARKED_MS, retryAfterMs ?? 0), LONGEST_PARKED_MS)
    if (failures === FAILURES_IN_A_ROW)
      log.warn(
        { model: model.name, kind, restMs: parkedMs },
        'the endpoint of the model is left alone for a while',
      )
    parkedUntil = clock.now() + parkedMs
  }

  async function* stream(request: ChatRequest): AsyncGenerator<ChatPart> {
    const isTrial = isParked()
    if (isTrial && (isTrying || clock.now() < parkedUntil)) {
      const reason = `the endpoint of the model failed ${failures} times in a row and is left alone for a while`
      const failure = modelFailure('unreachable', reason, Math.max(0, parkedUntil - clock.now()))
      yield { kind: 'failed', failure, usage: NO_USAGE, wasSpeaking: false }
      return
    }
    if (isTrial) isTrying = true
    try {
      for await (const part of model.stream(request)) {
        if (part.kind === 'end') succeeded()
        else if (part.kind === 'failed') {
          if (!part.wasSpeaking) failed(part.failure)
          // The endpoint was still sending when the time was up, so it works.
          else if (part.failure.kind === 'timeout') succeeded()
        }
        yield part
      }
    } finally {
      if (isTrial) isTrying = false
    }
  }

  return { ...model, stream }
}
