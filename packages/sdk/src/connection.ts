/** Sends requests to the service, with a time limit, and repeats failed ones that may be sent twice. */
import { failureOf, TandemError } from './error.ts'

export interface ClientOptions {
  /** Address of Tandem, such as https://tandem.example.com. */
  readonly url: string | URL
  /** Maximum number of repeats of a failed request; default 2. */
  readonly maxRetries?: number | undefined
  /** Time limit of one attempt, and maximum time without data in a stream; default 30,000. */
  readonly timeoutMs?: number | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Waits between attempts; tests can pass a function that does not wait. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  /** Your own key, for operations that accept one; by default each call gets a new key. */
  readonly idempotencyKey?: string | undefined
  /** true: the request may be sent twice, so it is repeated after a failure like a GET. */
  readonly repeatable?: boolean | undefined
}

export interface Outgoing {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Connection {
  /** Sends the request and passes a successful response to `read`. A connection lost during `read` is a failed attempt. */
  send<T>(outgoing: Outgoing, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T>
  /** Makes one attempt without a time limit. Throws a TandemError for a failure response; errors of fetch pass through. */
  open(outgoing: Outgoing, signal: AbortSignal): Promise<Response>
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly maxRetries: number
  readonly timeoutMs: number
}

/** If the service asks for a longer wait, the caller gets the error instead. */
export const LONGEST_WAIT_MS = 60_000
/** Methods whose requests have the same effect when they arrive twice. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE'])
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504])

export function connect(options: ClientOptions, token: string | undefined): Connection {
  const { maxRetries = 2, timeoutMs = 30_000, wait = pause } = options
  const base = String(options.url).replace(/(?<!\/)\/+$/, '')
  // `fetch` must be called as a plain function: in browsers it throws when it is called as a method of another object.
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
          // A request with the status 429 had no effect, so even a request that is not safe to repeat may be sent again.
          const mayRepeat = isSafe ? isTransient(failure) : failure.status === 429
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
export const isTransient = ({ code, status }: TandemError) =>
  code === 'timeout' || code === 'connection' || TRANSIENT.has(status)

/** The wait that the service asks for; otherwise a wait that doubles, randomised so that clients do not retry together. */
export function retryDelayMs(failure: TandemError, tries: number): number {
  return failure.retryAfterMs ?? Math.min(8_000, 250 * 2 ** tries) * (0.5 + Math.random() / 2)
}

export interface TimeLimit {
  readonly signal: AbortSignal
  /** Restarts the time. */
  renew(): void
  /** Stops the time until it is renewed. */
  hold(): void
  end(): void
  /** Turns an error of fetch into a TandemError; a TandemError stays as it is. */
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
    hold() {
      clearTimeout(timer)
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

/** The message of an error of Node's fetch is only “fetch failed”; the reason is in its cause. */
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

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
