/** Where a model is served, and the way to it: through egress, within limits, with the key in the header and nowhere else. */

import type { Config } from '../platform/config.ts'
import type { Egress } from '../platform/egress/client.ts'

export interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
}

export interface Limits {
  readonly timeoutMs: number
  readonly maxResponseBytes: number
}

type EndpointKeys = 'modelBaseUrl' | 'embeddingBaseUrl' | 'speechBaseUrl'
type ApiKeys = 'modelApiKey' | 'embeddingApiKey' | 'speechApiKey'

/** An endpoint without an address of its own is the chat model's. Only then is the chat model's key its key, too. */
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
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), apiKey, model }
}

/** The origins of the endpoints that the operator configured; models are asked at these and nowhere else. */
export function configuredOrigins(
  config: Pick<Config, 'modelBaseUrl' | 'embeddingBaseUrl' | 'speechBaseUrl'>,
): string[] {
  const { modelBaseUrl, embeddingBaseUrl, speechBaseUrl } = config
  const given = [modelBaseUrl, embeddingBaseUrl, speechBaseUrl]
  return given.flatMap((baseUrl) => (baseUrl && URL.parse(baseUrl)?.origin) || [])
}

/** One request of the kind that has one answer. Rejects as egress does. */
export function post(
  egress: Pick<Egress, 'fetch'>,
  endpoint: Endpoint,
  path: string,
  body: unknown,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<Response> {
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
  return egress.fetch(`${endpoint.baseUrl}${path}`, init, limits)
}
