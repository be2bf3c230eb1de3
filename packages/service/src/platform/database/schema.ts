/**
 * The one typed schema. Rules: ids are UUIDv7 text, times are integer milliseconds (`*_at`), flags are 0 or 1,
 * JSON is text that its slice validates on the way out. Tables are made by the numbered files in `migrations/`.
 */
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
  }
}
