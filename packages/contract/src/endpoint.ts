/** What one row of the endpoint tables says; `openapi.ts` turns rows into the document. */
import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly tag: string
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** `session`: a person who is signed in; `admin`: the same, in a role that may, or the admin token. */
  readonly auth: 'apiKey' | 'admin' | 'session' | 'chat' | 'none'
  readonly query?: z.ZodObject
  /** Headers that mean something to this endpoint alone. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** Example bodies by name. */
  readonly examples?: Readonly<Record<string, unknown>>
  readonly response: EndpointResponse
  /** When it answers 204 in place of that. */
  readonly orNothing?: string
  readonly errors: readonly ErrorName[]
}

export interface EndpointResponse {
  readonly status: number
  readonly says: string
  /** Absent: no body. A string: this plain text. */
  readonly body?: z.ZodType | string
  /** The JSON of one event, where the response is, or may be, a stream of server-sent events. */
  readonly events?: z.ZodType
  readonly example?: unknown
}

/** A request the service sends to an address of the developer. */
export interface WebhookEndpoint {
  readonly name: string
  readonly address: string
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly body: z.ZodType
  readonly example: unknown
  readonly response: EndpointResponse
}

/** Failures every endpoint behind a key may answer. */
export const keyErrors = [
  'parameterError',
  'authenticationFailed',
  'agentDeleted',
  'internalError',
  'unavailable',
] as const satisfies ErrorName[]

/** Failures every admin endpoint may answer. */
export const adminErrors = [
  'parameterError',
  'authenticationFailed',
  'forbidden',
  'originNotAllowed',
  'internalError',
  'unavailable',
] as const satisfies ErrorName[]
