/** Trouble with the database as its errors tell it: it is away or busy, it takes no writes, or it does not respond in time. */
import { orLate } from '../within-time.ts'

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Codes of PostgreSQL: connection exceptions, no connection left, a server that goes down or comes up, a database that takes none. */
const SERVER = /^(?:08\w{3}|53300|57P0[1-4]|55000|3D000)$/
/** What the driver says where it has no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** The database could not be reached, as while it restarts: then it helps to try again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return NETWORK.has(code) || SERVER.test(code)
  return DRIVER.test(error.message)
}

/** Too much waits for the database. */
export class DatabaseBusyError extends Error {}

/** 55P03 lock_not_available, 57014 query_canceled: the times of `postgres.ts` are over. */
const TOO_LONG = new Set<unknown>(['55P03', '57014'])

/** It took too long: it has much to do, or somebody holds a lock. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError ||
  (error instanceof Error && TOO_LONG.has((error as { code?: unknown }).code))

/** Why the database takes no writes; reading may go on as if nothing were wrong. */
export type WriteRefusal = 'full' | 'read-only' | 'failing'

/** Primary result codes of SQLite. */
const sqliteCodes: Readonly<Record<number, WriteRefusal>> = { 8: 'read-only', 10: 'failing', 13: 'full' }
/** Codes of the system and of PostgreSQL. */
const codes: Readonly<Record<string, WriteRefusal>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'failing',
  '25006': 'read-only',
  '53100': 'full',
  '58030': 'failing',
}

/** Undefined when the error is about something else. */
export function writeRefusal(error: unknown): WriteRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const found = errcode === undefined ? codes[code] : sqliteCodes[errcode & 0xff]
  return found ?? writeRefusal(error.cause)
}

/** Callers of health wait 3 to 5 seconds; a response must come before that. */
const MOMENT_MS = 2000

/** Rejects where the database does not respond in a moment. */
export const withinMoment = <T>(asked: Promise<T>): Promise<T> =>
  orLate(MOMENT_MS, asked, 'The database did not answer in time.')
