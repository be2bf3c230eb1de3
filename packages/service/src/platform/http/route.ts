/** What a route is: data in a table, and a handler that takes a call and gives an answer. It knows nothing of the server. */
import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

export type Auth = 'none' | 'apiKey' | 'admin'

/** Who sent the request, as the guard of the route found out. */
export interface Caller {
  readonly agentId: string
  readonly keyId: string
}

export interface Call {
  readonly body: unknown
  readonly query: Readonly<Record<string, string | string[] | undefined>>
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  /** Set on `apiKey` routes. */
  readonly caller: Caller
  readonly requestId: string
  readonly log: Log
}

export interface Answer {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly auth: Auth
  /** `json`: a JSON body is required and read. `optional`: may be absent, then it is `{}`. `none`: it is left unread. */
  readonly body: 'json' | 'optional' | 'none'
  readonly bodyLimitBytes?: number
  readonly handle: (call: Call) => Promise<Answer>
}

/** Checks a request's credentials; throws a fault when they do not do. */
export type Guard = (headers: IncomingHttpHeaders) => Promise<Caller | undefined>
export type Guards = Readonly<Record<Exclude<Auth, 'none'>, Guard>>

/** The path parameter of a route that has it; its absence would be a mistake in the route table. */
export function pathParam(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`The route has no path parameter ${name}.`)
  // PostgreSQL takes no U+0000 in text; nothing has such a name.
  if (value.includes('\0')) throw new Fault('notFound', `The path holds a NUL character in ${name}.`)
  return value
}
