/**
 * Queries written with Kysely but built and compiled once per engine: on hot paths building the query tree for each call
 * costs more than running the query. `p.name` stands for a parameter that is filled in at each call.
 */
import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely'
import { type Engine, type Execute, kyselyOver, type Param } from './dialect.ts'
import type { Schema } from './schema.ts'

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface Compiled {
  readonly sql: string
  readonly name: string
  /** The parameters in order: the constants of the query, and the values given for its slots. */
  readonly bind: (values: object) => Param[]
}

export interface Prepared<P, R> {
  compile(engine: Engine, q: Kysely<Schema>): Compiled
  /** Only for the type system: the shape of a row. */
  readonly row?: R
  readonly params?: P
}

/** `const findX = prepared<{ id: string }>()((q, p) => q.selectFrom('x').selectAll().where('id', '=', p.id))` */
export function prepared<P extends object>() {
  return <R>(build: (q: Kysely<Schema>, p: P) => Compilable<R>): Prepared<P, R> => {
    const cache = new Map<Engine, Compiled>()
    return {
      compile(engine, q) {
        const known = cache.get(engine)
        if (known) return known
        // Each property of `p` is a slot, which Kysely treats as the value of a parameter.
        const slots = new Proxy({} as P, { get: (_, name) => new Slot(String(name)) })
        const { sql: text, parameters } = build(q, slots).compile()
        const name = hash('sha256', text, 'base64url').slice(0, 20)
        const compiled = { sql: text, name, bind: binder(parameters) }
        cache.set(engine, compiled)
        return compiled
      },
    }
  }
}

/** The same for SQL written by hand: `const findX = preparedSql<{ id: string }, Row>((p) => sql`SELECT … WHERE id = ${p.id}`)` */
export const preparedSql = <P extends object, R>(write: (p: P) => RawBuilder<unknown>): Prepared<P, R> =>
  prepared<P>()<R>((q, p) => ({ compile: () => write(p).compile(q) as CompiledQuery<R> }))

function binder(parameters: readonly unknown[]): Compiled['bind'] {
  return (values) =>
    parameters.map((parameter) => {
      if (!(parameter instanceof Slot)) return parameter as Param
      const value = (values as Record<string, Param | undefined>)[parameter.name]
      if (value === undefined)
        throw new Error(`Parameter ${parameter.name} of a prepared query was not given.`)
      return value
    })
}

/** The reading handle of either engine, given a function that runs a statement. */
export function readerOver(engine: Engine, execute: Execute) {
  const q = kyselyOver(engine, execute)
  return {
    engine,
    q,
    async run<P, R>(query: Prepared<P, R>, params: P): Promise<R[]> {
      const { sql, name, bind } = query.compile(engine, q)
      const { rows } = await execute(sql, bind(params as object), name)
      return rows as R[]
    },
  }
}
