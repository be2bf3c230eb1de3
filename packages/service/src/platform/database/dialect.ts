/** A Kysely instance over one `Execute` function: Kysely writes the SQL, `execute` decides which connection runs it. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'
export type Row = Record<string, unknown>
export type Param = string | number | bigint | null
export interface Executed {
  rows: Row[]
  changes: number
}

/** Whether a column contains a text, in any case. SQLite's `lower` changes only ASCII letters, so JavaScript lowers the text too. */
export function holdsText(engine: Engine, column: string, text: string) {
  const position = sql.raw(engine === 'postgres' ? 'strpos' : 'instr')
  const lowered = sql`lower(${sql.ref(column)})`
  return sql<boolean>`(${position}(${lowered}, lower(${text})) > 0 OR ${position}(${lowered}, ${text.toLowerCase()}) > 0)`
}

/** Runs one statement on one connection (or on any connection of a pool). A statement with a `name` is kept prepared. */
export type Execute = (sql: string, params: readonly Param[], name?: string) => Promise<Executed>

/**
 * The embedded engine has one writer and no row locks: `FOR UPDATE` and `SKIP LOCKED` are left out. It compiles a statement anew at
 * each run when the limit is a bare parameter, so a limit is an expression.
 */
class EmbeddedCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node)
  }

  protected override visitLimit(node: LimitNode): void {
    this.append('limit 0 + ')
    this.visitNode(node.limit)
  }
}

/** By default Kysely runs the statements of SQLite one at a time, in order of arrival; here `execute` orders them. */
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

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
    createAdapter: () => (engine === 'sqlite' ? new UnqueuedAdapter() : new PostgresAdapter()),
    createQueryCompiler: () => (engine === 'sqlite' ? new EmbeddedCompiler() : new PostgresQueryCompiler()),
    createIntrospector: () => {
      throw new Error('The schema is declared in schema.ts and not read from the database.')
    },
  }
  return new Kysely<Schema>({ dialect })
}
