/** The tables of what is shown of the running of the service, by the rules of `schema.ts`. */
import type { Generated } from 'kysely'

export interface OperationTables {
  /** A receiver inside the service that answers as told; one for an agent. */
  sinks: {
    agent_id: string
    /** The part of its address that cannot be guessed. */
    token: string
    status: number
    delay_ms: number
    /** Null: what the protocol asks for. */
    body: string | null
    is_dropping: number
    is_down: number
    /** Where the message webhook pointed before it was pointed here; null: nowhere. */
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
    /** The status; null when the connection was closed without one. */
    answered: number | null
    is_test: number
    size_bytes: number
  }
  /** Imports that take long; the row goes when they end. */
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
  /** What happened in an hour; `hour` counts hours since 1970. */
  hour_stats: {
    agent_id: string
    hour: number
    /** JSON: see `delivery/stats/counts.ts`. */
    counts: string
  }
}
