/**
 * Queries written with Kysely but built and compiled once per engine: on hot paths building the tree anew for each call
 * costs more than running it. `p.name` stands for a parameter that is filled in at each call.
 */
import { createHash } from 'node:crypto'
import type { Compilable, Kysely } from 'kysely'
import type { Engine, Param } from './engine.ts'
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
  /** The parameters in turn: what the query itself holds, and what is given for its slots. */
  readonly bind: (values: object) => Param[]
}

export interface Prepared<P, R> {
  compile(engine: Engine, q: Kysely<Schema>): Compiled
  /** Only for the type system: what a row of this query looks like. */
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
        // Each property read yields a slot; Kysely carries it along as the value of a parameter.
        const slots = new Proxy({} as P, { get: (_, name) => new Slot(String(name)) })
        const { sql, parameters } = build(q, slots).compile()
        const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20)
        const compiled = { sql, name, bind: binder(parameters) }
        cache.set(engine, compiled)
        return compiled
      },
    }
  }
}

/** Written for the slots at hand: to look for values by names that are only known then takes several times as long. */
function binder(parameters: readonly unknown[]): Compiled['bind'] {
  const sources = parameters.map((parameter, i) =>
    parameter instanceof Slot ? `values[${JSON.stringify(parameter.name)}]` : `constants[${i}]`,
  )
  const made = new Function('values', 'constants', `return [${sources.join(', ')}]`) as (
    values: object,
    constants: readonly unknown[],
  ) => Param[]
  return (values) => {
    const bound = made(values, parameters)
    for (let i = 0; i < bound.length; i++) if (bound[i] === undefined) throw missing(parameters[i])
    return bound
  }
}

const missing = (parameter: unknown) =>
  new Error(
    `Parameter ${parameter instanceof Slot ? parameter.name : null} of a prepared query was not given.`,
  )
