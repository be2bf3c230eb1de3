/**
 * One streamed request: the handler object undici drives. The head of the answer becomes a Response; its body is read from
 * the socket only as fast as it is read from the Response, within the limits of time and size. Whoever ends it early (time,
 * size, signal, reader, shutdown) closes the connection.
 */
import { grouped } from '@tandem/contract/grouped'
import type { Dispatcher } from 'undici'
import type { Stage } from './connection.ts'
import { failureReason, isUnsendable, RefusedError, timeoutReason } from './reasons.ts'
import type { Target } from './target.ts'

/** Read ahead of the reader. */
const BUFFER_BYTES = 64 * 1024
/** Answers of 1xx before the answer. */
const MOST_HINTS = 100
const WITHOUT_BODY = new Set([204, 205, 304])

export type FetchErrorKind = 'refused' | 'timeout' | 'network' | 'too_large' | 'closed'

/** Why a streamed request, or the reading of its response, ended early. Its message is the reason, ready to be shown. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: FetchErrorKind
  readonly stage: Stage
  constructor(kind: FetchErrorKind, stage: Stage, reason: string) {
    super(reason)
    this.kind = kind
    this.stage = stage
  }
}

export class StreamedAnswer implements Dispatcher.DispatchHandler {
  readonly response: Promise<Response>
  stage: Stage = 'connect'

  private readonly target: Target
  private readonly limits: { timeoutMs: number; maxResponseBytes: number }
  private readonly signal: AbortSignal | null
  private readonly ended: () => void
  private readonly timer: NodeJS.Timeout
  private readonly onAbort = () => this.end(this.signal?.reason)
  private readonly settle: PromiseWithResolvers<Response>
  private controller: Dispatcher.DispatchController | null = null
  private body: ReadableStreamDefaultController<Uint8Array> | null = null
  private sizeBytes = 0
  private hints = 0
  private isOver = false
  private why: unknown

  constructor(
    target: Target,
    limits: { timeoutMs: number; maxResponseBytes: number },
    signal: AbortSignal | null,
    ended: () => void,
  ) {
    this.target = target
    this.limits = limits
    this.signal = signal
    this.ended = ended
    this.settle = Promise.withResolvers<Response>()
    this.response = this.settle.promise
    this.timer = setTimeout(() => this.expire(), limits.timeoutMs)
    signal?.addEventListener('abort', this.onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Ended while it waited for a connection: nothing has been written, and the connection stays whole.
    if (this.isOver) throw this.why
    this.controller = controller
    this.stage = 'wait'
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver) return
    if (status < 200) {
      if (++this.hints > MOST_HINTS)
        this.end(
          new FetchError('network', 'wait', `${this.target.host} sent ${MOST_HINTS} hints and no answer`),
        )
      return
    }
    if (status > 599) {
      this.end(new FetchError('network', 'read', `the answer has the unknown status ${status}`))
      return
    }
    this.stage = 'read'
    const hasBody = !WITHOUT_BODY.has(status)
    this.settle.resolve(
      new Response(hasBody ? this.openBody() : null, { status, headers: headersOf(headers) }),
    )
    if (Number(headers['content-length'] ?? 0) > this.limits.maxResponseBytes) this.refuseSize()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver || this.body === null) return
    this.sizeBytes += chunk.length
    if (this.sizeBytes > this.limits.maxResponseBytes) {
      this.refuseSize()
      return
    }
    this.body.enqueue(chunk)
    if ((this.body.desiredSize ?? 0) <= 0) controller.pause()
  }

  onResponseEnd(): void {
    if (this.finish()) this.body?.close()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.controller === null) this.stage = openingStage(error)
    const stage = isUnsendable(error) ? 'resolve' : this.stage
    const kind = error instanceof RefusedError || isUnsendable(error) ? 'refused' : 'network'
    this.end(new FetchError(kind, stage, failureReason(error, stage, this.target)))
  }

  /** Ends it with this error, for the caller and for the peer. */
  end(why: unknown): void {
    if (!this.finish()) return
    this.why = why
    this.settle.reject(why)
    this.body?.error(why)
    this.controller?.abort(why instanceof Error ? why : new Error('the request was cancelled'))
  }

  private openBody(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (body) => {
          this.body = body
        },
        pull: () => {
          if (this.controller?.paused) this.controller.resume()
        },
        cancel: (why) => {
          this.body = null
          this.end(why)
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    )
  }

  private expire(): void {
    const { stage, target, limits } = this
    this.end(new FetchError('timeout', stage, timeoutReason(stage, target, limits.timeoutMs, false)))
  }

  private refuseSize(): void {
    const most = grouped(this.limits.maxResponseBytes)
    this.end(new FetchError('too_large', 'read', `the answer is larger than the ${most} bytes allowed`))
  }

  private finish(): boolean {
    if (this.isOver) return false
    this.isOver = true
    clearTimeout(this.timer)
    this.signal?.removeEventListener('abort', this.onAbort)
    this.ended()
    return true
  }
}

function openingStage(error: Error): Stage {
  if (error instanceof RefusedError) return 'resolve'
  const cause = error instanceof AggregateError ? (error.errors[0] as Error) : error
  const { code = '', syscall = '' } = cause as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'resolve'
  return /CERT|SSL|TLS|ISSUER|SIGNATURE|EPROTO/.test(code) ? 'tls' : 'connect'
}

function headersOf(headers: Record<string, string | string[] | undefined>): Headers {
  const made = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) made.append(name, each)
  }
  return made
}
