/** What a route is: data in a table, and a handler that takes a call and gives a response. It knows nothing of the server. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@tandem/contract/admin-accounts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/**
 * `optionalKey`: a key may be left out, then `caller` is nobody and the handler decides; a wrong one is refused.
 * `admin`: the admin token, or a person whose role is among those of the route. `metrics`: as the operator has set it.
 */
type Auth = 'none' | 'apiKey' | 'optionalKey' | 'admin' | 'metrics'

/** Who sent the request, as the guard of the route found out. */
export interface Caller {
  /** The agent of the key; on `admin` routes the one of the path, else empty. */
  readonly agentId: string
  readonly keyId: string
  /** The agents it may see and change. */
  readonly agents: 'all' | readonly string[]
  /** Absent with a key or the admin token. */
  readonly person?: Person
}

/** A person who is signed in. */
export interface Person {
  readonly accountId: string
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Whether the person may do what operators may, besides what the role allows. */
  readonly isAtDesk: boolean
  /** Whether a link began the session. */
  readonly isByLink: boolean
}

export interface Call {
  readonly body: unknown
  readonly query: Readonly<Record<string, string | string[] | undefined>>
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  /** Nobody on `none` routes. */
  readonly caller: Caller
  readonly requestId: string
  /** Where the request came from, as limits count it; see `caller-address.ts`. */
  readonly address: string
  readonly log: Log
}

/** A stream of server-sent events that is open to one reader. */
export interface EventStream {
  /** Writes one event or comment as it is; waits while the reader is slower than we are. False once the reader is gone. */
  send(text: string): Promise<boolean>
  /** True when the reader is gone, or when the service stops and the stream should end. */
  readonly isEnded: () => boolean
  /** Calls `fn` when that happens; at once when it already has. */
  onEnd(fn: () => void): void
  /** True when the service ended it, so a last event still reaches the reader. */
  readonly isStopping: () => boolean
}

export interface RouteResponse {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: Buffer
  /** A body of any length, read as fast as the caller takes it; the connection is cut when reading fails. */
  readonly chunks?: AsyncIterable<string | Buffer>
  readonly contentType?: string
  /** Closes the connection without a response. */
  readonly drop?: true
  /** Responds with server-sent events; the stream is closed when the promise settles. */
  readonly events?: (stream: EventStream) => Promise<void>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  readonly path: string
  readonly auth: Auth
  /** The roles of people who may call it; only `admin` routes have them. */
  readonly roles?: readonly Role[]
  /**
   * `json`: a JSON body is required and read. `optional`: may be absent, then it is `{}`. `text`: any text, as it came.
   * `none`: it is left unread.
   */
  readonly body: 'json' | 'optional' | 'text' | 'none'
  readonly bodyLimitBytes?: number
  readonly handle: (call: Call) => Promise<RouteResponse>
}

/** What a guard may go by besides the headers. */
export interface Asked extends Pick<Call, 'params' | 'query'> {
  readonly route: Pick<Route, 'method' | 'roles'>
  /** Where the request came from, as limits count it. */
  readonly address: string
  /** From this machine, and not passed on by a proxy. */
  readonly isLocal: () => boolean
}

/** Checks a request's credentials; throws a fault when they do not do. */
export type Guard = (headers: IncomingHttpHeaders, asked: Asked) => Promise<Caller | undefined>
export type Guards = Readonly<Record<'apiKey' | 'admin' | 'metrics', Guard>>

/** The path parameter of a route that has it; its absence would be a mistake in the route table. */
export function pathParam(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`The route has no path parameter ${name}.`)
  // PostgreSQL takes no U+0000 in text; nothing has such a name.
  if (value.includes('\0')) throw new Fault('notFound', `The path holds a NUL character in ${name}.`)
  return value
}

/** Who makes a change, as the history of a document shows it. */
export function callerName({ caller: { person, keyId } }: Pick<Call, 'caller'>): string {
  return person?.email ?? (keyId === '' ? 'admin token' : 'API key')
}

/** Throws unless the caller may see the agent. To be called before it is said that something does not exist: `agentId` is undefined then. */
export function requireOwn({ caller }: Call, agentId: string | undefined): void {
  if (caller.agents !== 'all' && (agentId === undefined || !caller.agents.includes(agentId))) throw notYours()
}

/** The same words for what belongs to others and for what does not exist. */
export const notYours = () =>
  new Fault('forbidden', 'It does not exist, or your account is not for its agent.')
