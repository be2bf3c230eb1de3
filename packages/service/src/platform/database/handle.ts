/**
 * The handles that stores work with. A `Reader` runs queries; a `Tx` is a reader inside a transaction and may write.
 * Both have the typed Kysely builder (`q`) and `run` for prepared queries. A `Database` is a reader outside any
 * transaction and opens transactions.
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

/** Column types of a bulk insert; PostgreSQL needs them for its array parameters. */
export type ColumnTypes = Readonly<Record<string, 'text' | 'bigint' | 'double precision'>>

export interface Tx extends Reader {
  /** Calls `fn` once the transaction is durable; never if it is rolled back. */
  afterCommit(fn: () => void): void
  /** Announces an event to screens, once the transaction is durable; see the topic `happened`. */
  happened(event: Announced<'happened'>): void
  insertMany(table: keyof Schema, columns: ColumnTypes, rows: readonly (readonly Param[])[]): Promise<void>
}

/**
 * `disk`: the transaction is on disk when its promise resolves. `process`: it survives the end of this process, but the embedded
 * engine does not wait for the disk, so a power cut may undo it and everything after it. PostgreSQL treats both as `disk`.
 */
export type Durability = 'disk' | 'process'

/** Where the data is, so that a thread can open its own reader. May hold a password, so it is never logged. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly folder: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** A reader for a thread. */
export interface OwnReader extends Reader {
  close(): Promise<void>
}

export interface Database extends Reader {
  readonly location: DatabaseLocation
  /**
   * For queries whose time grows with the data: lists with filters, counts and sums. The embedded engine runs them in a thread: on
   * the event loop, every request would wait for a scan of a million rows.
   */
  readonly scanReader: Reader
  /** Runs `fn` in a transaction and resolves once it is durable. Inside, use only the handle passed to `fn`. Logs use the name. */
  transaction<T>(name: string, fn: (tx: Tx) => Promise<T>, durability?: Durability): Promise<T>
  /**
   * The same for a transaction that writes files. The embedded engine has one writer and runs one of these at a time, so that other
   * transactions wait for one of them and not for all.
   */
  fileTransaction<T>(name: string, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects when the database does not work. */
  ping(): Promise<void>
  readonly announcements: Announcements
  close(): Promise<void>
}
