/**
 * Decides which pages may use the chat from a browser: Tandem's own, and those that the agent's settings name. A request without
 * an `Origin` header comes from no page, so only its token counts. Refusals have CORS headers too, or pages could not read them.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { Fault, publicFace } from '../../platform/fault.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'

const PREFLIGHT_S = 600

export type WhoMayShow = Pick<AgentSettings['web'], 'allowed_origins' | 'allow_null_origin'>

/** Throws when the page may not use the chat; `ownUrl` is the public address of the service. */
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

/** The policy for framing the chat page. `frame-ancestors` cannot name pages without an origin: if they may, all pages may. */
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

/** Adds the headers that let a page read the responses of the handlers. */
export function readableBy<Name extends string>(handlers: Record<Name, Handle>): Record<Name, Handle> {
  const named = Object.entries<Handle>(handlers).map(([name, handle]) => {
    return [name, (call: Call) => readable(call, handle)] as const
  })
  return Object.fromEntries(named) as Record<Name, Handle>
}

/** Every origin may read the response: the handler checked the page, or the response only says that it may not use the chat. */
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

/** The response to the preflight request of a browser. Only the request that follows is checked. */
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
    // For pages that load only resources with this header (COEP).
    'cross-origin-resource-policy': 'cross-origin',
    ...(headers.origin === undefined ? {} : { 'access-control-allow-origin': headers.origin }),
  }
}
