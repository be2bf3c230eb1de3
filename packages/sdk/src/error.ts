/** The one error of the SDK: what the service refused, or why it could not be asked. */

/** Failures that the service has no code for, because it did not respond, or not in a way that can be read. */
export type LocalCode = 'aborted' | 'timeout' | 'connection' | 'unreadable' | 'usage'

export interface TandemErrorDetails {
  /** A code of the service (docs/errors.md), or a word of ours when there was no response of it. */
  readonly code: number | LocalCode
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly message: string
  /** What to do about it, when the service says so. */
  readonly hint?: string | undefined
  /** Finds the request in the service's log. */
  readonly requestId?: string | undefined
  /** How long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

export class TandemError extends Error {
  override readonly name = 'TandemError'
  readonly code: number | LocalCode
  readonly status: number
  readonly hint: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(details: TandemErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.hint = details.hint
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs
  }
}

/** For a mistake in how the SDK is used, which no second try mends. */
export const usageError = (message: string) => new TandemError({ code: 'usage', status: 0, message })

/** From a response that is not a success. Its body may be of a proxy and not of Tandem. */
export async function failureOf(response: Response): Promise<TandemError> {
  // Where events were asked for, the failure comes as one.
  const text = (await response.text().catch(() => '')).replace(/^data: /, '')
  const body = parsed(text)
  const isOurs = typeof body?.code === 'number' && typeof body.message === 'string'
  return new TandemError({
    code: isOurs ? (body.code as number) : 'unreadable',
    status: response.status,
    message: isOurs
      ? (body.message as string)
      : `HTTP ${response.status} without a body of Tandem: ${text.slice(0, 200)}`,
    hint: typeof body?.hint === 'string' ? body.hint : undefined,
    requestId: requestIdOf(response),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  })
}

/** Reads the body of a success. A proxy may respond with a page of its own and 200. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (body !== undefined) return body
  throw new TandemError({
    code: 'unreadable',
    status: response.status,
    message: `HTTP ${response.status} without JSON of Tandem: ${text.slice(0, 200)}`,
    requestId: requestIdOf(response),
  })
}

export const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
