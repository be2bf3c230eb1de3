/** Classifies errors of the database: it cannot be reached, is busy, refuses writes, or does not respond in time. */
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
/** Codes of PostgreSQL: connection exceptions, too many connections, server shutdown or startup, a database without connections. */
const SERVER = /^(?:08\w{3}|53300|57P0[1-4]|55000|3D000)$/
/** Messages of the driver's errors that have no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether the database could not be reached, as while it restarts: then a retry helps. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return NETWORK.has(code) || SERVER.test(code)
  return DRIVER.test(error.message)
}

/** Too many callers wait for the database. */
export class DatabaseBusyError extends Error {}

/** 55P03 lock_not_available, 57014 query_canceled: a timeout of `postgres.ts` expired. */
const TOO_LONG = new Set<unknown>(['55P03', '57014'])
/** Primary result code of SQLite: another program has locked the file for longer than a connection waits. */
const SQLITE_BUSY = 5

/** Whether the query took too long: the database is overloaded, or another transaction or program holds a lock. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode = 0 } = error as { code?: unknown; errcode?: number }
  return error instanceof DatabaseBusyError || TOO_LONG.has(code) || (errcode & 0xff) === SQLITE_BUSY
}

/** Why the database refuses writes. Reads may still succeed. */
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

/** Returns undefined for an error that is no refusal of a write. */
export function writeRefusal(error: unknown): WriteRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const found = errcode === undefined ? codes[code] : sqliteCodes[errcode & 0xff]
  return found ?? writeRefusal(error.cause)
}

/** Callers of the health endpoint wait 3 to 5 seconds; the response must come before that. */
const MOMENT_MS = 2000

/** Rejects when the database does not respond within `MOMENT_MS`. */
export const withinMoment = <T>(query: Promise<T>): Promise<T> =>
  orLate(MOMENT_MS, query, 'The database did not respond in time.')
