/**
 * The one way out: every request Tandem makes to somebody else's address goes through here. It never rejects, follows no
 * redirect by itself, bounds time and size of everything, and lets the guard judge each connection.
 */
import { type AllowRule, parseAllowList } from './address-rules.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'
import { Deadlines } from './deadlines.ts'
import { type DownloadRequest, type DownloadResult, downloadWith } from './download.ts'
import { Exchange, type ExchangeHost } from './exchange.ts'
import { createFetcher, type EgressFetch } from './fetch.ts'
import { type OriginStats, Origins } from './origins.ts'
import { type Lookup, lookupBySystem } from './resolve.ts'
import { notSent, type SendRequest, type SendResult, sendResult } from './send.ts'
import { createTargetReader, type Target } from './target.ts'

export interface EgressOptions {
  /** Addresses, besides public ones, that tenants may name. */
  allow: readonly AllowRule[]
  /** Origins that the operator configured: `fetch` reaches these wherever they are, `send` and `download` do not. */
  configuredOrigins?: readonly string[]
  connectionsPerOrigin?: number
  maxOrigins?: number
  /** How long an unused connection is kept, where the peer does not say. */
  keepAliveMs?: number
  lookup?: Lookup
  /** Certificates (PEM) trusted besides the usual ones. */
  ca?: string[]
}

export interface EgressStats {
  inFlight: number
  origins: OriginStats[]
}

export interface Egress {
  send(request: SendRequest): Promise<SendResult>
  download(request: DownloadRequest): Promise<DownloadResult>
  /** Streams, and rejects as `fetch` does; see fetch.ts. */
  fetch: EgressFetch
  stats(): EgressStats
  /** Takes no more requests, ends fetches, waits for what else is in flight, then closes every connection. */
  close(): Promise<void>
}

type Settle = (exchange: Exchange) => void

const CLOSED_REASON = 'Tandem is shutting down and sends nothing more'

export function createEgress(options: EgressOptions): Egress {
  const shared: Omit<ConnectorOptions, 'allow'> = {
    lookup: options.lookup ?? lookupBySystem,
    ...(options.ca ? { ca: options.ca } : {}),
  }
  const connector = createConnector({ ...shared, allow: options.allow })
  const origins = new Origins(connector, {
    connectionsPerOrigin: options.connectionsPerOrigin ?? 64,
    maxOrigins: options.maxOrigins ?? 512,
    keepAliveMs: options.keepAliveMs ?? 4_000,
  })
  const fetcher = createFetcher({
    connector,
    configured: createConnector({ ...shared, allow: parseAllowList('all') }),
    configuredOrigins: new Set(options.configuredOrigins),
  })
  const deadlines = new Deadlines<Exchange>((exchange) => exchange.expire())
  const readTarget = createTargetReader()
  let inFlight = 0
  /** Counted apart, since a download has nothing in flight between two hops. */
  let downloads = 0
  let closed: Promise<void> | null = null
  let noteIdle: (() => void) | null = null

  const host: ExchangeHost = {
    settled(exchange) {
      deadlines.lift(exchange)
      leave(exchange)
      inFlight--
      exchange.deliver(exchange)
      noteProgress()
    },
    released: (exchange, isReusable) => origins.release(exchange, isReusable),
    withdrawn: (exchange) => origins.withdraw(exchange),
  }

  function isIdle(): boolean {
    return inFlight === 0 && downloads === 0
  }

  function noteProgress(): void {
    if (noteIdle && isIdle()) noteIdle()
  }

  function begin(exchange: Exchange, settle: Settle, endsAtMs: number): void {
    inFlight++
    exchange.deliver = settle
    deadlines.set(exchange, endsAtMs)
    origins.submit(exchange)
  }

  function send(request: SendRequest): Promise<SendResult> {
    const { target, refusal } = readTarget(request.url)
    if (target === null) return Promise.resolve(notSent(refusal, true))
    if (closed) return Promise.resolve(notSent(CLOSED_REASON, false))
    if (request.signal?.aborted) return Promise.resolve(notSent('the request was cancelled', false))
    const method = request.method ?? 'POST'
    const { headers, body = null } = request
    const exchange = new Exchange(
      host,
      target,
      { path: target.path, method, headers, body },
      { timeoutMs: request.timeoutMs, maxBytes: request.maxResponseBytes, isAllOrNothing: false },
      request.pool,
    )
    if (request.signal) watch(exchange, request.signal)
    return new Promise((resolve) => {
      begin(exchange, (settled) => resolve(sendResult(settled)), exchange.calledAtMs + request.timeoutMs)
    })
  }

  /** One hop of a download; the time is that of the whole download. */
  function get(target: Target, headers: Record<string, string>, request: DownloadRequest, endsAtMs: number) {
    const { timeoutMs, maxBytes } = request
    const exchange = new Exchange(
      host,
      target,
      { path: target.path, method: 'GET', headers },
      { timeoutMs, maxBytes, isAllOrNothing: true },
    )
    if (request.signal) watch(exchange, request.signal)
    if (request.onLength) exchange.onLength = request.onLength
    return new Promise<Exchange>((resolve) => begin(exchange, resolve, endsAtMs))
  }

  async function drain(): Promise<void> {
    const fetchesEnded = fetcher.close()
    if (!isIdle()) {
      await new Promise<void>((resolve) => {
        noteIdle = resolve
      })
    }
    await Promise.all([fetchesEnded, origins.destroy()])
  }

  return {
    send,
    async download(request) {
      if (closed)
        return { ok: false, stage: 'resolve', reason: CLOSED_REASON, told: CLOSED_REASON, status: null }
      downloads++
      try {
        return await downloadWith(get, request)
      } finally {
        downloads--
        noteProgress()
      }
    },
    fetch: fetcher.fetch,
    stats: () => ({ inFlight, origins: origins.stats() }),
    close() {
      closed ??= drain()
      return closed
    },
  }
}

/**
 * One listener for all exchanges of a signal: adding and removing one for each costs more than the rest of a send. They
 * stand in an array and not in a Set: a Set with so many comings and goings leaves a trail of outgrown tables behind, each
 * pointing to the next, by which the garbage collector takes every exchange for alive and copies it, body and all.
 */
const watched = new WeakMap<AbortSignal, Exchange[]>()

/** Cancels the exchange when the signal says so. */
function watch(exchange: Exchange, signal: AbortSignal): void {
  let exchanges = watched.get(signal)
  if (!exchanges) {
    const made: Exchange[] = []
    const cancelAll = () => {
      for (const each of [...made]) each.cancel()
    }
    signal.addEventListener('abort', cancelAll, { once: true })
    watched.set(signal, made)
    exchanges = made
  }
  exchange.place = exchanges.push(exchange) - 1
  exchange.companions = exchanges
}

/** The last one takes its place. */
function leave(exchange: Exchange): void {
  const { companions, place } = exchange
  if (companions === null) return
  exchange.companions = null
  const last = companions.pop() as Exchange
  if (last === exchange) return
  companions[place] = last
  last.place = place
}
