/**
 * The one typed schema. Rules: ids are UUIDv7 text, times are integer milliseconds (`*_at`), flags are 0 or 1,
 * JSON is text that its slice validates on the way out. Tables are made by the numbered files in `migrations/`.
 */
import type { Generated } from 'kysely'

export interface Schema {
  schema_migrations: { number: number; name: string; applied_at: number }
  instance: { key: string; value: string }

  agents: {
    id: string
    name: string
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  api_keys: {
    id: string
    agent_id: string
    prefix: string
    hash: string
    label: string | null
    created_at: number
    last_used_at: number | null
    revoked_at: number | null
  }
  message_webhooks: {
    agent_id: string
    url: string
    username: string | null
    sealed_secret: string | null
    created_at: number
    updated_at: number
  }
  human_services: {
    id: string
    agent_id: string
    name: string
    webhook_url: string
    username: string | null
    sealed_secret: string | null
    waiting_timeout_s: number
    idle_timeout_s: number
    created_at: number
    updated_at: number
  }

  knowledge_bases: {
    id: string
    agent_id: string
    name: string
    description: string
    is_default: number
    created_at: number
    updated_at: number
    /** Raised by every change of a document; see `migrations/004-search.ts`. */
    version: Generated<number>
    removed_version: Generated<number>
  }
  documents: {
    id: string
    agent_id: string
    base_id: string
    name: string
    format: string
    source_url: string | null
    status: string
    revision_id: string
    pair_count: number
    char_count: number
    /** Null until the tokenizer has counted the present revision. */
    token_count: number | null
    created_at: number
    updated_at: number
    /** The version its base got when it last changed. */
    base_version: Generated<number>
  }
  /** Sets of pairs. One is live per document; others are being written, or wait to be cleared. */
  revisions: {
    id: string
    document_id: string
    state: 'writing' | 'live' | 'retired'
    touched_at: number
  }
  pairs: {
    revision_id: string
    ordinal: number
    question: string
    answer: string
    keywords: string | null
    /** JSON: where in its document a converted pair came from. */
    origin: string | null
  }

  /** The account of each file that filled a document. */
  conversions: {
    document_id: string
    revision_id: string
    agent_id: string
    file_name: string
    report: string
    created_at: number
  }
  imports: {
    id: string
    document_id: string
    revision_id: string
    agent_id: string
    file_name: string
    state: 'stored'
    /** JSON */
    ledger: string
    created_at: number
  }

  /** A lane: durable work in order under one key. `ready_at` is when its head is due; null when it is empty. */
  lanes: {
    id: Generated<number>
    uid: string
    key: string
    gate: string
    tenant: string
    subject: string | null
    next_seq: number
    head_seq: number
    ready_at: number | null
    retrying: number
    owner: string | null
    /** Which claim of its owner holds it. */
    claim: number
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
    due_at: number
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
  /** What many lanes share, such as an endpoint. No row means open. */
  gates: {
    id: string
    state: 'open' | 'parked' | 'disabled'
    reason: string | null
    parked_at: number | null
    probe_at: number | null
    probes: number
  }

  /** Secrets that sign webhooks; `owner` is the gate of the endpoint. */
  signing_secrets: {
    id: string
    owner: string
    agent_id: string
    sealed_secret: string
    created_at: number
    expires_at: number | null
  }
}
