/** Puts into words why the database could not be opened at start: where it is and what to do. */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE } from './sqlite.ts'
import { writeRefusal } from './write-refusal.ts'

type Where = Pick<Config, 'databaseUrl' | 'dataFolder'>

const ELSEWHERE = 'set TANDEM_DATA to another folder'
const SQLITE_CORRUPT = 11
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** The error itself when there is nothing to add. */
export function explainStart(error: unknown, where: Where): unknown {
  // The data folder is used beside a server too: keys are kept there.
  const isOfServer = where.databaseUrl !== undefined && !isOfFile(error)
  const words = isOfServer ? ofServer(error) : ofFolder(error, where.dataFolder)
  if (words === undefined) return error
  return new Error(`${words} (${rootOf(error as Error).message})`, { cause: error })
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error)

const isOfFile = (error: unknown) => (error as { path?: unknown } | undefined)?.path !== undefined

function ofServer(error: unknown): string | undefined {
  const why = writeRefusal(error)
  if (why === 'read-only')
    return 'The PostgreSQL of DATABASE_URL takes no writes: name its primary, or let this user write.'
  if (why === 'full') return 'The disk of the PostgreSQL of DATABASE_URL is full: make room there.'
  return why && 'The disk of the PostgreSQL of DATABASE_URL fails: see its log.'
}

function ofFolder(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string }
  const why = writeRefusal(error)
  // SQLite also says "disk I/O error" when there is no room for the file its connections share.
  if (why === 'full' || (why === 'failing' && !hasRoom(folder)))
    return `The disk of the data folder ${folder} is full: make room there, or ${ELSEWHERE}.`
  if (why === 'failing') return `The disk of the data folder ${folder} fails: look at it, or ${ELSEWHERE}.`
  if (why === 'read-only' || (isOfFile(error) && ['EACCES', 'EPERM'].includes(code)))
    return `The data folder ${folder} cannot be written to: let the user Tandem runs as write there, or ${ELSEWHERE}.`
  if (errcode === SQLITE_CANTOPEN)
    return `${join(folder, DATABASE_FILE)} cannot be opened: it must be a file that Tandem may read and write; or ${ELSEWHERE}.`
  if (errcode === SQLITE_NOTADB || errcode === SQLITE_CORRUPT)
    return `${join(folder, DATABASE_FILE)} is no database, or a damaged one: put a backup there, or ${ELSEWHERE}.`
  return undefined
}

function hasRoom(folder: string): boolean {
  try {
    return statfsSync(folder).bavail > 0
  } catch {
    return true
  }
}
