/** A route: an entry of a table with a handler that gets a call and returns a response. It does not know the server. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@tandem/contract/admin-accounts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'

/**
 * `optionalKey`: without a key, `caller` is nobody and the handler decides; a wrong key is refused.
 * `admin`: the admin token, or a person with one of the route's roles. `metrics`: as the operator configured it.
 */
type Auth = 'none' | 'apiKey' | 'optionalKey' | 'admin' | 'metrics'

/** The sender of a request, as determined by the route's guard. */
export interface Caller {
  /** The agent of the key; on `admin` routes that of the path, or empty. */
  readonly agentId: string
  readonly keyId: string
  /** The agents that the caller may see and change. */
  readonly agents: 'all' | readonly string[]
  /** Absent with a key or the admin token. */
  readonly person?: Person
}

/** A signed-in person. */
export interface Person {
  readonly accountId: string
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Whether the person has the rights of operators besides those of the role. */
  readonly isAtDesk: boolean
  /** Whether the person signed in with a link. */
  readonly isByLink: boolean
}

export interface Call {
  readonly body: unknown
  readonly query: Readonly<Record<string, string | string[] | undefined>>
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  /** Nobody on `none` routes. */
  readonly caller: Caller
  /** The origin of the request for limits; see `caller-address.ts`. */
  readonly address: string
  readonly log: Log
}

/** A stream of server-sent events that is open to one reader. */
export interface EventStream {
  /** Writes one event or comment; resolves when the reader keeps up, with false once the reader is gone. */
  send(text: string): Promise<boolean>
  /** True when the reader is gone, or when the service stops and the stream should end. */
  readonly isEnded: () => boolean
  /** Calls `fn` when `isEnded` becomes true; at once if it is. */
  onEnd(fn: () => void): void
  /** True when the service ends the stream, so that a last event still reaches the reader. */
  readonly isStopping: () => boolean
}

export interface RouteResponse {
  readonly status?: number
  readonly json?: unknown
  /** A JSON body in parts, produced as fast as the caller reads it; `bytes` is about its length. */
  readonly longJson?: { readonly bytes: number; readonly parts: AsyncIterable<string> }
  readonly text?: string
  readonly bytes?: Buffer
  /** A body of any length, produced as fast as the caller reads it; the connection is cut when producing it fails. */
  readonly chunks?: AsyncIterable<string | Buffer>
  readonly contentType?: string
  /** Closes the connection without a response. */
  readonly drop?: true
  /** Responds as at an address that no route has. */
  readonly unknown?: true
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
   * `json`: a JSON body is required. `optional`: a JSON body; `{}` if absent. `text`: any text, unchanged. `none`: the body is not
   * read.
   */
  readonly body: 'json' | 'optional' | 'text' | 'none'
  readonly bodyLimitBytes?: number
  readonly handle: (call: Call) => Promise<RouteResponse>
}

/** What a guard may consider besides the headers. */
export interface GuardInput extends Pick<Call, 'params' | 'query'> {
  readonly route: Pick<Route, 'method' | 'roles'>
  /** The origin of the request for limits. */
  readonly address: string
  /** The request comes from this machine and was not forwarded by a proxy. */
  readonly isLocal: () => boolean
}

/** Checks a request's credentials; throws a fault when they do not suffice. */
export type Guard = (headers: IncomingHttpHeaders, input: GuardInput) => Promise<Caller | undefined>
export type Guards = Readonly<Record<'apiKey' | 'admin' | 'metrics', Guard>>

/** Returns a path parameter that the route must have; its absence is a mistake in the route table. */
export function pathParam(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`The route has no path parameter ${name}.`)
  // PostgreSQL refuses U+0000 in text, so nothing has such a name.
  if (value.includes('\0')) throw new Fault('notFound', `The path holds a NUL character in ${name}.`)
  return value
}

/** The author of a change, as the history of a document shows it. */
export function callerName({ caller: { person, keyId } }: Pick<Call, 'caller'>): string {
  return person?.email ?? (keyId === '' ? 'admin token' : 'API key')
}

/** Throws unless the caller may see the agent. For a resource that does not exist, call it with undefined before the 404. */
export function requireOwn({ caller }: Call, agentId: string | undefined): void {
  if (caller.agents !== 'all' && (agentId === undefined || !caller.agents.includes(agentId))) throw notYours()
}

/** The same fault for resources of others and for resources that do not exist. */
export const notYours = () =>
  new Fault('forbidden', 'It does not exist, or your account is not for its agent.')
