/**
 * A fault is a failure that the caller may read: a catalogue entry and a detail that helps. Any other thrown error is an internal
 * error: the log has it in full, and the caller learns nothing about it.
 */
import { type ErrorBody, type ErrorName, errorCatalogue } from '@tandem/contract/errors'

export class Fault extends Error {
  readonly entry: ErrorName
  readonly detail: string | undefined
  /** Sent with the response. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** More fields of the body, for programs and screens. */
  readonly body: Readonly<Record<string, unknown>> | undefined

  constructor(entry: ErrorName, detail?: string, more?: Partial<Pick<Fault, 'headers' | 'body'>>) {
    const { message } = errorCatalogue[entry]
    super(detail ? `${message}: ${detail}` : message)
    this.name = 'Fault'
    this.entry = entry
    this.detail = detail
    this.headers = more?.headers
    this.body = more?.body
  }
}

/** Returns the value, or throws a 40400 with the given detail if there is none. */
export function found<T>(value: T | undefined, detail: string): T {
  if (value === undefined) throw new Fault('notFound', detail)
  return value
}

/** A 40000 in the usual form: which field, what was found, what is needed. */
export function parameterFault(field: string, found: string, needed: string): Fault {
  return new Fault('parameterError', `${field}: found ${found}, needed ${needed}`)
}

/** What was asked for does not fit the present state. */
export function conflict(why: string): Fault {
  return new Fault('conflict', why)
}

/** There is too much to do at this moment. */
export function busy(why: string): Fault {
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}

/** Entries whose message is fixed by the contract; no detail is added to it. */
const FIXED: ReadonlySet<ErrorName> = new Set(['internalError', 'authenticationFailed', 'agentDeleted'])

/**
 * The status and body that the caller gets. Most clients show `message` alone, so it contains the detail; if the contract fixes
 * the message, only `hint` does. A 40000 has the detail in the message only, as in all versions.
 */
export function publicFace(error: unknown): { status: number; body: ErrorBody } {
  const fault = error instanceof Fault ? error : new Fault('internalError')
  const { code, message, status } = errorCatalogue[fault.entry]
  if (!fault.detail) return { status, body: { code, message } }
  if (fault.entry === 'parameterError') return { status, body: { code, message: fault.message } }
  return {
    status,
    body: {
      code,
      message: FIXED.has(fault.entry) ? message : fault.message,
      hint: fault.detail,
      ...fault.body,
    },
  }
}
