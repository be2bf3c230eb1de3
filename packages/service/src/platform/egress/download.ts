/**
 * Fetches a file whole or not at all. Up to three redirects are followed by hand, each hop through the same guarded
 * connections as any request and none from https down to http; a short or oversized body is a failure, and so is an encoded one unless it is gzip.
 */

import { gunzip } from 'node:zlib'
import { grouped } from '@tandem/contract/grouped'
import type { Stage } from './connection.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'
import { readTarget, type Target } from './target.ts'

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

/** The name of the file: as the server calls it, else the last part of the path. */
function fileNameOf(contentDisposition: string | null, url: string): string | null {
  const given = contentDisposition === null ? null : fromDisposition(contentDisposition)
  return tidy(given ?? decode(new URL(url).pathname))
}

function fromDisposition(header: string): string | null {
  // RFC 6266: the extended form carries the real name, the plain one is for readers that cannot decode it.
  const extended = /;\s{0,4}filename\*\s{0,4}=\s{0,4}utf-8'[\w-]*'([^;\s]+)/i.exec(header)
  if (extended?.[1]) return decode(extended[1])
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  if (!plain) return null
  // Header bytes arrive one per character; servers that break the rule put UTF-8 there.
  const name = plain[1]?.replace(/\\(.)/g, '$1') ?? plain[2] ?? ''
  return Buffer.from(name, 'latin1').toString('utf8')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Only a name: no folders, no control characters, not longer than file systems take. */
function tidy(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
  return clean === '' || clean === '.' || clean === '..' ? null : clean
}

/** Text packs to a tenth or a fiftieth. */
const MOST_RATIO = 200
/** Small files may be as empty as they like. */
const FREE_BYTES = 1024 * 1024

type Unpacked = { ok: true; bytes: Buffer } | { ok: false; reason: string }

/**
 * Some stores send what they hold packed with gzip, whatever was asked for. The limit of the size holds for what comes out, and
 * nothing may grow beyond all measure.
 */
function unpackBody(packed: Buffer, maxBytes: number): Promise<Unpacked> {
  const byRatio = Math.max(FREE_BYTES, packed.length * MOST_RATIO)
  const maxOutputLength = Math.max(1, Math.min(maxBytes, byRatio))
  return new Promise((resolve) => {
    gunzip(packed, { maxOutputLength }, (error, bytes) => {
      if (!error) resolve({ ok: true, bytes })
      else if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        resolve({ ok: false, reason: 'the file came encoded as gzip, and is damaged or cut short' })
      else if (byRatio < maxBytes)
        resolve({
          ok: false,
          reason: `the file came encoded as gzip, and unpacks to more than ${MOST_RATIO} times its size`,
        })
      else
        resolve({
          ok: false,
          reason: `the file is larger than the ${grouped(maxBytes)} bytes allowed`,
        })
    })
  })
}
