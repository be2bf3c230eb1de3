/** The tables of lanes, by the rules of `schema.ts`; `lanes/lanes.ts` explains them. */
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
    /** Set while a worker holds the lane: items before this number are due as soon as the lane is released. */
    forward_until: number | null
    /** Its head has failed before. */
    retrying: number
    /** The receiver asked for the time at which the lane is due, so a gate on trial does not bring it forward. */
    wait_asked: Generated<number>
    owner: string | null
    /** The number of the owner's claim that holds the lane. */
    claim: number
    /** How many of its items died and were deleted since. */
    dead_removed: Generated<number>
  }
  lane_items: {
    id: Generated<number>
    lane_id: number
    seq: number
    kind: string
    tenant: string
    state: 'pending' | 'done' | 'dead'
    /** The attempts that count against the limit. */
    attempts: number
    /** All runs, each with its report, also those that cost no attempt. */
    runs: number
    created_at: number
    /** The item is not run after this time. */
    expires_at: number
    changed_at: number
    died_at: number | null
    last_error: string | null
    origin: string | null
  }
  lane_bodies: { item_id: number; body: string }
  /** One report per run of an item, as JSON in the shape of its kind. */
  lane_attempts: { item_id: number; number: number; report: string }
  lane_workers: { id: string; host: string; pid: number; expires_at: number }
  /** A suspect: an item of our own code that may have crashed the process; see `lanes/own-work.ts`. */
  lane_runs: {
    /** The lane's `uid`. */
    lane: string
    seq: number
    /** The worker that last ran it alone, until the fate of that worker is known. */
    worker: string | null
    /** It runs alone, and a crash of its worker counts against it. */
    alone: number
    strikes: number
  }
  /** Each change of a gate's state. */
  gate_changes: {
    id: string
    gate: string
    at: number
    /** The new state. */
    state: 'open' | 'parked' | 'disabled' | 'paused'
    reason: string | null
  }
  /** Gates that were opened at a time, with lanes that are still to be brought forward. */
  gate_openings: {
    gate: string
    at: number
    /** Also lanes that a receiver asked to wait. */
    with_asked: number
  }
  /** A gate without a row is open. */
  gates: {
    id: string
    state: 'open' | 'parked' | 'disabled' | 'paused'
    reason: string | null
    /** When its trouble began. */
    parked_at: number | null
    /** When it was opened on trial; null while it is closed. */
    opened_at: number | null
    /** When it is probed next; null unless it is parked. */
    probe_at: number | null
    probes: number
  }
}
