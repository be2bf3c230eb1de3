/**
 * Which pages may use the chat from a browser: Tandem's own, and those the agent's settings name. A request without an
 * `Origin` header is no page's, and the token decides alone. Refusals carry the same headers, or the page could not read them.
 */
import { Fault, publicFace } from '../../platform/fault.ts'
import type { Answer, Call } from '../../platform/http/route.ts'

const PREFLIGHT_S = 600

/** Throws when the page may not; `ownUrl` is the public address of the service. */
export function checkOrigin(call: Call, allowed: readonly string[], ownUrl: string | undefined): void {
  const { origin, host } = call.headers
  if (origin === undefined || isOwn(origin, host, ownUrl) || allowed.some((one) => sameOrigin(one, origin)))
    return
  throw new Fault(
    'originNotAllowed',
    `found ${JSON.stringify(origin.slice(0, 200))}; add it to web.allowed_origins in the settings of the agent`,
  )
}

function isOwn(origin: string, host: string | undefined, ownUrl: string | undefined): boolean {
  if (ownUrl !== undefined) return sameOrigin(ownUrl, origin)
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

function sameOrigin(allowed: string, origin: string): boolean {
  return URL.parse(allowed)?.origin === URL.parse(origin)?.origin && URL.parse(origin) !== null
}

/** What lets the page read the answer. It was checked whether it may, or is told only that it may not. */
export function readableBy(call: Call, handle: (call: Call) => Promise<Answer>): Promise<Answer> {
  const headers = corsHeaders(call)
  return handle(call).then(
    (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }),
    (error: unknown) => {
      if (!(error instanceof Fault) || error.entry === 'internalError') throw error
      const { status, body } = publicFace(error)
      return { status, json: body, headers: { ...error.headers, ...headers } }
    },
  )
}

/** The answer to the question a browser asks first. The request that follows is checked. */
export function preflight(call: Call): Answer {
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
    ...(headers.origin === undefined ? {} : { 'access-control-allow-origin': headers.origin }),
  }
}
