/** Explains why the service could not start: which database, folder or port is at fault, and what to do. */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { DATABASE_FILE } from './database/sqlite.ts'
import { isDatabaseAway, isDatabaseBusy, writeRefusal } from './database/trouble.ts'
import { decoded } from './decode-uri.ts'

type Where = Pick<Config, 'databaseUrl' | 'dataFolder'> &
  Partial<Pick<Config, 'host' | 'adminHost' | 'adminPort'>>

const ELSEWHERE = 'set TANDEM_DATA to another folder'
const POSTGRES_PORT = 5432
const SQLITE_CORRUPT = 11
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** Returns the error itself when there is nothing to add. */
export function explainStart(error: unknown, where: Where): unknown {
  const { databaseUrl, dataFolder } = where
  if (isOfPort(error)) return new Error(`${ofPort(error, where)} (${error.message})`, { cause: error })
  const unknownHost = ofHost(error, where)
  if (unknownHost !== undefined) return new Error(unknownHost, { cause: error })
  // With PostgreSQL the data folder is used too, for keys.
  const isOfServer = databaseUrl !== undefined && !isOfFile(error)
  const words = isOfServer ? ofServer(error, databaseUrl) : ofFolder(error, dataFolder)
  if (words === undefined) return error
  const { message, code } = rootOf(error as Error) as Error & { code?: string }
  // The AggregateError of a host with several addresses has an empty message.
  return new Error(`${words} (${message || code})`, { cause: error })
}

type PortError = Error & { code?: string; port?: number; address?: string }

const isOfPort = (error: unknown): error is PortError =>
  error instanceof Error && (error as { syscall?: unknown }).syscall === 'listen'

function ofPort({ code, port, address }: PortError, { adminPort }: Where): string {
  const [portKey, hostKey] =
    port === adminPort ? ['TANDEM_ADMIN_PORT', 'TANDEM_ADMIN_HOST'] : ['PORT', 'HOST']
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program, perhaps another Tandem: end that one, or choose another port, as in ${portKey}=8080.`
  if (code === 'EACCES')
    return `Port ${port} is not for the user Tandem runs as: choose one from 1024 on, as in ${portKey}=8080.`
  return `This machine cannot listen at ${address}: set ${hostKey} to an address it has.`
}

/** A name to listen at that nobody knows. */
function ofHost(error: unknown, { host, adminHost }: Where): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { syscall, hostname, message } = error as Error & { syscall?: string; hostname?: string }
  if (syscall !== 'getaddrinfo' || hostname === undefined) return undefined
  const key = hostname === host ? 'HOST' : hostname === adminHost ? 'TANDEM_ADMIN_HOST' : undefined
  return key && `${key} is no address or name of this machine: set it to an address it has. (${message})`
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error)

const isOfFile = (error: unknown) => (error as { path?: unknown } | undefined)?.path !== undefined

function ofServer(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const why = writeRefusal(error)
  if (why === 'read-only')
    return 'The PostgreSQL of DATABASE_URL takes no writes: name its primary, or let this user write.'
  if (why === 'full') return 'The disk of the PostgreSQL of DATABASE_URL is full: make room there.'
  if (why) return 'The disk of the PostgreSQL of DATABASE_URL fails: see its log.'
  const root = rootOf(error)
  const { code: found, syscall } = root as { code?: unknown; syscall?: string }
  const code = typeof found === 'string' ? found : ''
  if (code === 'ERR_INVALID_URL')
    return 'DATABASE_URL is no address: write special characters in its user and password as in a URL, such as %23 for #, %2F for / and %3F for ?.'
  const { at, user } = partsOf(url)
  if (code === 'ENOTFOUND') return `The host of DATABASE_URL${at} is not known: put its name right.`
  if (code === '3D000')
    return `The PostgreSQL of DATABASE_URL${at} has no such database: make it, or name another.`
  // The driver's own words for a missing password begin with SASL.
  if (code.startsWith('28') || root.message.startsWith('SASL'))
    return `The PostgreSQL of DATABASE_URL${at} refuses the user${user}: put user and password right, or let it in.`
  if (code === '42501')
    return `The user${user} of DATABASE_URL${at} may not do what is needed: let it own its database or schema.`
  if (code === '53300')
    return `The PostgreSQL of DATABASE_URL${at} has no connection left: raise its max_connections, or lower TANDEM_DATABASE_CONNECTIONS.`
  if (isDatabaseAway(root) || syscall === 'connect')
    return `The PostgreSQL of DATABASE_URL${at} does not answer: see that it runs and can be reached from here, or put the address right.`
  return undefined
}

/** Returns the host, port and user of an address, never the password; empty if it has none or is of another form. */
function partsOf(url: string): { at: string; user: string } {
  if (!URL.canParse(url)) return { at: '', user: '' }
  const { hostname, port, username, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decoded(hostname)
  const number = (searchParams.get('port') ?? port) || POSTGRES_PORT
  const user = searchParams.get('user') ?? decoded(username)
  return { at: host && ` at ${host}:${number}`, user: user && ` ${user}` }
}

function ofFolder(error: unknown, folder: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { errcode = 0, code = '', syscall } = error as { errcode?: number; code?: string; syscall?: string }
  const why = writeRefusal(error)
  // SQLite also reports "disk I/O error" when there is no room for the file that its connections share.
  if (why === 'full' || (why === 'failing' && !hasFreeSpace(folder)))
    return `The disk of the data folder ${folder} is full: make room there, or ${ELSEWHERE}.`
  if (why === 'failing') return `The disk of the data folder ${folder} fails: look at it, or ${ELSEWHERE}.`
  // On a read-only file system Node says of a folder to be made that it does not exist.
  const cannotMake = syscall === 'mkdir' && code === 'ENOENT'
  if (why === 'read-only' || cannotMake || (isOfFile(error) && ['EACCES', 'EPERM'].includes(code)))
    return `The data folder ${folder} cannot be written to: let the user Tandem runs as write there, or ${ELSEWHERE}.`
  if (syscall === 'mkdir' && ['EEXIST', 'ENOTDIR'].includes(code))
    return `The data folder ${folder} is no folder, or lies in something that is none: ${ELSEWHERE}.`
  if (isDatabaseBusy(error))
    return `${join(folder, DATABASE_FILE)} is locked by another program: end it, or ${ELSEWHERE}.`
  if (errcode === SQLITE_CANTOPEN)
    return `${join(folder, DATABASE_FILE)} cannot be opened: it must be a file that Tandem may read and write; or ${ELSEWHERE}.`
  if (errcode === SQLITE_NOTADB || errcode === SQLITE_CORRUPT)
    return `${join(folder, DATABASE_FILE)} is no database, or a damaged one: put a backup there, or ${ELSEWHERE}.`
  return undefined
}

function hasFreeSpace(folder: string): boolean {
  try {
    return statfsSync(folder).bavail > 0
  } catch {
    return true
  }
}
