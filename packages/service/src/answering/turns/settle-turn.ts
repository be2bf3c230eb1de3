/**
 * What a turn leaves behind, written in the transaction that settles its lane item: the answer, what it counts, the
 * question nobody could answer, and a request for a person where it comes to that. When the floor has changed hands since
 * the turn was asked for, nothing is said.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { collectUnanswered } from '../../conversations/collect-unanswered.ts'
import { keepHeard } from '../../conversations/keep-heard.ts'
import { type Said, type SayDeps, say } from '../../conversations/say.ts'
import {
  type ConversationRow,
  lockConversation,
  type MessageRow,
  moveFloor,
} from '../../conversations/store.ts'
import type { HandoffReason, Handoffs } from '../../handoff/handoffs.ts'
import type { Tx } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import { withHeard } from '../files/message-content.ts'
import type { Composed } from '../turn.ts'
import { canReachPerson } from './accept-message.ts'
import { noteConsumed } from './dropped-store.ts'
import type { Progress } from './progress.ts'
import type { RecentTalk } from './recent-talk.ts'
import { storedAnswer } from './stored-answer.ts'
import { answerIdOf } from './turn-ids.ts'
import type { TurnWork } from './turn-work.ts'

export interface SettleDeps extends SayDeps {
  readonly handoffs: Handoffs
  readonly progress: Progress
  readonly recent: RecentTalk
  readonly log: Log
}

/** True when the answer was said. */
export async function settleTurn(
  deps: SettleDeps,
  tx: Tx,
  work: TurnWork,
  asked: MessageRow,
  settings: AgentSettings,
  turn: Composed,
): Promise<boolean> {
  const before = await lockConversation(tx, asked.conversation_id)
  if (!before || hasLostFloor(before, work)) {
    const ids = { conversation: asked.conversation_id, message: asked.id }
    deps.log.info(ids, 'an answer was dropped: a person took the floor while it was being written')
    return false
  }
  let { conversation, message } = await withWords(tx, before, asked, turn)
  const unanswered = unansweredAfter(before, turn)
  if (turn.spoken.length > 0) {
    const answer = answerOf(turn, message, unanswered)
    const said = await say(deps, tx, conversation, answer)
    conversation = said.conversation
    tx.afterCommit(() => {
      deps.recent.stored(said.conversation, said.message)
      if (work.mode !== 'webhook')
        deps.progress.stored(
          storedAnswer(said.message, answer.spoken, turn.usage, turn.citations, turn.detail.unused),
        )
    })
  } else conversation = await noteConsumed(tx, conversation, message, turn.usage)
  await collectUnanswered(tx, message, turn.gaps, turn.detail.language, deps.clock.now())
  conversation = await setUnanswered(tx, conversation, unanswered)
  await handOver(deps, tx, conversation, work, message, settings, turn)
  return true
}

/** The message with what it says aloud, where that was made out. */
async function withWords(tx: Tx, conversation: ConversationRow, message: MessageRow, { heard }: Composed) {
  if (!heard) return { conversation, message }
  return keepHeard(tx, conversation, message, { ...heard, content: withHeard(message.content, heard.files) })
}

/** What a turn says, in answer to its message. */
export function answerOf(turn: Composed, message: MessageRow, unanswered: number): Said {
  return {
    role: 'assistant',
    spoken: turn.spoken.map((each) => ({ ...each, text: storable(each.text) })),
    mode: message.mode,
    parentId: message.id,
    usage: turn.usage,
    detail: turn.citations.length > 0 ? { ...turn.detail, citations: turn.citations } : turn.detail,
    messageId: answerIdOf(message.id),
    unanswered,
    ...(turn.citations.length > 0 ? { citations: turn.citations } : {}),
    ...(turn.detail.unused ? { unused: turn.detail.unused } : {}),
  }
}

/** PostgreSQL takes no U+0000 in text, and a model may say anything. */
const storable = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

export function hasLostFloor(conversation: ConversationRow, work: TurnWork): boolean {
  return conversation.epoch !== work.epoch || conversation.handoff_id !== null
}

/** Small talk neither answers a question nor fails to. */
export function unansweredAfter({ unanswered }: ConversationRow, { outcome }: Composed): number {
  if (outcome === 'small_talk') return unanswered
  return outcome === 'unanswered' ? unanswered + 1 : 0
}

async function setUnanswered(tx: Tx, conversation: ConversationRow, unanswered: number) {
  if (unanswered === conversation.unanswered) return conversation
  const after = { ...conversation, unanswered }
  await moveFloor(tx, after)
  return after
}

async function handOver(
  { handoffs }: SettleDeps,
  tx: Tx,
  conversation: ConversationRow,
  work: TurnWork,
  message: MessageRow,
  settings: AgentSettings,
  turn: Composed,
): Promise<void> {
  const reason = reasonToHandOver(conversation, settings, turn)
  if (reason === undefined || !canReachPerson(work.mode)) return
  const { conversation: after, result } = await handoffs.request(tx, conversation, {
    reason,
    text: message.text,
  })
  // Told that nobody is there, the user need not be told again at the next question.
  if (result.kind === 'declined') await setUnanswered(tx, after, 0)
}

function reasonToHandOver(
  { unanswered }: ConversationRow,
  { handoff }: AgentSettings,
  { wantsPerson, asksForPerson }: Composed,
): HandoffReason | undefined {
  if (asksForPerson) return 'user_asked'
  if (wantsPerson) return 'model'
  return handoff.after_unanswered > 0 && unanswered >= handoff.after_unanswered ? 'unanswered' : undefined
}
