/**
 * A `fetch` for the operator's endpoints: for libraries that bring their own protocol and for responses that come in pieces.
 * An origin that the operator configured is reached wherever it is; every other address goes through the guard.
 * It follows no redirect, ends at its time and size, and hands the body on only as fast as it is read.
 * Responses that stream for a minute would starve webhooks of connections, so it keeps connections of its own.
 */
import { Agent, type Dispatcher } from 'undici'
import { newConnection } from './connection.ts'
import type { GuardedConnector } from './connector.ts'
import { FetchError, type FetchLimits, streamRequest } from './fetch-stream.ts'
import { readTarget } from './target.ts'

export type EgressFetch = (
  input: string | URL | Request,
  init: RequestInit | undefined,
  limits: FetchLimits,
) => Promise<Response>

/** Far more than one agent may have under way: none must wait behind another's responses for a connection. */
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
  const fetch: EgressFetch = async (input, init, limits) => {
    if (input instanceof Request) throw new TypeError('egress fetch: found a Request, needed a URL')
    const { target, refusal } = readTarget(String(input))
    if (target === null) throw new FetchError('refused', 'resolve', refusal)
    const { headers, body } = await readBody(init)
    init?.signal?.throwIfAborted()
    if (isClosed) throw new FetchError('closed', 'resolve', 'Tandem is shutting down and sends nothing more')

    const own = new AbortController()
    underWay.add(own)
    const agent = options.configuredOrigins.has(target.origin) ? configured : guarded
    const method = (init?.method ?? 'GET').toUpperCase() as Dispatcher.HttpMethod
    const request = { target, method, headers, body, limits, signal: init?.signal ?? null }
    return streamRequest(agent, request, own, () => underWay.delete(own))
  }

  return {
    fetch,
    /** Ends what is under way and closes every connection. */
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
    // Each connection gets a record of its own; nobody reads it, since a request cannot tell which one it will get.
    connect: (options, callback) => connector(newConnection())(options, callback),
    connections: CONNECTIONS_PER_ORIGIN,
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
  })
}

/** Bodies of any kind fetch knows become bytes, with the content type they imply. */
async function readBody(init: RequestInit | undefined) {
  const headers = new Headers(init?.headers)
  const carrier = new Response(init?.body ?? null)
  const type = carrier.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  const body = carrier.body && Buffer.from(await carrier.arrayBuffer())
  // A compressed response could unfold to any size.
  headers.set('accept-encoding', 'identity')
  return { headers: Object.fromEntries(headers), body }
}
