/**
 * The HTTP server: turns the route table into a running server with limits on headers, body, depth and time, a request
 * id on every log line and response, one log line per request, and failure bodies from the catalogue alone.
 */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { runAs } from '../activity.ts'
import type { Config } from '../config.ts'
import type { Core } from '../core.ts'
import { Fault, parameterFault } from '../fault.ts'
import { connectionAccepted } from '../hold-work.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { createBodyMemory } from './body-memory.ts'
import { callerAddress, createProxyWarning, isLocal } from './caller-address.ts'
import { respondToClientError } from './client-error.ts'
import { fail } from './fail.ts'
import { limitConnections, limitPipelined } from './limit-connections.ts'
import { createUnreadBudget, limitUnread } from './limit-unread.ts'
import { logRequest } from './request-log.ts'
import type { Call, Caller, GuardInput, Guards, Route, RouteResponse } from './route.ts'
import { bodyOf } from './route-body.ts'
import { sendResponse } from './send-response.ts'
import { createStarts } from './start-in-turn.ts'
import { refusedAddress, unknownAddress } from './unknown-address.ts'

type Limits = Pick<
  Config,
  | 'headerLimitBytes'
  | 'bodyLimitBytes'
  | 'smallBodyLimitBytes'
  | 'depthLimit'
  | 'requestTimeoutMs'
  | 'proxyHops'
  | 'connectionLimit'
  | 'connectionsPerAddress'
>

const usableRequestId = /^[A-Za-z0-9._-]{1,64}$/
const nobody: Caller = { agentId: '', keyId: '', agents: [] }
/** Responses must not be framed, sniffed, cached or named in referrers. Pages and files replace these headers with their own. */
const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
/** The backlog of the socket. A client beyond it believes its connection open and waits seconds for the system to retry. */
const WAITING_CONNECTIONS = 4096
const noSchemas = (): never => {
  throw new Error('A route has a schema of Fastify; wire shapes are checked by its handler.')
}

export function createServer(
  options: Pick<Core, 'log' | 'clock'> & {
    routes: readonly Route[]
    guards: Guards
    limits: Limits
  },
) {
  const { routes, guards, limits, log, clock } = options
  const httpOptions = {
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: 72_000,
    maxHeaderSize: limits.headerLimitBytes,
    headersTimeout: Math.min(20_000, limits.requestTimeoutMs),
    // How often Node checks for late requests; its default of 30 s would prolong short limits.
    connectionsCheckingInterval: Math.min(5000, limits.requestTimeoutMs),
    // Node would refuse a request without `Host` with an empty body.
    requireHostHeader: false,
  }
  const starts = createStarts()
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    serverFactory(handle) {
      const start = starts.inTurn(handle)
      const take = limitPipelined((request, response) => {
        openResponses++
        // Every response emits `close`, also when the caller has hung up.
        response.once('close', () => openResponses--)
        start(request, response)
      })
      // Node would respond to `Expect` headers by itself, without our limits.
      return createHttpServer(httpOptions, take)
        .on('connection', connectionAccepted)
        .on('checkExpectation', take)
    },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, log, safeHeaders),
    frameworkErrors: (error, request, reply) =>
      fail(
        request,
        reply.header('x-request-id', request.id).headers(safeHeaders),
        refusedAddress(error.code),
      ),
    return503OnClosing: false,
    // Routes have no Fastify schemas; to load the schema compilers would slow the start down.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  }) as unknown as FastifyInstance
  let draining = false
  let openResponses = 0
  /** A handler goes on after its caller has hung up, and a drain waits for it. */
  let runningHandlers = 0
  /** Tells open event streams that the service stops. */
  const stopping = new AbortController()
  const bodies = createBodyMemory(clock, limits.bodyLimitBytes)
  const warnOfProxy = createProxyWarning(log, clock, limits.proxyHops)
  limitConnections(app.server, limits, log)
  const holdFor = createUnreadBudget(({ raw }) => callerAddress(raw, limits.proxyHops))
  limitUnread(app, holdFor)

  // The handler below reads the body, after it has checked the credentials. Fastify would refuse some content types before that.
  for (const method of app.supportedMethods)
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })

  app.addHook('onRequest', (request, reply, next) => {
    // Fastify's `onResponse` hook is not called for callers that have hung up.
    reply.raw.on('close', () => {
      if (log.isLevelEnabled('info')) logRequest(log, request, reply)
    })
    reply.header('x-request-id', request.id).headers(safeHeaders)
    warnOfProxy(request.headers)
    if (request.raw.httpVersion !== '1.0' && request.headers.host === undefined)
      return next(parameterFault('host', 'nothing', 'the header that HTTP/1.1 asks for'))
    if (!draining) return next()
    reply.header('connection', 'close')
    if (request.url.startsWith('/v1/webhook/service/health')) next()
    else next(new Fault('unavailable', 'The service is shutting down; try again in a moment.'))
  })
  app.decorateRequest('agentId', '')
  app.decorateRequest('caller', '')
  app.setErrorHandler((error, request, reply) => fail(request, reply, error))
  app.setNotFoundHandler((request, reply) => fail(request, reply, unknownAddress(routes, request)))

  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    app.route({
      method: route.method,
      url: route.path,
      // An automatic HEAD route would run the handler of GET for nothing.
      exposeHeadRoute: false,
      async handler(request, reply) {
        runningHandlers++
        let response: RouteResponse
        try {
          response = await responseOf(route, name, request)
        } finally {
          runningHandlers--
        }
        // A stream reads and works on for the same owner.
        const owner = request.agentId || callerAddress(request.raw, limits.proxyHops)
        return runAs({ kind: 'request', id: request.id, route: name, owner }, () =>
          sendResponse(request, reply, response, { log, stopping: stopping.signal, holdFor }),
        )
      },
    })
  }

  function callerOf({ auth }: Route, { headers }: IncomingMessage, input: GuardInput) {
    if (auth === 'none' || (auth === 'optionalKey' && headers.authorization === undefined)) return undefined
    return guards[auth === 'optionalKey' ? 'apiKey' : auth](headers, input)
  }

  async function responseOf(route: Route, name: string, request: FastifyRequest): Promise<RouteResponse> {
    const activity = { kind: 'request', id: request.id, route: name } as const
    const address = callerAddress(request.raw, limits.proxyHops)
    const query = request.query as Call['query']
    const params = request.params as Call['params']
    const input = { address, isLocal: () => isLocal(request.raw), route, params, query }
    const identify = async () => callerOf(route, request.raw, input)
    const caller = await runAs({ ...activity, owner: address }, identify)
    const hasArrived = request.raw.complete
    const owner = caller ? `${route.auth} ${caller.person?.accountId ?? caller.agentId}` : address
    if (caller) {
      request.agentId = caller.agentId
      request.caller = owner
      starts.accepted(request.raw, owner)
    }
    const limitBytes = route.bodyLimitBytes ?? limits.smallBodyLimitBytes
    const share = await bodies.enter(request.raw, limitBytes, {
      kind: caller ? 'known' : 'unknown',
      name: owner,
    })
    try {
      return await runAs({ ...activity, owner: caller?.agentId || address }, async () => {
        const body = await bodyOf(
          route,
          request.raw,
          { limitBytes, maxDepth: limits.depthLimit, owner },
          share,
        )
        // While a body is on its way, a key may be revoked, or a person may lose rights.
        const callerNow = hasArrived ? caller : await identify()
        return route.handle({
          body,
          query,
          params,
          headers: request.headers,
          caller: callerNow ?? nobody,
          address,
          log: request.log as Log,
        })
      })
    } finally {
      share.leave()
    }
  }

  return {
    fastify: app,
    draining: () => draining,
    /** The address at which this machine reaches the server; undefined while it does not listen. */
    origin: () => originOf(app.server.address()),
    /** Starts listening and returns the address. */
    listen: (host: string, port: number) => app.listen({ host, port, backlog: WAITING_CONNECTIONS }),
    /** Refuses new requests with 503; resolves once the current ones are done, or after `graceMs`. */
    async drain(graceMs: number) {
      draining = true
      stopping.abort()
      const deadline = performance.now() + graceMs
      app.server.closeIdleConnections()
      while (openResponses + runningHandlers > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20))
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** A server that listens on every address is reached through loopback. */
function originOf(at: AddressInfo | string | null): string | undefined {
  if (at === null || typeof at === 'string') return undefined
  const { address, port } = at
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`
  return `http://${address === '::' ? '[::1]' : address.includes(':') ? `[${address}]` : address}:${port}`
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && usableRequestId.test(given) ? given : newId()
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The agent of the caller; empty until it is known, or if there is none. */
    agentId: string
    /** The caller's identity for limits, by its credential; empty until it is known, or without a credential. */
    caller: string
  }
}
