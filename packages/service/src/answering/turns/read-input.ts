/** Everything a turn works with, read when the turn begins: the conversation, the message, what was said before, the settings. */

import type { Settings } from '../../agents/settings.ts'
import { findAgent, listHumanServices } from '../../agents/store.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  type MessageRow,
} from '../../conversations/store.ts'
import { personWaitMs } from '../../handoff/request-handoff.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import { hasKeptFiles, restoreFiles } from '../files/message-content.ts'
import type { TurnInput } from '../turn.ts'
import { historyBefore, readFiles } from './store.ts'
import { canReachPerson, hasLostFloor, type TurnItem } from './turn-item.ts'

export type ReadInput = Omit<TurnInput, 'signal'>

export interface InputDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly hasModel: boolean
}

/** A model gets as much of this as its budget of tokens allows. */
const HISTORY_FOR_MODEL = 60
/** Without a model the last words matter, and documents that came a little earlier. */
const HISTORY_WITHOUT_MODEL = 8

/** Undefined when nothing is to be said any more: a person has the floor, or the agent was deleted. */
export async function readTurnInput(
  deps: InputDeps,
  conversationId: string,
  work: TurnItem,
): Promise<ReadInput | undefined> {
  const { database, log } = deps
  const conversation = await findConversation(database, conversationId)
  const message = await findMessage(database, work.messageId)
  if (!conversation || !message) throw new Error('The conversation or the message of a turn is missing.')
  const ids = { conversation: conversation.id, message: message.id }
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
  const limit = deps.hasModel && settings.answering.use_model ? HISTORY_FOR_MODEL : HISTORY_WITHOUT_MODEL
  return {
    conversation,
    message,
    ...(await filesOf(database, message, work)),
    settings,
    history: work.config.useHistory ? await historyBefore(database, message, limit) : [],
    givenHistory: work.given,
    config: work.config,
    canHandOver:
      settings.handoff.enabled && canReachPerson(work.mode) && (await canHavePerson(deps, conversation)),
  }
}

/** The content of the message and of earlier messages sent along, with the bytes of their files. */
async function filesOf(
  database: Database,
  message: MessageRow,
  { givenFiles }: TurnItem,
): Promise<Pick<ReadInput, 'content' | 'givenFiles'>> {
  const hasFiles = hasKeptFiles(message.content) || (givenFiles && givenFiles.documents.length > 0)
  const files = hasFiles ? await readFiles(database, message.id) : []
  const content = restoreFiles(message.content, files)
  if (!givenFiles) return { content }
  return { content, givenFiles: { ...givenFiles, documents: restoreFiles(givenFiles.documents, files) } }
}

/** Whether there are people, and this user may have one. */
export async function canHavePerson(
  { database, clock }: Pick<InputDeps, 'database' | 'clock'>,
  conversation: ConversationRow,
): Promise<boolean> {
  if ((await listHumanServices(database, conversation.agent_id)).length === 0) return false
  return (await personWaitMs(database, conversation, clock.now())) === 0
}
