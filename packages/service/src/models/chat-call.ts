/** One request to a chat endpoint: the SDK with our own fetch, which remembers the real cause of a failure. */
import type { Core } from '../platform/core.ts'
import type { Egress } from '../platform/egress/client.ts'
import { FetchError } from '../platform/egress/fetch-stream.ts'
import type { ChatRequest } from './chat-model.ts'
import { cleanAnswer } from './clean-answer.ts'
import { cleanEvents } from './clean-events.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointQuirks } from './endpoint-quirks.ts'
import {
  failureOfError,
  failureOfMessage,
  failureOfStatus,
  type ModelFailure,
  modelFailure,
} from './failure.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Far above any real answer: a stream repeats its envelope for each word. */
const MAX_STREAM_BYTES = 8 * 1024 * 1024
/** A whole response is parsed in one piece. */
const MAX_WHOLE_BYTES = 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export type CallRequest = Pick<ChatRequest, 'system' | 'turns' | 'temperature' | 'timeoutMs' | 'signal'>

export type ChatCall = ReturnType<typeof openChatCall>

export interface ChatDeps extends Pick<Core, 'log' | 'clock'> {
  readonly endpoint: Endpoint
  readonly egress: Pick<Egress, 'fetch'>
  readonly quirks: EndpointQuirks
  readonly tokenizer: Tokenizer
  /** A streamed answer must begin within this time. */
  readonly startTimeoutMs: number
}

/** With `startTimeoutMs` the answer is streamed, and must begin within this time. */
export function openChatCall(
  { endpoint, egress, quirks, clock }: Pick<ChatDeps, 'endpoint' | 'egress' | 'quirks' | 'clock'>,
  request: CallRequest,
  startTimeoutMs?: number,
) {
  const own = new AbortController()
  const signal = request.signal ? AbortSignal.any([request.signal, own.signal]) : own.signal
  const isStreamed = startTimeoutMs !== undefined
  let known: ModelFailure | null = null
  let refusedWith: number | null = null

  const endsAtMs = performance.now() + request.timeoutMs
  const cancelWait =
    startTimeoutMs === undefined || startTimeoutMs >= request.timeoutMs
      ? () => {}
      : clock.after(startTimeoutMs, () => {
          const reason = `the model has said nothing after ${startTimeoutMs} ms (TANDEM_MODEL_START_TIMEOUT_MS)`
          known ??= modelFailure('timeout', reason)
          own.abort()
        })

  const fetch: Fetch = async (input, init) => {
    try {
      for (;;) {
        const body = quirks.adapt(String(init?.body))
        const timeoutMs = Math.max(1, Math.round(endsAtMs - performance.now()))
        const maxResponseBytes = isStreamed ? MAX_STREAM_BYTES : MAX_WHOLE_BYTES
        const limits = { timeoutMs, maxResponseBytes }
        const response = await egress.fetch(input, { ...init, body }, limits)
        if (response.ok)
          return isStreamed ? withCleanEvents(response, cancelWait) : await cleanAnswer(response)
        const { status, headers } = response
        const said = (await response.text()).slice(0, MAX_ERROR_BYTES)
        if (quirks.learn(status, said, body)) continue
        refusedWith = status
        known = { ...failureOfStatus(status, headers, said, endpoint.apiKey), status }
        return new Response(said, { status, headers })
      }
    } catch (error) {
      known ??= failureOfError(error, request.signal)
      throw error
    }
  }

  return {
    /** Loads the SDK, which is too heavy for the start of the service. */
    prepare: () => loadCall(endpoint, fetch, request, signal),
    explain(error: unknown): ModelFailure {
      if (request.signal?.aborted) return failureOfError(error, request.signal)
      return (
        known ??
        failureOfMessage(error, endpoint.apiKey) ??
        failureOfError(fetchErrorIn(error) ?? error, undefined)
      )
    },
    /** The status of a response that was not a success. */
    get refusedWith() {
      return refusedWith
    },
    cancel() {
      cancelWait()
      own.abort()
    },
  }
}

/** Loading the SDK takes a moment. A service with a model loads it at its start, so that no request waits for it. */
export function loadSdk() {
  // The SDK would write its warnings to the console instead of the log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  // Makes Node load its built-in fetch, which it does when a class of it is first used; the SDK uses `Headers`.
  new Headers()
  return Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
}

async function loadCall(endpoint: Endpoint, fetch: Fetch, request: CallRequest, abortSignal: AbortSignal) {
  const [ai, { createOpenAICompatible }] = await loadSdk()
  const { baseUrl, apiKey, model } = endpoint
  const provider = createOpenAICompatible({
    name: PROVIDER,
    baseURL: baseUrl,
    includeUsage: true,
    fetch,
    ...(apiKey ? { apiKey } : {}),
  })
  const { system, turns, temperature } = request
  const options = {
    instructions: system,
    messages: turns.map(({ role, text }) => ({ role, content: text })),
    maxRetries: 0,
    abortSignal,
    ...(temperature === undefined ? {} : { temperature }),
  }
  return { ai, model: provider.chatModel(model), options }
}

/** Calls `onBegin` when the first bytes arrive. Whatever its type, the response is read as events: the SDK does so too. */
function withCleanEvents({ body, status, headers }: Response, onBegin: () => void): Response {
  if (!body) onBegin()
  return new Response(body && cleanEvents(body, onBegin), { status, headers })
}

/** The name under which the SDK accepts options that it passes on unchanged. */
export const PROVIDER = 'endpoint'

/** Finds the error of our fetch, or of its body, among the causes of the SDK's error. */
function fetchErrorIn(error: unknown): FetchError | null {
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < 10;
    each = each.cause, depth++
  ) {
    if (each instanceof FetchError) return each
  }
  return null
}
