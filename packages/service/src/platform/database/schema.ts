/**
 * The one typed schema. Rules: ids are UUIDv7 text, times are integer milliseconds (`*_at`), flags are 0 or 1,
 * JSON is text that its slice validates on the way out. Tables are made by the numbered files in `migrations/`.
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
    /** JSON: what differs from the defaults. */
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
    /** What it holds: pairs, passages of a text, or rows of a spreadsheet, which are passages too. */
    kind: 'QA' | 'TEXT' | 'SPREADSHEET'
    format: string
    source_url: string | null
    status: string
    set_id: string
    /** The number of the revision it shows; 0 until there is one. */
    revision: number
    pair_count: number
    char_count: number
    /** Null until the tokenizer has counted the present revision. */
    token_count: number | null
    created_at: number
    updated_at: number
    /** The version its base got when it last changed. */
    base_version: Generated<number>
  }
  /** Pairs written together. `live`: a revision of its document shows it, or parts of it. */
  pair_sets: {
    id: string
    document_id: string
    state: 'writing' | 'live' | 'draft' | 'retired'
    touched_at: number
    /** That of the next pair: no ordinal is given to two pairs. */
    next_ordinal: Generated<number>
  }
  /** What a document shows or has shown: the rows of a set with `added_in <= revision < removed_in`. */
  revisions: {
    document_id: string
    revision: number
    set_id: string
    kind: RevisionKind
    /** Who made it: an address, or what stands for nobody in particular; null where that is not known. */
    made_by: string | null
    made_at: number
    /** Null for the one that is shown. */
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
    /** The revision that brought it; 0: written with its set. */
    added_in: Generated<number>
    /** The revision it is no longer in. */
    removed_in: Generated<number | null>
    /** Where it is not the first row of the pair: see `pairId`. */
    id: Generated<string | null>
    question: string
    answer: string
    keywords: string | null
    /** JSON: where in its document a converted pair came from. */
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
    /** The document's newest. */
    is_current: number
    /** An editor has gone over what it made. */
    is_reviewed: number
    /** What it made; null until it is made. */
    set_id: string | null
    /** Pairs of the document from this ordinal on were appended after it began, and are kept. Null: none are. */
    base_ordinal: number | null
    reason: string | null
    /** JSON: format, warnings, coverage and, in the end, counts. */
    report: string
    /** Its chunks are no longer needed. */
    to_clear: number
    started_at: number
    updated_at: number
    ended_at: number | null
  }
  /** The parts of a document under conversion, in order. `found`: pairs that needed no model. */
  conversion_chunks: {
    run_id: string
    ordinal: number
    state: 'found' | 'pending' | 'done' | 'failed'
    /** JSON: where it stands. */
    place: string
    body: string
    /** JSON: the pairs there are without a model. */
    fallback: string
    /** JSON: what the model made of it. */
    result: string | null
    tries: number
    reason: string | null
  }
  /** A converted set that waits for approval. `rest` is the state of every pair that has no mark. */
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
    /** Kept back by a check: it is approved by itself, never with all others. */
    held: number
    question: string | null
    answer: string | null
  }
  /** Vectors of questions, by text: base64 of a byte for each number. */
  embeddings: { base_id: string; embedder: string; text_key: string; vector: string }
  embedded_bases: {
    base_id: string
    embedder: string
    version: number
    queued_version: number
    /** What two questions that have nothing to do with each other come to. */
    floor: number
    last_error: string | null
  }

  /** The account of each file that filled a document. */
  imports: {
    id: string
    document_id: string
    set_id: string
    agent_id: string
    file_name: string
    state: 'stored'
    /** JSON */
    ledger: string
    /** The rejected rows, to be mended; null without any. */
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

  /** JSON: what differs from the defaults. */
  agent_settings: { agent_id: string; settings: string; updated_at: number }

  conversations: {
    id: string
    agent_id: string
    /** Talk of the playground counts nowhere: not as usage, nor as questions without an answer, nor in statistics. */
    channel: 'API' | 'WEB' | 'PLAYGROUND'
    /** Given by the developer when it was made; others are bound to the anonymous id. */
    user_id: string | null
    anonymous_id: string
    email: string | null
    subject: string
    language: string | null
    /** How the last user message came; it decides where the words of a person go. */
    last_mode: 'blocking' | 'streaming' | 'webhook' | 'web' | null
    next_seq: number
    /** Up to which message the chat page has said that it is on the user's screen. */
    seen_seq: number
    message_count: number
    credits: number
    /** Questions in a row without an answer. */
    unanswered: number
    /** What became of the last question, small talk aside; null before the first answer. */
    outcome: 'answered' | 'offered' | 'unanswered' | null
    /** Raised whenever the floor changes hands; what an older epoch has to say is dropped. */
    epoch: number
    /** The open handoff; null while the AI has the floor. */
    handoff_id: string | null
    created_at: number
    recent_chat_at: number
    closed_at: number | null
  }
  /** Every word of a conversation. `human`: a person in the agent's place. `notice`: the service itself. */
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
    /** JSON: of a user message its parts, of others the output. */
    content: string
    /**
     * JSON, by role: how an answer came about (`conversations/message-detail.ts`), who the person is and what files came along, the
     * name of a notice. Of a user message: that its answer was dropped.
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
    /** Where it was last asked; empty once that was removed. */
    conversation_id: string
    message_id: string
    first_asked_at: number
    last_asked_at: number
  }

  /** One stretch in which a person has the floor; see `handoff/state.ts`. Its id is what the desk knows it by. */
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
    /** Where words go while the user's last message came in a mode that has no way back. */
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
    /** Attempts at the establish request that were begun, and those of them that certainly never got out. */
    establish_tries: number
    establish_unsent: number
    user_messages: number
    human_messages: number
    /** The number of the last event of its timeline. */
    events: number
    /** The person who had the user has gone: until the next reply the waiting time counts, also once it is connected. */
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
  /** What a person said, by what makes it the same: its time and words, or the key that came with it. */
  human_replies: { handoff_id: string; mark: string; digest: string; message_id: string; at: number }

  /**
   * Files, as base64, each in pieces that begin at a byte of it. They came inside a message, whose content names them by number,
   * or are number 0 of an entry of `audio_files`.
   */
  file_pieces: { owner_id: string; ordinal: number; start_byte: number; content: string }
  /** Which message an idempotency key of a conversation stands for, and what it said. */
  turn_keys: {
    conversation_id: string
    key: string
    message_id: string
    fingerprint: string
    has_turn: number
    created_at: number
  }
  /** Proof that a chat is a browser's own. */
  web_chats: { token_hash: string; conversation_id: string; agent_id: string; created_at: number }
  /** What answers of removed conversations consumed; `day` counts days since 1970. */
  kept_usage: { agent_id: string } & Record<
    'day' | 'turns' | 'prompt_tokens' | 'completion_tokens' | 'credits',
    number
  >
}
