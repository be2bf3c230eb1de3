/** The shapes of a request and of its result, and the conversion of an exchange to that result. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { noPhases, type Phases, type Stage } from './connection.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'

export interface SendRequest {
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** From the call to the last byte of the response, waiting for a connection included. */
  timeoutMs: number
  /** A longer response is cut off here, and still counts as a response. */
  maxResponseBytes: number
  signal?: AbortSignal | undefined
  /** Requests with the same name share connections of their own, so that other requests to the same origin never wait for them. */
  pool?: string
}

export interface PeerResponse {
  responded: true
  status: number
  headers: ResponseHeaders
  body: string
  /** The body could not be unpacked, and is empty here. */
  isUnreadable: boolean
  truncated: boolean
  latencyMs: number
  readonly phases: Phases
}

export interface NoResponse {
  responded: false
  stage: Stage
  /** One sentence for a person. */
  reason: string
  /** Known when the response broke off after its head. */
  status: number | null
  /** The part of the body that had arrived. */
  body: string
  latencyMs: number
  /** Known when the response broke off after its head. */
  headers: ResponseHeaders
  readonly phases: Phases
  /** The guard refused the connection: nothing is sent until the URL or the allow list changes. */
  refused: boolean
}

export type SendResult = PeerResponse | NoResponse

export function sendResult(exchange: Exchange): SendResult {
  const latencyMs = Math.round(exchange.settledAtMs - exchange.calledAtMs)
  const { failure, status, headers } = exchange
  const phases = exchange.phases()
  const body = status === null ? null : decodeBody(exchange.body(), headers['content-encoding'])
  if (failure || status === null) {
    const { stage, reason, refused } = failure ?? { stage: 'wait', reason: 'no answer', refused: false }
    const received = { status, headers, body: body ?? '', latencyMs, phases }
    return { responded: false, stage, reason, refused, ...received }
  }
  const how = { isUnreadable: body === null, truncated: exchange.isTruncated, latencyMs, phases }
  return { responded: true, status, headers, body: body ?? '', ...how }
}

/** The result of a request that was not tried. */
export function notSent(reason: string, refused: boolean): NoResponse {
  const rest = { status: null, headers: {}, body: '', latencyMs: 0, phases: noPhases }
  return { responded: false, stage: 'resolve', reason, refused, ...rest }
}

/** The limit of an unpacked response. The packed one is cut much earlier, and text packs to a tenth or a fiftieth. */
const MOST_BYTES = 1024 * 1024
/** A server may pack a response and its proxy pack it again. A hostile server names thousands of layers, each of the full length. */
const MOST_LAYERS = 2

const zlibOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/**
 * Returns the text of a response; null if it cannot be unpacked. We do not ask for packed responses, but some servers and proxies
 * send them. Of a response that was cut off, returns as much as can be read.
 */
function decodeBody(bytes: Buffer, encoding: string | string[] | undefined): string | null {
  if (encoding === undefined || bytes.length === 0) return bytes.toString('utf8')
  const layers = String(encoding)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (layers.length > MOST_LAYERS) return null
  try {
    return layers.reduceRight(unpacked, bytes).toString('utf8')
  } catch {
    return null
  }
}

function unpacked(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, zlibOptions)
  if (encoding === 'br') return brotliDecompressSync(bytes, brotliOptions)
  if (encoding !== 'deflate') throw new Error(`unknown encoding ${encoding}`)
  try {
    return inflateSync(bytes, zlibOptions)
  } catch {
    // Some servers leave out the zlib frame, against the standard, and browsers accept that.
    return inflateRawSync(bytes, zlibOptions)
  }
}
