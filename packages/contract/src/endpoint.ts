/** The type of the rows in the endpoint tables, from which `openapi.ts` builds the document. */
import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

export interface Endpoint {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly tag: string
  readonly id: string
  readonly summary: string
  readonly description?: string
  /** `session`: a signed-in person. `admin`: a signed-in person whose role permits it, or the admin token. */
  readonly auth: 'apiKey' | 'admin' | 'session' | 'chat' | 'none'
  readonly query?: z.ZodObject
  /** Headers with a meaning for this endpoint only. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** Example bodies by name. */
  readonly examples?: Readonly<Record<string, unknown>>
  readonly response: EndpointResponse
  /** When the response is 204 instead. */
  readonly orNothing?: string
  /** Besides `bodyTooLarge`, which every endpoint with a body may return. */
  readonly errors: readonly ErrorName[]
}

export interface EndpointResponse {
  readonly status: number
  readonly says: string
  /** Absent: the response has no body. A string: the body is this plain text. */
  readonly body?: z.ZodType | string
  /** The JSON of one event, if the response is or may be a stream of server-sent events. */
  readonly events?: z.ZodType
  /** The media types of a body that is neither; one with a star is of bytes, others are of text. */
  readonly media?: readonly string[]
  readonly example?: unknown
}

/** The media types of a file of rows; the query says which one. */
export const rowFiles = ['text/csv', 'application/jsonl'] as const

/** A request that the service sends to an address of the developer. */
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

/** Failures that every endpoint with an API key may return. */
export const keyErrors = [
  'parameterError',
  'authenticationFailed',
  'agentDeleted',
  'internalError',
  'unavailable',
] as const satisfies ErrorName[]

/** Failures that every admin endpoint may return. */
export const adminErrors = [
  'parameterError',
  'authenticationFailed',
  'forbidden',
  'originNotAllowed',
  'internalError',
  'unavailable',
] as const satisfies ErrorName[]

/** The same of an endpoint that names an object. */
export const namedErrors = [...adminErrors, 'notFound'] as const

/** The same where the agent must not be deleted. */
export const livingErrors = [...namedErrors, 'agentDeleted'] as const
