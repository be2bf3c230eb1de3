/**
 * The only way out: every request that Tandem sends to another service goes through here. `send` and `download` never reject.
 * All requests have limits of time and size, and the guard judges each connection.
 */
import { type AllowRule, parseAllowList } from './address-rules.ts'
import { createConnector } from './connector.ts'
import { type DownloadRequest, type DownloadResult, downloadWith } from './download.ts'
import { Exchange } from './exchange.ts'
import { createFetcher } from './fetch.ts'
import { type OriginLimits, Origins } from './origins.ts'
import { CLOSED_REASON } from './reasons.ts'
import { type Lookup, lookupByServers, lookupBySystem } from './resolve.ts'
import { notSent, type SendRequest, type SendResult, sendResult } from './send.ts'
import { type OwnAddress, ownTarget, readTarget, type Target } from './target.ts'

export interface EgressOptions extends Partial<OriginLimits> {
  /** The addresses besides public ones that tenants may name. */
  allow: readonly AllowRule[]
  /** Origins that the operator configured: `fetch` reaches them wherever they are, `send` and `download` do not. */
  configuredOrigins?: readonly string[]
  /** The part of this service that `send` may reach; undefined while the service does not listen. */
  own?: () => OwnAddress | undefined
  lookup?: Lookup
  /** Certificates (PEM) trusted besides the usual ones. */
  ca?: string[] | undefined
}

export type Egress = ReturnType<typeof createEgress>

const USUAL_LIMITS: OriginLimits = { connectionsPerOrigin: 64, maxOrigins: 512, keepAliveMs: 4_000 }

export function createEgress(options: EgressOptions) {
  const { allow, ca } = options
  // If only public addresses may be reached, only public names need to be resolved.
  const lookup = options.lookup ?? (allow.length === 0 ? lookupByServers() : lookupBySystem)
  const connector = createConnector({ allow, lookup, ca })
  const limits: OriginLimits = { ...USUAL_LIMITS, ...options }
  const guarded = new Origins(connector, limits)
  const configured = createConnector({
    allow: parseAllowList('all'),
    lookup: options.lookup ?? lookupBySystem,
    ca,
  })
  /** Connections to this service itself. */
  const ours = new Origins(configured, limits)
  const fetcher = createFetcher({
    connector,
    configured,
    configuredOrigins: new Set(options.configuredOrigins),
  })
  /** Requests and downloads that have no result yet. */
  const underWay = new Set<Promise<unknown>>()
  let closed: Promise<void> | null = null

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  /** Resolves when the exchange has its result; never rejects. */
  function run(
    target: Target,
    method: 'POST' | 'GET',
    request: Pick<SendRequest, 'headers' | 'body' | 'pool' | 'signal' | 'timeoutMs'>,
    limits: { maxBytes: number; isAllOrNothing: boolean; onLength?: (bytes: number) => void },
    endsAtMs: number,
    origins = guarded,
  ): Promise<Exchange> {
    const { headers, body = null, pool, signal, timeoutMs } = request
    return new Promise((resolve) => {
      const settled = (exchange: Exchange) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        resolve(exchange)
      }
      const exchange = new Exchange(
        { settled, released: origins.release, withdrawn: origins.withdraw },
        target,
        { path: target.path, method, headers, body },
        { timeoutMs, ...limits },
        pool,
      )
      const cancel = () => exchange.cancel()
      signal?.addEventListener('abort', cancel)
      // After a standstill of the process, received data is handled before the timeout: the peer may have responded in time.
      const expire = () => setImmediate(() => exchange.expire())
      const timer = setTimeout(expire, Math.max(0, endsAtMs - performance.now()))
      origins.submit(exchange)
    })
  }

  function send(request: SendRequest): Promise<SendResult> {
    const { target, refusal } = readTarget(request.url)
    if (target === null) return Promise.resolve(notSent(refusal, true))
    if (closed) return Promise.resolve(notSent(CLOSED_REASON, false))
    if (request.signal?.aborted) return Promise.resolve(notSent('the request was cancelled', false))
    const limits = { maxBytes: request.maxResponseBytes, isAllOrNothing: false }
    const endsAtMs = performance.now() + request.timeoutMs
    const own = ownTarget(target, options.own?.())
    return track(run(own ?? target, 'POST', request, limits, endsAtMs, own ? ours : guarded).then(sendResult))
  }

  /** One hop of a download; `endsAtMs` is the end of the whole download. */
  function get(target: Target, request: DownloadRequest, endsAtMs: number) {
    const { maxBytes, onLength } = request
    const headers = { accept: '*/*', 'accept-encoding': 'identity' }
    const limits = { maxBytes, isAllOrNothing: true, ...(onLength && { onLength }) }
    return run(target, 'GET', { ...request, headers }, limits, endsAtMs)
  }

  async function drain(): Promise<void> {
    const fetchesEnded = fetcher.close()
    await Promise.allSettled(underWay)
    await Promise.all([fetchesEnded, guarded.destroy(), ours.destroy()])
  }

  return {
    send,
    async download(request: DownloadRequest): Promise<DownloadResult> {
      const reason = CLOSED_REASON
      if (closed) return { ok: false, stage: 'resolve', reason, publicReason: reason, status: null }
      return track(downloadWith(get, request))
    },
    /** Streams, and rejects as `fetch` does; see `fetch.ts`. */
    fetch: fetcher.fetch,
    /** Refuses new requests, ends fetches, waits for other requests in flight, then closes every connection. */
    close(): Promise<void> {
      closed ??= drain()
      return closed
    },
  }
}
