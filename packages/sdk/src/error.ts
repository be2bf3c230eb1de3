/** The error of the SDK: a failure response of the service, or the reason why there is no readable response. */

/** Codes of failures without a readable response of the service. */
export type LocalCode = 'aborted' | 'timeout' | 'connection' | 'unreadable' | 'usage'

export interface TandemErrorDetails {
  /** The error code of the service (docs/errors.md), or a local code if there is no readable response. */
  readonly code: number | LocalCode
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly message: string
  /** What to do, if the service says so. */
  readonly hint?: string | undefined
  /** Identifies the request in the log of the service. */
  readonly requestId?: string | undefined
  /** The wait that the service asks for before the next request. */
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

/** An error in the use of the SDK, which a repeat cannot solve. */
export const usageError = (message: string) => new TandemError({ code: 'usage', status: 0, message })

/** Makes an error from a failure response, whose body may come from a proxy instead of Tandem. */
export async function failureOf(response: Response): Promise<TandemError> {
  // If the request asked for events, the failure comes as an event.
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

/** Reads the body of a success. Throws if it is not JSON, because a proxy may respond with its own page and status 200. */
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

/** The header has seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
