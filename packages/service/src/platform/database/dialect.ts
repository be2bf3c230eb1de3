/** A Kysely instance over one `Execute` function: Kysely writes the SQL, we decide which connection runs it. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'
export type Row = Record<string, unknown>
export type Param = string | number | bigint | null
export interface Outcome {
  rows: Row[]
  changes: number
}

/** Runs one statement on one connection (or on any of a pool's). `name` marks statements worth keeping prepared. */
export type Execute = (sql: string, params: readonly Param[], name?: string) => Promise<Outcome>

export function kyselyOver(engine: Engine, execute: Execute): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes } = await execute(query.sql, query.parameters as readonly Param[])
      return { rows: rows as R[], numAffectedRows: BigInt(changes) }
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered, the signature asks for a generator
    async *streamQuery() {
      throw new Error('Streaming a query is not offered; read in pages.')
    },
  }
  const refuse = async () => {
    throw new Error('Transactions are opened by database.transaction(), not by Kysely.')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
    createQueryCompiler: () =>
      engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler(),
    createIntrospector: () => {
      throw new Error('The schema is declared in schema.ts and not read from the database.')
    },
  }
  return new Kysely<Schema>({ dialect })
}
