/**
 * One streamed request. The body of the response is read from the socket only as fast as it is read from the Response, within the
 * limits of time and size. The connection is closed if the request ends early: by time, size, signal, reader or shutdown.
 */
import type { Readable } from 'node:stream'
import { grouped } from '@tandem/contract/grouped'
import type { Agent, Dispatcher } from 'undici'
import type { Stage } from './connection.ts'
import { failureReason, isUnsendable, RefusedError, timeoutReason } from './reasons.ts'
import type { Target } from './target.ts'

/** The limit of 1xx responses before the response. */
const MAX_HINTS = 100
const WITHOUT_BODY = new Set([204, 205, 304])
const CONNECT_CODES = ['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']

/** A streamed request, or the reading of its response, ended early. The message is the reason and may be shown. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: 'refused' | 'timeout' | 'network' | 'too_large' | 'closed'
  readonly stage: Stage
  constructor(kind: FetchError['kind'], stage: Stage, reason: string) {
    super(reason)
    this.kind = kind
    this.stage = stage
  }
}

export interface FetchLimits {
  /** From the call to the last byte of the response, waiting for a connection included. */
  timeoutMs: number
  /** A longer response is an error, and its connection is closed. */
  maxResponseBytes: number
}

interface StreamedRequest {
  readonly target: Target
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: Buffer | null
  readonly limits: FetchLimits
  readonly signal: AbortSignal | null
}

/** `own` ends the request early; `ended` is called once it is over. */
export async function streamRequest(
  agent: Agent,
  { target, method, headers, body, limits, signal }: StreamedRequest,
  own: AbortController,
  ended: () => void,
): Promise<Response> {
  const { timeoutMs, maxResponseBytes } = limits
  let stage: Stage = 'wait'
  const timer = setTimeout(() => {
    own.abort(new FetchError('timeout', stage, timeoutReason(stage, target, timeoutMs, false)))
  }, timeoutMs)
  const both = signal ? AbortSignal.any([own.signal, signal]) : own.signal
  const end = () => {
    clearTimeout(timer)
    ended()
  }
  const explained = (error: unknown): unknown => {
    if (both.aborted) return both.reason
    return error instanceof FetchError ? error : fetchErrorOf(error as Error, stage, target)
  }
  const tooLarge = () => {
    const most = grouped(maxResponseBytes)
    return new FetchError('too_large', 'read', `the response is larger than the ${most} bytes allowed`)
  }

  let hints = 0
  const onInfo = () => {
    if (++hints > MAX_HINTS)
      own.abort(new FetchError('network', 'wait', `${target.host} sent ${MAX_HINTS} hints and no response`))
  }
  try {
    const { origin, path } = target
    const got = await agent.request({ origin, path, method, headers, body, signal: both, onInfo })
    const { statusCode: status } = got
    // A body that fails while nobody reads it must not end the process.
    got.body.on('error', () => {})
    stage = 'read'
    const refusal =
      status > 599
        ? new FetchError('network', 'read', `the response has the unknown status ${status}`)
        : Number(got.headers['content-length'] ?? 0) > maxResponseBytes
          ? tooLarge()
          : null
    if (refusal) {
      got.body.destroy()
      throw refusal
    }
    const init = { status, headers: headersOf(got.headers) }
    if (!WITHOUT_BODY.has(status)) return new Response(bodyOf(got.body), init)
    got.body.resume()
    end()
    return new Response(null, init)
  } catch (error) {
    end()
    throw explained(error)
  }

  function bodyOf(source: Readable): ReadableStream<Uint8Array> {
    const chunks = source[Symbol.asyncIterator]()
    let sizeBytes = 0
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const { done, value } = await chunks.next()
        sizeBytes += done ? 0 : value.length
        if (sizeBytes > maxResponseBytes) throw tooLarge()
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        end()
        source.destroy()
        controller.error(explained(error))
      }
    }
    const cancel = () => {
      end()
      source.destroy()
    }
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
  }
}

function fetchErrorOf(error: Error, stage: Stage, target: Target): FetchError {
  const isRefused = error instanceof RefusedError || isUnsendable(error)
  const at = isRefused ? 'resolve' : stage === 'read' ? stage : openingStage(error)
  return new FetchError(isRefused ? 'refused' : 'network', at, failureReason(error, at, target))
}

/** Derives the stage from the error, because a request does not know how far its connection came. */
function openingStage(error: Error): Stage {
  const cause = error instanceof AggregateError ? (error.errors[0] as Error) : error
  const { code = '', syscall = '' } = cause as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'resolve'
  if (syscall === 'connect' || CONNECT_CODES.includes(code)) return 'connect'
  return /CERT|SSL|TLS|ISSUER|SIGNATURE|EPROTO/.test(code) ? 'tls' : 'wait'
}

function headersOf(headers: Record<string, string | string[] | undefined>): Headers {
  const made = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) made.append(name, each)
  }
  return made
}
