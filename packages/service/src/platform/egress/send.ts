/** The shape of a request that is sent and of what became of it, and the step from an exchange to that result. */
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { noPhases, type Phases, type Stage } from './connection.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'

export interface SendRequest {
  method?: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** From the call to the last byte of the response, waiting for a connection included. */
  timeoutMs: number
  /** A response that is longer is cut here, and still counts as a response. */
  maxResponseBytes: number
  signal?: AbortSignal | undefined
  /** Requests of one name have connections of their own, so that others to the same origin never wait for them. */
  pool?: string
}

export interface PeerResponse {
  responded: true
  status: number
  headers: ResponseHeaders
  body: string
  /** The body came packed in a way that could not be undone, and is empty here. */
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
  /** What had come of its body then. */
  body: string
  latencyMs: number
  /** Known when the response broke off after its head. */
  headers: ResponseHeaders
  readonly phases: Phases
  /** The guard said no; nothing was sent, and nothing will be until the URL or the allow list changes. */
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
    const came = { status, headers, body: body ?? '', latencyMs, phases }
    return { responded: false, stage, reason, refused, ...came }
  }
  const how = { isUnreadable: body === null, truncated: exchange.isTruncated, latencyMs, phases }
  return { responded: true, status, headers, body: body ?? '', ...how }
}

/** Nothing was even tried. */
export function notSent(reason: string, refused: boolean): NoResponse {
  const told = { reason, refused, headers: {}, phases: noPhases }
  return { responded: false, stage: 'resolve', status: null, body: '', latencyMs: 0, ...told }
}

/** What a response may come to, unpacked: a response is cut long before, and text packs to a tenth or a fiftieth. */
const MOST_BYTES = 1024 * 1024
/** A server may pack a response and its proxy once more. A hostile one names thousands of layers, each of the full length. */
const MOST_LAYERS = 2

const zlibOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { maxOutputLength: MOST_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/**
 * The text of a response. Nothing packed is asked for; some servers and proxies pack their responses all the same, and what a
 * response says must not depend on it. Of one that was cut short, as much as can be read. Null when it cannot be unpacked.
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
    // Some leave out its frame, against the standard, and browsers take it.
    return inflateRawSync(bytes, zlibOptions)
  }
}
