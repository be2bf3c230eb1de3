/**
 * One request and its response: the handler object that undici calls. It collects the response within its limit, knows its stage
 * at every moment, and settles exactly once: with a response, or with a failure that names its stage and reason.
 */
import { grouped } from '@tandem/contract/grouped'
import type { Dispatcher } from 'undici'
import { type Connection, noPhases, type Phases, type Stage } from './connection.ts'
import { failureReason, isUnsendable, RefusedError, timeoutReason } from './reasons.ts'
import type { Target } from './target.ts'

export type ResponseHeaders = Record<string, string | string[] | undefined>

interface Failure {
  stage: Stage
  reason: string
  /** The guard refused the connection, as opposed to the network or the peer. */
  refused: boolean
}

interface ExchangeHost {
  /** The exchange has its result; its connection may still be busy. */
  settled(exchange: Exchange): void
  /** The exchange no longer uses its connection, which is free for the next request or broken. */
  released(exchange: Exchange, isReusable: boolean): void
  /** The exchange gave up while waiting for a free connection. */
  withdrawn(exchange: Exchange): void
}

/** The limit of bytes before the body of the response. */
const HEAD_BYTES = 256 * 1024
/** Bytes on the wire per byte of the body: in chunks of one byte each byte takes six, in larger chunks hardly more than one. */
const ON_THE_WIRE = 8

/** Ends an exchange whose result is already known; nobody sees this error. */
const CUT = Object.assign(new Error('the request was cut off'), { code: 'TANDEM_CUT' })

export class Exchange implements Dispatcher.DispatchHandler {
  readonly target: Target
  /** The origin and pool whose connections it may use. */
  readonly pool: string
  readonly options: Dispatcher.DispatchOptions
  readonly timeoutMs: number
  readonly calledAtMs: number

  connection: Connection | null = null
  status: number | null = null
  headers: ResponseHeaders = {}
  chunks: Buffer[] = []
  isTruncated = false
  failure: Failure | null = null
  settledAtMs = 0

  private readonly host: ExchangeHost
  private readonly limitBytes: number
  /** A part of the body is useless: stop at a head that announces too many bytes or has a status other than 200. */
  private readonly isAllOrNothing: boolean
  /** Called with the announced size of an all-or-nothing body. */
  private readonly onLength: (bytes: number) => void
  private controller: Dispatcher.DispatchController | null = null
  private sizeBytes = 0
  private startedAtMs = 0
  private headAtMs = 0

  constructor(
    host: ExchangeHost,
    target: Target,
    options: Dispatcher.DispatchOptions,
    limits: {
      timeoutMs: number
      maxBytes: number
      isAllOrNothing: boolean
      onLength?: (bytes: number) => void
    },
    pool = '',
  ) {
    this.host = host
    this.target = target
    this.pool = pool === '' ? target.origin : `${target.origin} ${pool}`
    this.options = options
    this.timeoutMs = limits.timeoutMs
    this.limitBytes = limits.maxBytes
    this.isAllOrNothing = limits.isAllOrNothing
    this.onLength = limits.onLength ?? (() => {})
    this.calledAtMs = performance.now()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Ends the request before anything is written.
    if (this.settledAtMs !== 0) throw CUT
    this.controller = controller
    this.startedAtMs = performance.now()
    if (!this.connection) return
    this.connection.uses++
    this.connection.awaitsHead = true
    this.connection.bytesBefore = this.connection.socket?.bytesRead ?? 0
    this.connection.mostBytes = HEAD_BYTES
    this.connection.user = this
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    if (status < 200) return
    if (this.connection) this.connection.mostBytes = HEAD_BYTES + ON_THE_WIRE * this.limitBytes
    this.status = status
    this.headers = headers
    this.headAtMs = performance.now()
    if (!this.isAllOrNothing) return
    const announced = Number(headers['content-length'] ?? 0) || 0
    if (status !== 200 || announced > this.limitBytes) this.truncate()
    // Otherwise the announced length is not the size of the file.
    else if (announced > 0 && !headers['content-encoding'] && !headers['transfer-encoding'])
      this.onLength(announced)
  }

  /** The bytes of the body that have arrived. */
  body(): Buffer {
    return this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.limitBytes - this.sizeBytes
    if (chunk.length <= room) {
      this.chunks.push(chunk)
      this.sizeBytes += chunk.length
      return
    }
    this.chunks.push(chunk.subarray(0, room))
    this.truncate()
  }

  onResponseEnd(): void {
    // Without a length, the end of the connection is the end of the response, but not if the connection failed.
    const broken = this.connection?.socket?.errored
    if (broken) this.fail('read', failureReason(broken, 'read', this.target), false)
    this.settle()
    this.leave(true)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const stage = this.controller === null && isUnsendable(error) ? 'resolve' : this.stage()
    this.fail(stage, failureReason(error, stage, this.target), error instanceof RefusedError)
    this.leave(false)
  }

  /** Called when the time limit is reached. */
  expire(): void {
    if (this.settledAtMs !== 0) return
    const stage = this.stage()
    this.fail(stage, timeoutReason(stage, this.target, this.timeoutMs, this.connection === null), false)
    this.cut()
  }

  /** Called when more bytes have arrived than a response within the limit would take. */
  flooded(): void {
    const readBytes = (this.connection?.socket?.bytesRead ?? 0) - (this.connection?.bytesBefore ?? 0)
    const what = this.status === null ? 'and no response' : 'for a response that is not complete'
    this.fail(this.stage(), `${this.target.host} sent ${grouped(readBytes)} bytes ${what}`, false)
    this.cut()
  }

  /** Called when the caller cancels the request. */
  cancel(): void {
    this.fail(this.stage(), 'the request was cancelled', false)
    this.cut()
  }

  /** The duration of each stage. `send` includes the wait for a free connection. */
  phases(): Phases {
    const { connection, calledAtMs } = this
    const end = this.settledAtMs
    const last = this.failure?.stage ?? 'read'
    if (connection === null) return { ...noPhases, send: tenths(end - calledAtMs) }
    const isOpener = connection.uses <= 1 && connection.openingAtMs >= calledAtMs
    const begins: [Stage, number][] = isOpener
      ? [
          ['resolve', connection.openingAtMs],
          ['connect', connection.resolvedAtMs],
          ['tls', connection.connectedAtMs],
          ['send', connection.openAtMs],
        ]
      : [['send', calledAtMs]]
    begins.push(['wait', this.startedAtMs], ['read', this.headAtMs])
    const reached = begins.slice(0, begins.findIndex(([stage]) => stage === last) + 1)
    const phases = { ...noPhases }
    for (const [i, [stage, at]] of reached.entries())
      phases[stage] = tenths(Math.max(0, (reached[i + 1]?.[1] ?? end) - at))
    if (this.target.origin.startsWith('http:')) phases.tls = null
    return phases
  }

  private stage(): Stage {
    const { connection } = this
    if (connection === null) return 'connect'
    if (this.controller === null) return connection.stage === 'open' ? 'connect' : connection.stage
    if (this.status !== null) return 'read'
    return connection.socket && connection.socket.writableLength > 0 ? 'send' : 'wait'
  }

  private truncate(): void {
    this.isTruncated = true
    this.settle()
    this.cut()
  }

  private fail(stage: Stage, reason: string, refused: boolean): void {
    if (this.settledAtMs !== 0) return
    this.failure = { stage, reason, refused }
    this.settle()
  }

  private settle(): void {
    if (this.settledAtMs !== 0) return
    this.settledAtMs = performance.now()
    this.host.settled(this)
  }

  private leave(isReusable: boolean): void {
    if (this.connection) this.connection.user = null
    this.host.released(this, isReusable)
  }

  private cut(): void {
    if (this.controller) this.controller.abort(CUT)
    else if (this.connection === null) this.host.withdrawn(this)
    // A connection that is still being opened serves this request only, so it is closed.
    else if (this.connection.stage !== 'open') this.connection.socket?.destroy(CUT)
  }
}

function tenths(durationMs: number): number {
  return Math.round(durationMs * 10) / 10
}
