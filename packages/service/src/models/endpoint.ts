/** The endpoint of a model, and requests to it: through egress, within limits, with the key only in the header. */
import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/client.ts'
import type { Log } from '../platform/log.ts'
import { failureOfError, failureOfStatus, type ModelFailure, modelFailure, noteFailure } from './failure.ts'

export interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
}

export interface EndpointDeps {
  readonly endpoint: Endpoint
  readonly egress: Pick<Egress, 'fetch'>
  readonly timeoutMs: number
  readonly log: Log
}

type EndpointKeys = 'modelBaseUrl' | 'embeddingBaseUrl' | 'speechBaseUrl'
type ApiKeys = 'modelApiKey' | 'embeddingApiKey' | 'speechApiKey'

/** An endpoint without its own address uses that of the chat model. Only for this address is the chat model's key used. */
export function endpointOf(
  config: Config,
  model: string | undefined,
  baseUrlKey: EndpointKeys,
  apiKeyKey: ApiKeys,
): Endpoint | undefined {
  const own = config[baseUrlKey]
  const baseUrl = own ?? config.modelBaseUrl
  if (!model || !baseUrl) return undefined
  const isShared = baseUrl === config.modelBaseUrl
  const apiKey = config[apiKeyKey] ?? (isShared ? config.modelApiKey : undefined)
  return { baseUrl, apiKey, model }
}

/** The origins of the configured endpoints; models are reached only there. */
export function configuredOrigins(config: Pick<Config, EndpointKeys>): string[] {
  const { modelBaseUrl, embeddingBaseUrl, speechBaseUrl } = config
  const given = [modelBaseUrl, embeddingBaseUrl, speechBaseUrl]
  return given.flatMap((baseUrl) => (baseUrl && URL.parse(baseUrl)?.origin) || [])
}

/** Thrown when an endpoint refuses a request or its response is unusable. */
class ModelError extends Error {
  readonly failure: ModelFailure
  constructor(failure: ModelFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

export const badAnswer = (reason: string) => new ModelError(modelFailure('bad_answer', reason))

/** Sends one request and reads its response. Throws a `ModelError` if the endpoint refuses it, and the errors of egress. */
export async function post<T>(
  { egress, endpoint, timeoutMs }: EndpointDeps,
  request: { path: string; body: unknown; maxResponseBytes: number; signal: AbortSignal | undefined },
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { path, body, maxResponseBytes, signal } = request
  const isForm = body instanceof FormData
  const init = {
    method: 'POST',
    headers: {
      ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  }
  const response = await egress.fetch(`${endpoint.baseUrl}${path}`, init, { timeoutMs, maxResponseBytes })
  if (response.ok) return read(response)
  const { status, headers } = response
  throw new ModelError(failureOfStatus(status, headers, await response.text(), endpoint.apiKey))
}

/** Runs `work`; an error that it throws is logged and returned as a failure. */
export async function orFailure<T extends object>(
  { endpoint, log }: EndpointDeps,
  what: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<({ ok: true } & T) | { ok: false; failure: ModelFailure }> {
  try {
    return { ok: true, ...(await work()) }
  } catch (error) {
    const failure = error instanceof ModelError ? error.failure : failureOfError(error, signal)
    noteFailure(log, what, endpoint.model, failure)
    return { ok: false, failure }
  }
}
