/** What a turn finds when it begins: its conversation, its message, and what was said before. */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Settings } from '../../agents/settings.ts'
import { findAgent } from '../../agents/store.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  type MessageRow,
  messagesBefore,
} from '../../conversations/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import type { Ran, Scene } from './conclude-turn.ts'
import { DOCUMENTS_BACK, type RecentTalk, WORDS_BACK } from './recent-talk.ts'
import { hasLostFloor } from './settle-turn.ts'
import { messagesNear } from './store.ts'
import type { TurnWork } from './turn-work.ts'

export interface SceneDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly recent: RecentTalk
  /** Whether a model writes the answers. */
  readonly usesModel: (settings: AgentSettings) => boolean
}

/** A turn that begins sooner finds who has the floor as its message did when it was accepted. */
const WAITED_MS = 2000
const HISTORY_FOR_MODEL = 60

/** Undefined when nothing is to be said any more. */
export async function readScene(deps: SceneDeps, ran: Ran): Promise<Scene | undefined> {
  const { database, clock, log } = deps
  const { work, item } = ran
  const hasWaited = clock.now() - item.createdAt > WAITED_MS
  const known = hasWaited ? undefined : justSaid(deps, ran)
  const conversation = known ?? (await findConversation(database, ran.conversation))
  if (!conversation) throw new Error('The conversation of a turn is not there.')
  const ids = { conversation: conversation.id, message: work.messageId }
  if (hasLostFloor(conversation, work)) {
    log.info(ids, 'a turn was dropped: a person took the floor before it began')
    return undefined
  }
  const agent = await findAgent(database, conversation.agent_id)
  if (!agent || agent.deleted_at !== null) {
    log.info(ids, 'a turn was dropped: its agent was deleted')
    return undefined
  }
  const settings = await deps.settings.of(conversation.agent_id)
  const rows = await readMessages(deps, conversation, work, settings)
  const message =
    rows.find(({ id }) => id === work.messageId) ?? (await findMessage(database, work.messageId))
  if (!message) throw new Error('The message of a turn is not there.')
  return { conversation, settings, message, history: work.config.useHistory ? before(rows, work.seq) : [] }
}

/**
 * The conversation, when the message was just stored in it here and had no other turn before it to wait for. Another process
 * may have moved the floor, so this is for the embedded engine alone; and the floor is looked at again to say the answer.
 */
function justSaid({ database, recent }: SceneDeps, { conversation, work }: Ran): ConversationRow | undefined {
  if (database.engine !== 'sqlite') return undefined
  const talk = recent.upTo(conversation, work.seq)
  return talk?.messages.at(-2)?.role === 'user' ? undefined : talk?.conversation
}

/** What was said before a message; answers that came while it had to wait belong to that. */
const before = (rows: readonly MessageRow[], seq: number) =>
  rows.filter((row) => row.seq < seq || (row.seq > seq && row.role !== 'user'))

/** A model gets as much as its budget of tokens allows. Without one only what is kept of recent talk matters. */
async function readMessages(
  { database, usesModel, recent }: SceneDeps,
  conversation: ConversationRow,
  { seq, config }: TurnWork,
  settings: AgentSettings,
): Promise<readonly MessageRow[]> {
  const { id, next_seq } = conversation
  const talk = recent.upTo(id, next_seq - 1)
  if (!config.useHistory) return talk?.messages ?? []
  if (usesModel(settings)) return messagesBefore(database, id, Number.MAX_SAFE_INTEGER, HISTORY_FOR_MODEL)
  if (talk && next_seq - 1 === seq) return talk.messages
  const messages = await messagesNear(database, id, seq - WORDS_BACK, seq - DOCUMENTS_BACK)
  recent.read({ conversation, messages })
  return messages
}
