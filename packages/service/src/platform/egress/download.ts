/**
 * Fetches a complete file or fails. Follows up to three redirects, each hop through the same guarded connections as any request
 * and none from https to http. A body that is too short or too large is a failure, and so is an encoded one unless it is gzip.
 */
import { gunzip } from 'node:zlib'
import { grouped } from '@tandem/contract/grouped'
import type { Stage } from './connection.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'
import { readTarget, type Target } from './target.ts'

export interface DownloadRequest {
  url: string
  /** For the whole download, redirects included. */
  timeoutMs: number
  maxBytes: number
  signal?: AbortSignal | undefined
  /** Called with the size of the file if it is known before the download. */
  onLength?: (bytes: number) => void
}

export type DownloadResult =
  | { ok: true; bytes: Buffer; contentType: string | null }
  | {
      ok: false
      stage: Stage
      /** For the operator: it may name hosts and addresses of the network. */
      reason: string
      /** For the tenant who gave the URL: it names none. */
      publicReason: string
      status: number | null
    }

type Get = (target: Target, request: DownloadRequest, endsAtMs: number) => Promise<Exchange>

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MOST_REDIRECTS = 3

/** One sentence for both, so that nobody can find out which names the network behind the service knows. */
const NOT_PUBLIC = 'its host cannot be found, or is not public'
const PUBLIC_REASONS: Readonly<Record<Stage, string>> = {
  resolve: NOT_PUBLIC,
  connect: 'no connection to its host could be made',
  tls: 'the TLS handshake with its host failed, or its certificate is not valid',
  send: 'its host did not take the request',
  wait: 'its host gave no answer that could be read',
  read: 'the response of its host was not complete',
}

export async function downloadWith(get: Get, request: DownloadRequest): Promise<DownloadResult> {
  const endsAtMs = performance.now() + request.timeoutMs
  let url = request.url
  let status: number | null = null

  for (let hop = 0; ; hop++) {
    const { target, refusal } = readTarget(url)
    if (target === null) {
      return hop === 0
        ? failed('resolve', refusal, status)
        : failed(
            'resolve',
            `redirected, but ${refusal}`,
            status,
            'redirected to an address that cannot be used',
          )
    }

    if (request.signal?.aborted) return failed('resolve', 'the request was cancelled', status)
    const exchange = await get(target, request, endsAtMs)
    status = exchange.status
    if (exchange.failure) {
      const { stage, reason, refused } = exchange.failure
      return failed(stage, reason, status, refused ? NOT_PUBLIC : PUBLIC_REASONS[stage])
    }
    if (status === null || !REDIRECTS.has(status)) return judge(exchange, request.maxBytes)

    if (hop === MOST_REDIRECTS) return failed('read', `redirected more than ${MOST_REDIRECTS} times`, status)
    const next = locationOf(exchange.headers, url)
    if (next === null) return failed('read', `status ${status} without a readable Location`, status)
    if (next.protocol === 'http:' && target.origin.startsWith('https:')) {
      return failed(
        'read',
        `redirected from https to http (${next.host})`,
        status,
        'redirected from https to http',
      )
    }
    url = next.href
  }
}

async function judge(exchange: Exchange, maxBytes: number): Promise<DownloadResult> {
  const { status, headers } = exchange
  if (status !== 200) return failed('read', `the file was answered with status ${status}, needed 200`, status)
  if (exchange.isTruncated) {
    return failed('read', `the file is larger than the ${grouped(maxBytes)} bytes allowed`, status)
  }
  const encoding = one(headers['content-encoding'])?.trim().toLowerCase() || 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    return failed('read', `the file came encoded as ${encoding}, and was asked for as it is`, status)
  }
  const body = exchange.body()
  const unpacked =
    encoding === 'identity' ? { ok: true as const, bytes: body } : await unpackBody(body, maxBytes)
  if (!unpacked.ok) return failed('read', unpacked.reason, status)
  return { ok: true, bytes: unpacked.bytes, contentType: one(headers['content-type']) }
}

function failed(stage: Stage, reason: string, status: number | null, publicReason = reason): DownloadResult {
  return { ok: false, stage, reason, publicReason, status }
}

function locationOf(headers: ResponseHeaders, base: string): URL | null {
  const location = one(headers.location)
  return location !== null && URL.canParse(location, base) ? new URL(location, base) : null
}

function one(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}

/** The limit of unpacked to packed size: text packs to a tenth or a fiftieth. */
const MOST_RATIO = 200
/** The ratio is not limited for unpacked files up to this size. */
const FREE_BYTES = 1024 * 1024

type Unpacked = { ok: true; bytes: Buffer } | { ok: false; reason: string }

/**
 * Some object stores send files packed with gzip although we ask for them unpacked. The size limit applies to the unpacked file,
 * and the ratio is limited too.
 */
function unpackBody(packed: Buffer, maxBytes: number): Promise<Unpacked> {
  const byRatio = Math.max(FREE_BYTES, packed.length * MOST_RATIO)
  const maxOutputLength = Math.max(1, Math.min(maxBytes, byRatio))
  return new Promise((resolve) => {
    gunzip(packed, { maxOutputLength }, (error, bytes) => {
      const isTooLarge = (error as NodeJS.ErrnoException | null)?.code === 'ERR_BUFFER_TOO_LARGE'
      const fail = (reason: string) => resolve({ ok: false, reason })
      if (!error) resolve({ ok: true, bytes })
      else if (!isTooLarge) fail('the file came encoded as gzip, and is damaged or cut short')
      else if (byRatio < maxBytes)
        fail(`the file came encoded as gzip, and unpacks to more than ${MOST_RATIO} times its size`)
      else fail(`the file is larger than the ${grouped(maxBytes)} bytes allowed`)
    })
  })
}
