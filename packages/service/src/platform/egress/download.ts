/**
 * Fetches a file whole or not at all. Up to three redirects are followed by hand, each hop through the same guarded
 * connections as any request and none from https down to http; a short or oversized body is a failure, and so is an encoded one unless it is gzip.
 */
import { grouped } from '@tandem/contract/grouped'
import type { Stage } from './connection.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'
import { fileNameOf } from './file-name.ts'
import { readTarget, type Target } from './target.ts'
import { unpackBody } from './unpack-body.ts'

export interface DownloadRequest {
  url: string
  headers?: Record<string, string>
  /** For the whole download, redirects included. */
  timeoutMs: number
  maxBytes: number
  /** 3 unless said otherwise. */
  maxRedirects?: number
  signal?: AbortSignal
  /** Told how long the file is where that is known before it comes. */
  onLength?: (bytes: number) => void
}

export type DownloadResult =
  | { ok: true; bytes: Buffer; finalUrl: string; contentType: string | null; fileName?: string }
  | {
      ok: false
      stage: Stage
      /** For the operator: it may name hosts and addresses of the network. */
      reason: string
      /** For the tenant who gave the URL: it names none. */
      told: string
      status: number | null
    }

export type Get = (
  target: Target,
  headers: Record<string, string>,
  request: DownloadRequest,
  endsAtMs: number,
) => Promise<Exchange>

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** What the first host was trusted with is not for the next one. */
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** One sentence for both, so that nobody can ask which names the network behind the service knows. */
const NOT_PUBLIC = 'its host cannot be found, or is not public'
const TOLD: Readonly<Record<Stage, string>> = {
  resolve: NOT_PUBLIC,
  connect: 'no connection to its host could be made',
  tls: 'the TLS handshake with its host failed, or its certificate is not valid',
  send: 'its host did not take the request',
  wait: 'its host gave no answer that could be read',
  read: 'the answer of its host was not complete',
}

export async function downloadWith(get: Get, request: DownloadRequest): Promise<DownloadResult> {
  const endsAtMs = performance.now() + request.timeoutMs
  const maxRedirects = request.maxRedirects ?? 3
  let headers: Record<string, string> = { accept: '*/*', ...request.headers, 'accept-encoding': 'identity' }
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
    const exchange = await get(target, headers, request, endsAtMs)
    status = exchange.status
    if (exchange.failure) {
      const { stage, reason, refused } = exchange.failure
      return failed(stage, reason, status, refused ? NOT_PUBLIC : TOLD[stage])
    }
    if (status === null || !REDIRECTS.has(status)) return judge(exchange, url, request.maxBytes)

    if (hop === maxRedirects) return failed('read', `redirected more than ${maxRedirects} times`, status)
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
    if (next.origin !== target.origin) headers = withoutSecrets(headers)
    url = next.href
  }
}

async function judge(exchange: Exchange, finalUrl: string, maxBytes: number): Promise<DownloadResult> {
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
  const fileName = fileNameOf(one(headers['content-disposition']), finalUrl)
  return {
    ok: true,
    bytes: unpacked.bytes,
    finalUrl,
    contentType: one(headers['content-type']),
    ...(fileName === null ? {} : { fileName }),
  }
}

function failed(stage: Stage, reason: string, status: number | null, told = reason): DownloadResult {
  return { ok: false, stage, reason, told, status }
}

function locationOf(headers: ResponseHeaders, base: string): URL | null {
  const location = one(headers.location)
  return location !== null && URL.canParse(location, base) ? new URL(location, base) : null
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name.toLowerCase())),
  )
}

function one(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}
