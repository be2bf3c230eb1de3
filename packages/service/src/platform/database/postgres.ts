/**
 * The server engine: PostgreSQL through a pool of connections. A transaction that the server aborts because of another one
 * (serialization failure, deadlock) is run again; every other error is the caller's.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { currentOwner } from '../activity.ts'
import { createPlaces } from '../share-places.ts'
import { type OnAfterFailed, runAfterCommit } from './after-commit.ts'
import { createAnnouncements } from './announcements.ts'
import type { Execute, Param } from './dialect.ts'
import type { ColumnTypes, Database, OwnReader, Tx } from './handle.ts'
import { openNotifyChannel } from './notify-channel.ts'
import { readerOver } from './prepared.ts'
import type { Schema } from './schema.ts'
import { DatabaseBusyError, isDatabaseAway } from './trouble.ts'

/** 40001 serialization_failure, 40P01 deadlock_detected. */
const LOST_RACE = new Set(['40001', '40P01'])
const RACE_TRIES = 5
const CONNECT_TIMEOUT_MS = 5000
/** For a free connection. Longer than for a new one: if many queries wait, the database is busy and not lost. */
const FREE_TIMEOUT_MS = 30_000
/**
 * Neither a held lock nor an endless statement may occupy a connection for ever; only migrations wait as long as it takes.
 * DATABASE_URL may set other times: `?lock_timeout=…&statement_timeout=…`.
 */
const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 60_000
/** A process that freezes inside a transaction must not keep its locks. Normal transactions take milliseconds. */
const IDLE_IN_TRANSACTION_MS = 10_000

// The driver returns BIGINT as text by default. All our values (times in milliseconds, counts) fit a double exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The pool has one timeout for a free connection and for a new one; this class sets that of a new one. */
class ConnectingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

interface PostgresOptions {
  url: string
  connections: number
  onIdleError?: (error: Error) => void
  onAfterFailed?: OnAfterFailed
}

export function openPostgresReader(options: PostgresOptions): OwnReader {
  const pool = openPool(options)
  return { ...readerOver('postgres', executeOn(pool)), close: () => pool.end() }
}

function openPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: FREE_TIMEOUT_MS,
    Client: ConnectingClient,
    idleTimeoutMillis: 30_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'tandem',
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool attaches the connection to the error; its internals, with the password, do not belong in a log.
    delete error.client
    options.onIdleError?.(error)
  })
  return pool
}

export function openPostgres(options: PostgresOptions): Database {
  const pool = openPool(options)
  const channel = openNotifyChannel(options.url, pool, options.onIdleError)
  const announcements = createAnnouncements(channel)
  const places = createPlaces(options.connections)

  /** Lets owners take turns. The pool alone would serve in order of arrival: a thousand queries of one agent before all others. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await places.enter(currentOwner(), FREE_TIMEOUT_MS)
    if (!leave) throw new DatabaseBusyError('No database connection became free in time.')
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Returns a connection with a transaction begun. Drops connections that broke while idle, as all do when the server restarts. */
  async function begin(): Promise<pg.PoolClient> {
    for (let tries = 0; ; tries++) {
      const client = await pool.connect()
      // The error is reported by the query; without a listener a connection that breaks here would end the process.
      const ignore = () => {}
      client.on('error', ignore)
      try {
        await client.query('BEGIN')
        return client
      } catch (error) {
        client.release(error as Error)
        if (tries === options.connections || !isDatabaseAway(error)) throw error
      } finally {
        client.off('error', ignore)
      }
    }
  }

  async function once<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await begin()
    const after: (() => void)[] = []
    let broken: Error | undefined
    // A connection may break between two queries. The next query then fails; without a listener the process would end.
    const onBroken = (error: Error) => {
      broken = error
    }
    client.on('error', onBroken)
    try {
      const value = await fn({
        ...writingHandle(executeOn(client)),
        afterCommit: (call) => void after.push(call),
        happened: (event) => void after.push(() => announcements.notifyHere('happened', event)),
      })
      await client.query('COMMIT')
      runAfterCommit(after, options.onAfterFailed ?? (() => {}))
      return value
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
      throw error
    } finally {
      client.off('error', onBroken)
      client.release(broken)
    }
  }

  async function transaction<T>(_name: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await inTurn(() => once(fn))
      } catch (error) {
        if (tries === RACE_TRIES || !LOST_RACE.has((error as { code?: string }).code ?? '')) throw error
        await pause(tries * 10 * Math.random())
      }
    }
  }

  const execute = executeOn(pool)
  const reader = readerOver('postgres', (...statement) => inTurn(() => execute(...statement)))
  return {
    location: { engine: 'postgres', url: options.url },
    ...reader,
    scanReader: reader,
    transaction,
    fileTransaction: transaction,
    async ping() {
      await pool.query('SELECT 1')
    },
    announcements,
    async close() {
      await channel.close()
      await pool.end()
    },
  }
}

function executeOn(target: pg.Pool | pg.PoolClient): Execute {
  return async (text, params, name) => {
    const values = params as unknown[]
    const result = await (target as pg.Pool).query(name ? { name, text, values } : { text, values })
    return { rows: result.rows, changes: result.rowCount ?? 0 }
  }
}

function writingHandle(execute: Execute): Omit<Tx, 'afterCommit' | 'happened'> {
  return {
    ...readerOver('postgres', execute),
    async insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]) {
      if (rows.length === 0) return
      const names = Object.keys(columns)
      const arrays = names.map((name, i) => `$${i + 1}::${columns[name]}[]`)
      const sql = `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`
      const values = names.map((_, i) => rows.map((row) => row[i]))
      await execute(sql, values as unknown as Param[])
    },
  }
}
