/**
 * Accepts a message of the user: stores it, and in the same transaction either adds a turn of the AI, requests a person, or,
 * while a person has the floor, passes the message on to them. If anything fails, nothing is stored.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { UserContent } from '@tandem/contract/conversation'
import { askedIn, languageOfAsk } from '@tandem/languages/asks-for-person'
import { detectLanguage } from '@tandem/languages/detect-language'
import { mayBeYes, saysYes } from '@tandem/languages/says-yes'
import type { Settings } from '../../agents/settings.ts'
import { findMessageWebhook } from '../../agents/store.ts'
import { appendMessage } from '../../conversations/append-message.ts'
import type { Live } from '../../conversations/live.ts'
import { offersPerson } from '../../conversations/message-detail.ts'
import { requireLocked } from '../../conversations/open-conversation.ts'
import {
  type ConversationRow,
  findMessage,
  type MessageRow,
  messagesBefore,
} from '../../conversations/store.ts'
import type { Handoffs } from '../../handoff/handoffs.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { conflict } from '../../platform/fault.ts'
import { insertFiles } from '../files/file-store.ts'
import { filesOf, keepFiles, textOf } from '../files/message-content.ts'
import type { GivenFiles, GivenMessage, TurnConfig } from '../turn.ts'
import { fingerprintOf } from './fingerprint.ts'
import { findTurnKey, insertTurnKey } from './store.ts'
import { canReachPerson, newMessageId, type TurnItem, turnGate, turnKind, turnLane } from './turn-item.ts'

export interface AcceptDeps extends Pick<Core, 'clock' | 'database'> {
  readonly lanes: Lanes
  readonly live: Live
  readonly handoffs: Handoffs
  readonly settings: Settings
}

export interface NewUserMessage {
  readonly agentId: string
  readonly conversationId: string
  readonly mode: Exclude<MessageRow['mode'], ''>
  readonly content: UserContent
  /** Earlier messages that the caller sent along. They are used in this turn only and not stored as messages. */
  readonly given: readonly GivenMessage[]
  readonly givenFiles?: GivenFiles | undefined
  readonly config: TurnConfig
  /** A repeated message with the same key gets the result of the first one. */
  readonly idempotencyKey?: string | undefined
  /** A further check, which throws to refuse the message. The conversation is locked, so its result still holds at the commit. */
  readonly check?: (tx: Tx, conversation: ConversationRow) => Promise<void>
}

export interface Accepted {
  readonly message: MessageRow
  /** Whether the AI answers it. */
  readonly hasTurn: boolean
}

/** A turn that has not run by then is given up, and the user gets an apology: a later answer would help nobody. */
const TURN_LIFE_MS = 24 * 3_600_000

export async function acceptMessage(deps: AcceptDeps, input: NewUserMessage): Promise<Accepted> {
  const settings = await deps.settings.of(input.agentId)
  const key = await keyOf(input)
  const accept = (tx: Tx) => acceptIn(deps, tx, input, settings, key)
  return hasFiles(input)
    ? deps.database.fileTransaction('accept-message', accept)
    : deps.database.transaction('accept-message', accept)
}

const hasFiles = ({ content, givenFiles }: NewUserMessage) =>
  [...content, ...(givenFiles?.documents ?? [])].flatMap(filesOf).some(({ base64_content }) => base64_content)

async function acceptIn(
  deps: AcceptDeps,
  tx: Tx,
  input: NewUserMessage,
  settings: AgentSettings,
  key: TurnKey | undefined,
): Promise<Accepted> {
  const conversation = await requireLocked(tx, input.agentId, input.conversationId)
  const known = key && (await repeated(tx, input, key))
  if (known) return known
  await input.check?.(tx, conversation)
  if (input.mode === 'webhook') await requireWebhook(tx, input.agentId)
  const ask = readAsk(conversation, input, settings)
  const stored = await store(deps, tx, conversation, input, ask.language)
  const { message } = stored
  const kept = { ...input, givenFiles: stored.givenFiles }
  const hasTurn = await decideWhoAnswers(deps, tx, stored.conversation, message, kept, ask.isForPerson)
  if (key) await keepKey(tx, message, key, hasTurn)
  return { message, hasTurn }
}

/** Whether the message asks for a person, if one can be reached, and the language of the message. */
function readAsk(
  { handoff_id, language: known }: ConversationRow,
  { mode, content }: NewUserMessage,
  { handoff, answering }: AgentSettings,
): { isForPerson: boolean; language: string | null } {
  const text = textOf(content)
  const languages = handoff_id === null && canReachPerson(mode) ? askedIn(text, handoff) : undefined
  if (!languages) return { isForPerson: false, language: detectLanguage(text) }
  const language = languageOfAsk(text, languages, known, answering.default_language)
  return { isForPerson: true, language }
}

async function store(
  deps: AcceptDeps,
  tx: Tx,
  before: ConversationRow,
  input: NewUserMessage,
  language: string | null,
) {
  const now = deps.clock.now()
  const { mode } = input
  const id = newMessageId(now)
  const { kept, files } = keepFiles(input.content)
  const words = { role: 'user', id, mode, text: textOf(input.content), content: kept, language } as const
  const stored = await appendMessage(tx, before, { ...words, handoffId: before.handoff_id }, now)
  const { conversation, message } = stored
  const given = keepGiven(input.givenFiles, files)
  await insertFiles(tx, message.id, files)
  tx.afterCommit(() => deps.live.notify(conversation.id, { kind: 'stored', seq: message.seq }))
  return { ...stored, givenFiles: given }
}

/** Moves the bytes of given files into `files`, behind the message's own. */
function keepGiven(given: GivenFiles | undefined, files: string[]): GivenFiles | undefined {
  if (!given) return undefined
  const { kept, files: more } = keepFiles(given.documents, files.length)
  files.push(...more)
  return { ...given, documents: kept }
}

/** Passes the message to the person who has the floor, requests a person, or adds a turn. Returns whether the AI answers. */
async function decideWhoAnswers(
  { handoffs, lanes }: AcceptDeps,
  tx: Tx,
  before: ConversationRow,
  message: MessageRow,
  input: NewUserMessage,
  isForPerson: boolean,
): Promise<boolean> {
  let conversation = before
  if (conversation.handoff_id !== null) {
    await handoffs.relay(tx, conversation, message)
    return false
  }
  if (canReachPerson(input.mode)) {
    const email = await handoffs.takeEmail(tx, conversation, message)
    if (email.taken) return false
    conversation = email.conversation
    if (isForPerson || (await acceptsPerson(tx, message))) {
      const asked = await handoffs.request(tx, conversation, { reason: 'user_asked', text: message.text })
      if (asked.result.kind !== 'none') return false
      conversation = asked.conversation
    }
  }
  const { mode, given, givenFiles, config } = input
  const { id: messageId, seq } = message
  const turn: TurnItem = { messageId, seq, epoch: conversation.epoch, mode, given, givenFiles, config }
  // `run-turn.ts` runs it. The workers of all processes are notified after the commit.
  await lanes.add(tx, {
    lane: turnLane(conversation.id),
    kind: turnKind,
    gate: turnGate(conversation.agent_id),
    tenant: conversation.agent_id,
    subject: conversation.id,
    body: JSON.stringify(turn),
    lifeMs: TURN_LIFE_MS,
  })
  return true
}

/** Whether the user accepts the offer of a person: the message says yes, and the agent's last message was the offer. */
async function acceptsPerson(tx: Tx, message: MessageRow): Promise<boolean> {
  if (!mayBeYes(message.text)) return false
  const [last] = await messagesBefore(tx, message.conversation_id, message.seq, 1)
  return offersPerson(last) && saysYes(message.text)
}

/** An idempotency key and the fingerprint of its message. */
interface TurnKey {
  readonly key: string
  readonly fingerprint: string
}

/** Called before the transaction, so that nobody waits for it while large files are hashed. */
async function keyOf(input: NewUserMessage): Promise<TurnKey | undefined> {
  const { idempotencyKey: key } = input
  return key === undefined ? undefined : { key, fingerprint: await fingerprintOf(input) }
}

async function repeated(
  tx: Tx,
  input: NewUserMessage,
  { key, fingerprint }: TurnKey,
): Promise<Accepted | undefined> {
  const known = await findTurnKey(tx, input.conversationId, key)
  if (!known) return undefined
  if (known.fingerprint !== fingerprint)
    throw conflict(
      input.mode === 'web'
        ? 'The client_id was used for another message of this chat. Take a new one for a new message.'
        : 'The Idempotency-Key was used for another message of this conversation. Take a new key for a new message.',
    )
  const message = await findMessage(tx, known.message_id)
  if (!message) throw new Error('The message of an idempotency key is missing.')
  if (input.mode === 'webhook' && message.mode !== 'webhook')
    throw conflict(
      `The Idempotency-Key was first used in ${message.mode} mode, so the answer does not go to the webhook. Repeat the request in blocking or streaming mode to get it.`,
    )
  return { message, hasTurn: known.has_turn === 1 }
}

async function keepKey(
  tx: Tx,
  message: MessageRow,
  { key, fingerprint }: TurnKey,
  hasTurn: boolean,
): Promise<void> {
  await insertTurnKey(tx, {
    conversation_id: message.conversation_id,
    key,
    message_id: message.id,
    fingerprint,
    has_turn: hasTurn ? 1 : 0,
    created_at: message.created_at,
  })
}

async function requireWebhook(tx: Tx, agentId: string): Promise<void> {
  if (await findMessageWebhook(tx, agentId)) return
  throw conflict(
    'The agent has no message webhook to send answers to. The administrator sets it: PUT /admin/v1/agents/{agent_id}/message-webhook. Or use another response_mode.',
  )
}
