/**
 * What stores work with. A `Reader` runs queries; a `Tx` is a reader inside a transaction and may write.
 * Both carry the typed Kysely builder (`q`) and `run` for prepared queries. A `Database` is the reader outside any
 * transaction, and opens them.
 */
import type { Kysely } from 'kysely'
import type { Announced } from './announced.ts'
import type { Announcements } from './announcements.ts'
import type { Engine, Param } from './dialect.ts'
import type { Prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

export interface Reader {
  readonly engine: Engine
  readonly q: Kysely<Schema>
  run<P, R>(query: Prepared<P, R>, params: P): Promise<R[]>
}

/** Column types of a bulk insert, as PostgreSQL needs them for arrays. */
export type ColumnTypes = Readonly<Record<string, 'text' | 'bigint' | 'double precision'>>

export interface Tx extends Reader {
  /** Runs a prepared query once for each of `list`, in order; returns the rows of each. */
  runEach<P, R>(query: Prepared<P, R>, list: readonly P[]): Promise<R[][]>
  /** Calls `fn` once the transaction is durable; not at all when it is rolled back. */
  afterCommit(fn: () => void): void
  /** Tells screens of it, once the transaction is durable; see the topic `happened`. */
  happened(event: Announced<'happened'>): void
  insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]): Promise<void>
}

/**
 * `disk`: on disk when the caller is told. `process`: survives the end of this process, but the embedded engine does not wait
 * for the disk, so a power cut may undo it, together with everything after it. PostgreSQL makes no difference.
 */
export type Durability = 'disk' | 'process'

/** Where the data is: what a thread needs to open a reader of its own. May hold a password, so it is never logged. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** A reader for a thread that reads beside the service. */
export interface OwnReader extends Reader {
  close(): Promise<void>
}

export interface Database extends Reader {
  readonly location: DatabaseLocation
  /**
   * For lists with filters, counts and sums, which take longer the more is stored. The embedded engine runs them in a thread: on
   * the event loop, everybody would wait for a look at a million rows.
   */
  readonly scanReader: Reader
  /** Runs `fn` in a transaction, whose name stands in the log, and resolves once it is durable. Inside, use only the handle passed to `fn`. */
  transaction<T>(name: string, fn: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T>
  /**
   * The same for a transaction that writes files. The embedded engine runs one of these at a time: with its one writer, all others
   * wait for one of them and not for all.
   */
  fileTransaction<T>(name: string, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  readonly announcements: Announcements
  close(): Promise<void>
}
