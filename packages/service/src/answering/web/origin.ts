/**
 * Which pages may use the chat from a browser: Tandem's own, and those the agent's settings name. A request without an
 * `Origin` header is no page's, and the token decides alone. Refusals carry the same headers, or the page could not read them.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { Fault, publicFace } from '../../platform/fault.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'

const PREFLIGHT_S = 600

export type WhoMayShow = Pick<AgentSettings['web'], 'allowed_origins' | 'allow_null_origin'>

/** Throws when the page may not; `ownUrl` is the public address of the service. */
export function checkOrigin(
  call: Call,
  { allowed_origins, allow_null_origin }: WhoMayShow,
  ownUrl: string | undefined,
): void {
  const { origin, host } = call.headers
  if (origin === undefined || isOwn(origin, host, ownUrl)) return
  if (origin === 'null' ? allow_null_origin : allowed_origins.some((one) => sameOrigin(one, origin))) return
  const needed =
    origin === 'null'
      ? 'turn on web.allow_null_origin in the settings of the agent to allow pages of files and apps'
      : 'add it to web.allowed_origins in the settings of the agent'
  throw new Fault('originNotAllowed', `found ${JSON.stringify(origin.slice(0, 200))}; ${needed}`)
}

/** Whose pages may show the page in a frame, as `frame-ancestors` names them. Pages without an origin have no name there: all may. */
export function framePolicy({ allowed_origins, allow_null_origin }: WhoMayShow): string[] {
  if (allow_null_origin) return []
  const origins = allowed_origins.flatMap((given) => URL.parse(given)?.origin ?? [])
  return [`frame-ancestors ${["'self'", ...origins].join(' ')}`]
}

function isOwn(origin: string, host: string | undefined, ownUrl: string | undefined): boolean {
  if (ownUrl !== undefined) return sameOrigin(ownUrl, origin)
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

function sameOrigin(allowed: string, origin: string): boolean {
  return URL.parse(allowed)?.origin === URL.parse(origin)?.origin && URL.parse(origin) !== null
}

type Handle = (call: Call) => Promise<RouteResponse>

/** The handlers with what lets a page read their responses. */
export function readableBy<Name extends string>(handlers: Record<Name, Handle>): Record<Name, Handle> {
  const named = Object.entries<Handle>(handlers).map(([name, handle]) => {
    return [name, (call: Call) => readable(call, handle)] as const
  })
  return Object.fromEntries(named) as Record<Name, Handle>
}

/** A response goes to a page that may use the chat, or says only that it may not. */
function readable(call: Call, handle: Handle): Promise<RouteResponse> {
  const headers = corsHeaders(call)
  return handle(call).then(
    (response) => ({ ...response, headers: { ...response.headers, ...headers } }),
    (error: unknown) => {
      if (!(error instanceof Fault) || error.entry === 'internalError') throw error
      const { status, body } = publicFace(error)
      return { status, json: body, headers: { ...error.headers, ...headers } }
    },
  )
}

/** The response to the question a browser asks first. The request that follows is checked. */
export function preflight(call: Call): RouteResponse {
  return {
    status: 204,
    headers: {
      ...corsHeaders(call),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, last-event-id',
      'access-control-max-age': String(PREFLIGHT_S),
    },
  }
}

function corsHeaders({ headers }: Call): Record<string, string> {
  return {
    vary: 'Origin',
    // Pages that load only what says so (COEP) may load this.
    'cross-origin-resource-policy': 'cross-origin',
    ...(headers.origin === undefined ? {} : { 'access-control-allow-origin': headers.origin }),
  }
}
