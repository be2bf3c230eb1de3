/**
 * Writes the end of a turn, in the transaction in which `lanes/settler.ts` writes the outcome of its item: the answer with its
 * delivery, the unanswered questions, and perhaps a request for a person. A turn that failed for good ends in an apology. If a
 * person took the floor since the message was accepted, only the usage of the turn is stored.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { MessageUsage } from '@tandem/contract/message'
import { textIn } from '@tandem/languages/texts'
import { readSettings } from '../../agents/settings.ts'
import { storeTranscript } from '../../conversations/append-message.ts'
import { collectUnanswered } from '../../conversations/collect-unanswered.ts'
import { type SendDeps, sendToUser } from '../../conversations/send-to-user.ts'
import {
  advanceConversation,
  type ConversationRow,
  findMessage,
  lockConversation,
  type MessageRow,
} from '../../conversations/store.ts'
import type { Stats } from '../../delivery/stats/record.ts'
import { emptyUsage } from '../../delivery/usage.ts'
import type { Handoffs } from '../../handoff/handoffs.ts'
import type { HandoffReason } from '../../handoff/request-handoff.ts'
import type { Tx } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import { fillIn } from '../compose/fill-in.ts'
import { said } from '../compose/without-model.ts'
import { withTranscripts } from '../files/message-content.ts'
import type { Composed, TurnInput } from '../turn.ts'
import type { Progress } from './progress.ts'
import { noteConsumed, noteDropped } from './store.ts'
import { answerIdOf, canReachPerson, hasLostFloor, type TurnItem } from './turn-item.ts'

export interface SettleDeps extends SendDeps {
  readonly handoffs: Handoffs
  readonly progress: Progress
  readonly metrics: TurnMetrics
  readonly stats: Pick<Stats, 'turnEnded'>
  readonly log: Log
}

export interface TurnMetrics {
  /** `outcome`: that of the answer, or dropped (a person took the floor), or failed (with an apology). */
  ended(mode: string, outcome: string, afterMs: number): void
}

/** A turn that has run, or will not run any more. */
export interface EndedTurn {
  readonly conversationId: string
  readonly work: TurnItem
  readonly acceptedAt: number
}

interface Answer extends Pick<TurnInput, 'message' | 'settings'> {
  readonly composed: Composed
}

export type TurnEnd =
  | ({ readonly kind: 'said' } & Answer)
  /** A person has the floor, or the agent was deleted. */
  | { readonly kind: 'dropped'; readonly usage?: MessageUsage | undefined }
  | { readonly kind: 'failed'; readonly error: string }

export async function settleTurn(deps: SettleDeps, tx: Tx, turn: EndedTurn, end: TurnEnd): Promise<void> {
  const { conversationId, work, acceptedAt } = turn
  const conversation = await lockConversation(tx, conversationId)
  const isLost = !conversation || hasLostFloor(conversation, work)
  const ids = { conversation: conversationId, message: work.messageId }
  let outcome = 'dropped'
  if (isLost || end.kind === 'dropped') {
    if (end.kind === 'said')
      deps.log.info(ids, 'an answer was dropped: a person took the floor while it was being written')
    if (conversation && isLost) await noteDropped(tx, conversation, work.messageId, usageOf(end))
  } else if (end.kind === 'said') {
    await storeAnswer(deps, tx, conversation, work, end)
    outcome = end.composed.outcome
  } else {
    const message = await findMessage(tx, work.messageId)
    const settings = await readSettings(tx, conversation.agent_id)
    if (message) {
      const composed = apology(conversation, message, settings, end.error)
      await storeAnswer(deps, tx, conversation, work, { message, settings, composed })
    }
    outcome = 'failed'
    deps.log.error({ ...ids, error: end.error }, 'a turn was given up; the user got an apology')
  }
  tx.afterCommit(() => {
    const afterMs = deps.clock.now() - acceptedAt
    deps.metrics.ended(work.mode, outcome, afterMs)
    if (conversation && conversation.channel !== 'PLAYGROUND')
      deps.stats.turnEnded(conversation.agent_id, outcome, afterMs)
    const over = { kind: 'turnOver', turnId: work.messageId } as const
    deps.live.notify(conversationId, outcome === 'dropped' ? { ...over, dropped: true } : over)
  })
}

const usageOf = (end: TurnEnd) =>
  end.kind === 'said' ? end.composed.usage : end.kind === 'dropped' ? end.usage : undefined

/** Stores the answer and its consequences. `before` is locked by this transaction, and the AI has the floor in it. */
async function storeAnswer(
  deps: SettleDeps,
  tx: Tx,
  before: ConversationRow,
  { config }: TurnItem,
  { message: asked, settings, composed: turn }: Answer,
): Promise<void> {
  let { conversation, message } = turn.heard
    ? await storeTranscript(tx, before, asked, {
        ...turn.heard,
        content: withTranscripts(asked.content, turn.heard.files),
      })
    : { conversation: before, message: asked }
  const unanswered = unansweredAfter(before, turn)
  const outcome = turn.outcome === 'small_talk' ? before.outcome : turn.outcome
  if (turn.spoken.length > 0) {
    const sent = await sendToUser(deps, tx, conversation, {
      role: 'assistant',
      spoken: turn.spoken.map((each) => ({ ...each, text: storable(each.text) })),
      mode: message.mode,
      parentId: message.id,
      usage: turn.usage,
      detail: turn.citations.length > 0 ? { ...turn.detail, citations: turn.citations } : turn.detail,
      messageId: answerIdOf(message.id),
      unanswered,
      outcome,
      ...(config.citations ? { citations: turn.citations } : {}),
      ...(turn.detail.unused ? { unused: turn.detail.unused } : {}),
    })
    conversation = sent.conversation
  } else {
    const consumed = await noteConsumed(tx, conversation, message.id, turn.usage)
    conversation = { ...consumed, unanswered, outcome }
    await advanceConversation(tx, conversation)
  }
  if (before.channel !== 'PLAYGROUND')
    await collectUnanswered(tx, message, turn.gaps, turn.detail.language, deps.clock.now())
  const reason = canReachPerson(message.mode) ? reasonToHandOver(conversation, settings, turn) : undefined
  if (reason === undefined) return
  const handedOver = await deps.handoffs.request(tx, conversation, { reason, text: message.text })
  // The user was just told that nobody is there, so the next unanswered question must not repeat it.
  if (handedOver.result.kind === 'declined')
    await advanceConversation(tx, { ...handedOver.conversation, unanswered: 0 })
}

/** PostgreSQL stores no U+0000 in text, and models may write it. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Small talk leaves the count as it is. */
function unansweredAfter({ unanswered }: ConversationRow, { outcome }: Composed): number {
  if (outcome === 'small_talk') return unanswered
  return outcome === 'unanswered' ? unanswered + 1 : 0
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

/** An apology counts as small talk: a failure of the service says nothing about the question. */
function apology(
  conversation: ConversationRow,
  message: MessageRow,
  { answering }: AgentSettings,
  failure: string,
): Composed {
  const language = conversation.language ?? answering.default_language
  return {
    spoken: said('fallback', 'trouble', fillIn(textIn(answering, language, 'trouble'), new Map())),
    usage: emptyUsage,
    outcome: 'small_talk',
    citations: [],
    detail: { outcome: 'small_talk', question: message.text, language, band: 'none', hits: [], failure },
    wantsPerson: false,
  }
}
