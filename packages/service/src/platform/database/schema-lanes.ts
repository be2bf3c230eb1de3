/** The tables of lanes, by the rules of `schema.ts`; `lanes/lanes.ts` says what they are for. */
import type { Generated } from 'kysely'

export interface LaneTables {
  /** A lane: durable work in order under one key. */
  lanes: {
    id: Generated<number>
    uid: string
    key: string
    gate: string
    tenant: string
    subject: string | null
    next_seq: number
    head_seq: number
    /** When its head is due; null when it is empty. */
    ready_at: number | null
    /** While a worker holds the lane: items before this number are due as soon as it is released. */
    forward_until: number | null
    /** Its head has failed before. */
    retrying: number
    /** The receiver asked for the time at which it is due: a gate on trial does not bring it forward. */
    wait_asked: Generated<number>
    owner: string | null
    /** Which claim of its owner holds it. */
    claim: number
    /** How many of its items died and are no longer there. */
    dead_removed: Generated<number>
  }
  lane_items: {
    id: Generated<number>
    lane_id: number
    seq: number
    kind: string
    tenant: string
    state: 'pending' | 'done' | 'dead'
    /** Tries used up. */
    attempts: number
    /** Runs in all, each with its report; those that cost no try included. */
    runs: number
    created_at: number
    /** Not run any more after this time. */
    expires_at: number
    changed_at: number
    died_at: number | null
    last_error: string | null
    origin: string | null
  }
  lane_bodies: { item_id: number; body: string }
  /** One report per run of an item; JSON, for its kind to read. */
  lane_attempts: { item_id: number; number: number; report: string }
  lane_workers: { id: string; host: string; pid: number; expires_at: number }
  /** A suspect: an item of our own code that may have ended the process; `lanes/own-work.ts`. */
  lane_runs: {
    /** The lane's `uid`. */
    lane: string
    seq: number
    /** Who ran it alone last, until that worker is judged. */
    worker: string | null
    /** It runs alone, and the end of that worker counts against it. */
    alone: number
    strikes: number
  }
  /** Every time a gate was closed or opened. */
  gate_changes: {
    id: string
    gate: string
    at: number
    /** The state it has from then on. */
    state: 'open' | 'parked' | 'disabled' | 'paused'
    reason: string | null
  }
  /** What many lanes share, such as an endpoint. No row means open. */
  gates: {
    id: string
    state: 'open' | 'parked' | 'disabled' | 'paused'
    reason: string | null
    /** Since when it has been in trouble. */
    parked_at: number | null
    /** When it was opened on trial; null while it is closed. */
    opened_at: number | null
    /** When it is probed next; null unless it is parked. */
    probe_at: number | null
    probes: number
  }
}
