/**
 * The one typed schema. Rules: ids are UUIDv7 text, times are integer milliseconds (`*_at`), flags are 0 or 1,
 * JSON is text that its slice validates when it reads it. The numbered files in `migrations/` create the tables.
 */
import type { RevisionKind } from '@tandem/contract/admin-pairs'
import type { Generated } from 'kysely'
import type { AccountTables } from './schema-accounts.ts'
import type { DeskTables } from './schema-desk.ts'
import type { LaneTables } from './schema-lanes.ts'
import type { OperationTables } from './schema-operations.ts'
import type { QuestionSetTables } from './schema-question-sets.ts'

export interface Schema extends LaneTables, AccountTables, OperationTables, QuestionSetTables, DeskTables {
  schema_migrations: { number: number; name: string; applied_at: number }
  instance: { key: string; value: string }

  agents: {
    id: string
    name: string
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** When its data was removed; its id and the hashes of its keys stay. */
    removed_at: number | null
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
    kind: 'webhook' | 'desk'
    /** A desk has `deskUrl` here. */
    webhook_url: string
    username: string | null
    sealed_secret: string | null
    waiting_timeout_s: number
    idle_timeout_s: number
    /** JSON: the options that differ from the defaults. */
    options: string
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
    /** Raised by every change of a document; see `migrations/003-006.ts`. */
    version: Generated<number>
    removed_version: Generated<number>
  }
  documents: {
    id: string
    agent_id: string
    base_id: string
    name: string
    /** Its content: pairs, passages of a text, or rows of a spreadsheet, which are passages too. */
    kind: 'QA' | 'TEXT' | 'SPREADSHEET'
    format: string
    source_url: string | null
    status: string
    set_id: string
    /** The number of the revision it shows; 0 before the first. */
    revision: number
    pair_count: number
    char_count: number
    /** Null until the tokenizer has counted this revision. */
    token_count: number | null
    created_at: number
    updated_at: number
    /** The version its base got when it last changed. */
    base_version: Generated<number>
  }
  /** A set of pairs. `live`: a revision of its document shows it, or parts of it. */
  pair_sets: {
    id: string
    document_id: string
    state: 'writing' | 'live' | 'draft' | 'retired'
    touched_at: number
    /** The ordinal of the next pair; no ordinal is used twice. */
    next_ordinal: Generated<number>
  }
  /** A revision shows the rows of its set with `added_in <= revision < removed_in`. */
  revisions: {
    document_id: string
    revision: number
    set_id: string
    kind: RevisionKind
    /** The author: an email address, or a text such as `API key`; null if unknown. */
    made_by: string | null
    made_at: number
    /** Null for the revision that is shown. */
    replaced_at: number | null
    added: number
    changed: number
    removed: number
    pair_count: number
    char_count: number
    format: string
    source_url: string | null
  }
  pairs: {
    set_id: string
    ordinal: number
    /** The first revision with it; 0: written with its set. */
    added_in: Generated<number>
    /** The first revision without it. */
    removed_in: Generated<number | null>
    /** Set if this is not the first row of the pair; see `pairId`. */
    id: Generated<string | null>
    question: string
    answer: string
    keywords: string | null
    /** JSON: the place in the document from which the pair was converted. */
    origin: string | null
  }
  /** One conversion of a document into pairs; see `knowledge/convert/run-store.ts`. */
  conversion_runs: {
    id: string
    document_id: string
    agent_id: string
    file_name: string
    source_url: string | null
    state: 'writing' | 'running' | 'waiting' | 'done' | 'failed' | 'dropped'
    /** It is the document's newest run. */
    is_current: number
    /** An editor has reviewed its result. */
    is_reviewed: number
    /** The set it wrote; null before it is written. */
    set_id: string | null
    /** Pairs of the document from this ordinal on were appended after the run began and are kept. Null: none are kept. */
    base_ordinal: number | null
    reason: string | null
    /** JSON: format, warnings, coverage and, after the end, counts. */
    report: string
    /** Its chunks are no longer needed. */
    to_clear: number
    started_at: number
    updated_at: number
    ended_at: number | null
  }
  /** The parts of a document under conversion, in order. `found`: its pairs were found without a model. */
  conversion_chunks: {
    run_id: string
    ordinal: number
    state: 'found' | 'pending' | 'done' | 'failed'
    /** JSON: its place in the document. */
    place: string
    body: string
    /** JSON: the pairs found without a model. */
    fallback: string
    /** JSON: the result of the model. */
    result: string | null
    tries: number
    reason: string | null
  }
  /** A converted set that waits for approval. `rest` is the state of every pair without a mark. */
  drafts: {
    document_id: string
    set_id: string
    run_id: string
    agent_id: string
    format: string
    source_url: string | null
    pair_count: number
    rest: 'pending' | 'approved' | 'dropped'
    /** Raised by every change. */
    version: number
    base_ordinal: number | null
    created_at: number
    updated_at: number
  }
  draft_marks: {
    set_id: string
    ordinal: number
    state: 'pending' | 'approved' | 'dropped' | 'edited'
    /** A check found it doubtful: it must be approved by itself, never together with others. */
    held: number
    question: string | null
    answer: string | null
  }
  /** Vectors of questions, by text: one byte per number, as base64. */
  embeddings: { base_id: string; embedder: string; text_key: string; vector: string }
  embedded_bases: {
    base_id: string
    embedder: string
    version: number
    queued_version: number
    /** The similarity of two unrelated questions. */
    floor: number
    last_error: string | null
  }

  /** The result of each import of a file. */
  imports: {
    id: string
    document_id: string
    set_id: string
    agent_id: string
    file_name: string
    state: 'stored'
    /** JSON */
    ledger: string
    /** The rejected rows, for correction; null if there are none. */
    rejected_csv: string | null
    created_at: number
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

  /** JSON: the settings that differ from the defaults. */
  agent_settings: { agent_id: string; settings: string; updated_at: number }

  conversations: {
    id: string
    agent_id: string
    /** Conversations of the playground are not counted as usage, as questions without an answer or in statistics. */
    channel: 'API' | 'WEB' | 'PLAYGROUND'
    /** Given by the developer at creation; conversations without one are bound to the anonymous id. */
    user_id: string | null
    anonymous_id: string
    email: string | null
    subject: string
    language: string | null
    /** The mode of the last user message; it decides how a person's replies are delivered. */
    last_mode: 'blocking' | 'streaming' | 'webhook' | 'web' | null
    next_seq: number
    /** The number of the last message that the chat page has reported as shown to the user. */
    seen_seq: number
    message_count: number
    credits: number
    /** Questions in a row without an answer. */
    unanswered: number
    /** The result of the last question, small talk excepted; null before the first answer. */
    outcome: 'answered' | 'offered' | 'unanswered' | null
    /** Raised whenever the floor changes hands; work of an older epoch is dropped. */
    epoch: number
    /** The open handoff; null while the AI has the floor. */
    handoff_id: string | null
    created_at: number
    recent_chat_at: number
    closed_at: number | null
    /** Since then it is missing to everything but its removal, which goes on in slices. */
    removing_since: number | null
  }
  /** `human`: a person who has the floor instead of the agent. `notice`: the service itself. */
  messages: {
    conversation_id: string
    seq: number
    id: string
    agent_id: string
    /** The user message it answers. */
    parent_id: string | null
    role: 'user' | 'assistant' | 'human' | 'notice'
    mode: 'blocking' | 'streaming' | 'webhook' | 'web' | ''
    text: string
    /** JSON: the parts of a user message, the output of other messages. */
    content: string
    /**
     * JSON, by role: how the answer was made (`conversations/message-detail.ts`); the person's name and files; the name of a notice;
     * for a user message, that its answer was dropped.
     */
    detail: string | null
    handoff_id: string | null
    prompt_tokens: number
    completion_tokens: number
    credits: number
    /** JSON */
    usage: string | null
    feedback: string | null
    quality: string | null
    created_at: number
  }
  /** Spoken answers, until they expire. */
  audio_files: { name: string; agent_id: string; mime_type: string; expires_at: number }
  user_bindings: {
    agent_id: string
    anonymous_id: string
    conversation_type: string
    source_id: string
    user_id: string
    updated_at: number
  }
  /** `value` is JSON. */
  user_properties: { agent_id: string; user_id: string; name: string; value: string; updated_at: number }
  unanswered_questions: {
    id: string
    agent_id: string
    /** The question without case and punctuation, so that repeats are counted. */
    fingerprint: string
    question: string
    language: string | null
    asked: number
    state: 'open' | 'answered' | 'dismissed'
    /** Where it was last asked; empty once that conversation was removed. */
    conversation_id: string
    message_id: string
    first_asked_at: number
    last_asked_at: number
  }

  /** A period in which a person has the floor; see `handoff/state.ts`. The desk uses the same id. */
  handoffs: {
    id: string
    agent_id: string
    service_id: string
    service_name: string
    conversation_id: string
    epoch: number
    state: 'REQUESTED' | 'WAITING' | 'CONNECTED' | 'ENDED'
    reason: string
    language: string
    /** How messages reach the user when the mode of the user's last message offers no way back. */
    mode: 'webhook' | 'web'
    email: string | null
    phone: string | null
    waiting_ms: number
    idle_ms: number
    requested_at: number
    established_at: number | null
    first_reply_at: number | null
    last_activity_at: number
    /** Null once it has ended. */
    deadline_at: number | null
    ended_at: number | null
    end_reason: 'HUMAN_CLOSED' | 'USER_CLOSED' | 'TIMEOUT' | 'WAIT_TIMEOUT' | 'FAILED' | null
    /** Attempts of the establish request that were begun, and the attempts among these that certainly were not sent. */
    establish_tries: number
    establish_unsent: number
    user_messages: number
    human_messages: number
    /** The number of the last event of its timeline. */
    events: number
    /** The person left: until the next reply the waiting time applies, also in state CONNECTED. */
    waits_again: number
  }
  handoff_events: {
    handoff_id: string
    n: number
    at: number
    kind: string
    message_id: string | null
    /** JSON */
    detail: string | null
  }
  /** A person's replies. `mark` recognises a repeat: the time and text of the reply, or the key that came with it. */
  human_replies: { handoff_id: string; mark: string; digest: string; message_id: string; at: number }

  /**
   * Files as base64, in pieces; a piece begins at `start_byte`. The owner is a message, whose content names its files by `ordinal`,
   * or an entry of `audio_files`, whose file has the ordinal 0.
   */
  file_pieces: { owner_id: string; ordinal: number; start_byte: number; content: string }
  /** The message of each idempotency key of a conversation, and its fingerprint. */
  turn_keys: {
    conversation_id: string
    key: string
    message_id: string
    fingerprint: string
    has_turn: number
    created_at: number
  }
  /** Tokens that prove that a chat belongs to a browser. */
  web_chats: { token_hash: string; conversation_id: string; agent_id: string; created_at: number }
  /** The usage of removed conversations; `day` counts days since 1970. */
  kept_usage: { agent_id: string } & Record<
    'day' | 'turns' | 'prompt_tokens' | 'completion_tokens' | 'credits',
    number
  >
}
