/**
 * A `fetch` for the operator's endpoints: for libraries with their own protocol and for streamed responses. An origin that the
 * operator configured is reached wherever it is; every other address goes through the guard. It follows no redirect, has limits of
 * time and size, and reads the body only as fast as its reader. It has separate connections, because responses that stream for a
 * minute would leave none for webhooks.
 */
import { Agent, type Dispatcher } from 'undici'
import { newConnection } from './connection.ts'
import type { GuardedConnector } from './connector.ts'
import { FetchError, type FetchLimits, streamRequest } from './fetch-stream.ts'
import { CLOSED_REASON } from './reasons.ts'
import { readTarget } from './target.ts'

/** Far more than one agent may use at a time, so that no agent waits for a connection because of another's responses. */
const CONNECTIONS_PER_ORIGIN = 1000
const KEEP_ALIVE_MS = 30_000

/** `configured` opens connections to the configured origins. */
export function createFetcher(options: {
  readonly connector: GuardedConnector
  readonly configured: GuardedConnector
  readonly configuredOrigins: ReadonlySet<string>
}) {
  const underWay = new Set<AbortController>()
  const guarded = openAgent(options.connector)
  const configured = openAgent(options.configured)
  let isClosed = false

  /** Rejects with a FetchError, or with the reason of the signal that ended it; so does reading the body. */
  async function fetch(
    input: string | URL | Request,
    init: RequestInit | undefined,
    limits: FetchLimits,
  ): Promise<Response> {
    if (input instanceof Request) throw new TypeError('egress fetch: found a Request, needed a URL')
    const { target, refusal } = readTarget(String(input))
    if (target === null) throw new FetchError('refused', 'resolve', refusal)
    const { headers, body } = await readBody(init)
    init?.signal?.throwIfAborted()
    if (isClosed) throw new FetchError('closed', 'resolve', CLOSED_REASON)

    const own = new AbortController()
    underWay.add(own)
    const agent = options.configuredOrigins.has(target.origin) ? configured : guarded
    const method = (init?.method ?? 'GET').toUpperCase() as Dispatcher.HttpMethod
    const request = { target, method, headers, body, limits, signal: init?.signal ?? null }
    return streamRequest(agent, request, own, () => underWay.delete(own))
  }

  return {
    fetch,
    /** Ends all requests and closes every connection. */
    async close(): Promise<void> {
      isClosed = true
      const why = new FetchError('closed', 'wait', 'Tandem is shutting down; the request was ended')
      for (const own of underWay) own.abort(why)
      await Promise.all([guarded.destroy(), configured.destroy()])
    },
  }
}

function openAgent(connector: GuardedConnector): Agent {
  return new Agent({
    // The connector needs a record per connection; nobody reads it, because a request does not know which connection it gets.
    connect: (options, callback) => connector(newConnection())(options, callback),
    connections: CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
}

/** Reads a body of any kind that fetch accepts into bytes, and adds the content type that the kind implies. */
async function readBody(init: RequestInit | undefined) {
  const headers = new Headers(init?.headers)
  const carrier = new Response(init?.body ?? null)
  const type = carrier.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  const body = carrier.body && Buffer.from(await carrier.arrayBuffer())
  // A compressed response could unpack to any size.
  headers.set('accept-encoding', 'identity')
  return { headers: Object.fromEntries(headers), body }
}
