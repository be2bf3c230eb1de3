/** Why the database takes no writes, as its errors say it: reading may go on as if nothing were wrong. */

export type WriteRefusal = 'full' | 'read-only' | 'failing'

/** Primary result codes of SQLite. */
const sqliteCodes: Readonly<Record<number, WriteRefusal>> = { 8: 'read-only', 10: 'failing', 13: 'full' }
/** Of the system and of PostgreSQL. */
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
