/** The ground both engines share: their names, what may be a parameter, and what running one statement means. */
export type Engine = 'sqlite' | 'postgres'
export type Row = Record<string, unknown>
export type Param = string | number | bigint | null
export interface Outcome {
  rows: Row[]
  changes: number
}

/** Runs one statement on one connection (or on any of a pool's). `name` marks statements worth keeping prepared. */
export type Execute = (sql: string, params: readonly Param[], name?: string) => Promise<Outcome>
