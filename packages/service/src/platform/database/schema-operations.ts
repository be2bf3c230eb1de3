/** The tables that serve operation and tests: sinks, imports under way, statistics; by the rules of `schema.ts`. */
import type { Generated } from 'kysely'

export interface OperationTables {
  /** A webhook receiver inside the service that responds as configured; one per agent. */
  sinks: {
    agent_id: string
    /** The part of its address that cannot be guessed. */
    token: string
    status: number
    delay_ms: number
    /** Null: the body that the protocol asks for. */
    body: string | null
    is_dropping: number
    is_down: number
    /** The address of the message webhook before it was pointed at the sink; null: it had none. */
    replaced_url: string | null
  }
  sink_requests: {
    id: Generated<number>
    agent_id: string
    at: number
    path: string
    /** JSON */
    headers: string
    body: string
    /** The status of the response; null when the connection was closed without one. */
    answered: number | null
    is_test: number
    size_bytes: number
  }
  /** Imports that take long; a row is deleted when its import ends. */
  imports_under_way: {
    /** The set that is being written. */
    set_id: string
    agent_id: string
    document_id: string
    file_name: string
    rows_read: number
    rows_total: number
    started_at: number
  }
  /** The counts of each hour; `hour` counts hours since 1970. */
  hour_stats: {
    agent_id: string
    hour: number
    /** JSON: see `delivery/stats/counts.ts`. */
    counts: string
  }
}
