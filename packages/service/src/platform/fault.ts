/**
 * A fault is a failure that the caller may read: a catalogue entry and a detail that helps. Anything thrown that is not a fault
 * is an internal error: the log holds it in full, and the caller is shown nothing of it.
 */
import { type ErrorBody, type ErrorName, errorCatalogue } from '@tandem/contract/errors'

export class Fault extends Error {
  readonly entry: ErrorName
  readonly detail: string | undefined
  /** Sent with the refusal. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** More fields of the body: what a program or a screen goes on with. */
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

/** What was looked for; where there is none, a 40400 in these words. */
export function found<T>(looked: T | undefined, words: string): T {
  if (looked === undefined) throw new Fault('notFound', words)
  return looked
}

/** A 40000 in the house form: which field, what was found, what is needed. */
export function parameterFault(field: string, found: string, needed: string): Fault {
  return new Fault('parameterError', `${field}: found ${found}, needed ${needed}`)
}

/** Their words are fixed by the contract, and nothing is added to them. */
const FIXED: ReadonlySet<ErrorName> = new Set(['internalError', 'authenticationFailed', 'agentDeleted'])

/**
 * The face a caller sees. Most clients show `message` alone, so the detail stands there; where the contract fixes the words
 * it stands in `hint` only. A 40000 has it in the message only, as it always had.
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
