/** One request to the service: its time limit, and trying again where a second request does no harm. */
import { failureOf, TandemError } from './error.ts'

export interface ClientOptions {
  /** Where Tandem is, such as https://tandem.example.com. */
  readonly url: string | URL
  /** How often a failed request is sent again; 2. */
  readonly maxRetries?: number | undefined
  /** Longest time for one try, and longest silence of a stream; 30,000. */
  readonly timeoutMs?: number | undefined
  /** In place of the global fetch. */
  readonly fetch?: typeof fetch | undefined
  /** Waits between tries; tests give one that does not. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** Your own key, where the service takes one; else one is made for each call. */
  readonly idempotencyKey?: string | undefined
  /** Say true when you know that the request may be sent twice: it is then tried again like a GET. */
  readonly repeatable?: boolean | undefined
}

export interface Outgoing {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Connection {
  /** Sends the request and hands a successful response to `read`; a cut while reading counts as a failed try. */
  send<T>(outgoing: Outgoing, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T>
  /** One try without a limit of time. Throws a TandemError for a refusal, and what fetch throws for anything else. */
  open(outgoing: Outgoing, signal: AbortSignal): Promise<Response>
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly maxRetries: number
  readonly timeoutMs: number
}

/** A service that asks for more is for the caller to decide about. */
export const LONGEST_WAIT_MS = 60_000
/** Methods that mean the same when they arrive twice. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE'])
const PASSING = new Set([408, 429, 500, 502, 503, 504])

export function connect(options: ClientOptions, token: string | undefined): Connection {
  const { maxRetries = 2, timeoutMs = 30_000, wait = pause } = options
  const base = String(options.url).replace(/(?<!\/)\/+$/, '')
  // Called as a plain function: in browsers fetch refuses to be a method of something else.
  const request: typeof fetch = options.fetch ?? ((...args) => fetch(...args))
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }

  async function open({ method, path, body, headers }: Outgoing, signal: AbortSignal): Promise<Response> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await request(`${base}${path}`, {
      method,
      headers: { ...authorization, ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    })
    if (!response.ok) throw await failureOf(response)
    return response
  }

  async function once<T>(
    outgoing: Outgoing,
    given: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const limit = timeLimit(given.timeoutMs ?? timeoutMs, given.signal)
    try {
      return await read(await open(outgoing, limit.signal))
    } catch (error) {
      throw limit.explain(error)
    } finally {
      limit.end()
    }
  }

  return {
    open,
    wait,
    maxRetries,
    timeoutMs,
    async send(outgoing, given, read) {
      const isSafe =
        given.repeatable ??
        (REPEATABLE.has(outgoing.method) || outgoing.headers?.['idempotency-key'] !== undefined)
      for (let tries = 0; ; tries++) {
        try {
          return await once(outgoing, given, read)
        } catch (error) {
          const failure = error as TandemError
          // 429 is refused before anything is done: then even a request that must not be repeated may be sent again.
          const mayRepeat = isSafe ? isPassing(failure) : failure.status === 429
          const delayMs = retryDelayMs(failure, tries)
          if (!mayRepeat || tries >= (given.maxRetries ?? maxRetries) || delayMs > LONGEST_WAIT_MS)
            throw failure
          await wait(delayMs, given.signal)
        }
      }
    },
  }
}

/** Whether the same request may succeed a moment later. */
export const isPassing = ({ code, status }: TandemError) =>
  code === 'timeout' || code === 'connection' || PASSING.has(status)

/** What the service asks for; else twice as long each time, and at random, so that many clients do not come back together. */
export function retryDelayMs(failure: TandemError, tries: number): number {
  return failure.retryAfterMs ?? Math.min(8_000, 250 * 2 ** tries) * (0.5 + Math.random() / 2)
}

export interface TimeLimit {
  readonly signal: AbortSignal
  /** Begins the time anew. */
  renew(): void
  end(): void
  /** What an error of fetch means; a TandemError stays as it is. */
  explain(error: unknown): TandemError
}

export function timeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController()
  let timedOut = false
  const expire = () => {
    timedOut = true
    controller.abort()
  }
  let timer = setTimeout(expire, ms)
  const stop = () => controller.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    renew() {
      clearTimeout(timer)
      timer = setTimeout(expire, ms)
    },
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
    explain(error) {
      if (error instanceof TandemError) return error
      if (outer?.aborted) return aborted(outer)
      if (timedOut)
        return new TandemError({
          code: 'timeout',
          status: 0,
          message: `No response within ${ms} ms`,
          cause: error,
        })
      return new TandemError({
        code: 'connection',
        status: 0,
        message: `The connection failed: ${reasonOf(error)}`,
        cause: error,
      })
    },
  }
}

export const aborted = (signal: AbortSignal) =>
  new TandemError({ code: 'aborted', status: 0, message: 'Aborted by the caller', cause: signal.reason })

/** Node's fetch says only “fetch failed” and has the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ') || String(error)
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(aborted(signal as AbortSignal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}

/** 128 random bits; `randomUUID` is missing on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
