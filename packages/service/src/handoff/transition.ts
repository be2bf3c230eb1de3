/**
 * Moves a handoff: passes an event through the state machine, and writes the new state with its effects (messages to the user,
 * requests to the desk, the deadline, the floor, the timeline) in the caller's transaction.
 */
import { optionsOf, serviceGate } from '../agents/endpoints.ts'
import { readSettings } from '../agents/settings.ts'
import { findHumanServiceById } from '../agents/store.ts'
import type { LinkTo } from '../conversations/history-routes.ts'
import type { Live } from '../conversations/live.ts'
import { sendToUser } from '../conversations/send-to-user.ts'
import { type ConversationRow, lockConversation, type MessageRow, moveFloor } from '../conversations/store.ts'
import type { Outbox } from '../delivery/deliver.ts'
import type { Stats } from '../delivery/stats/record.ts'
import { findClosedGate } from '../lanes/gate-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import type { HandoffMetrics } from './metrics.ts'
import { noticeText } from './notice-texts.ts'
import { type Effect, type HandoffEvent, type NoticeName, type StateName, step } from './state.ts'
import { type HandoffRow, insertEvent, lockHandoff, updateHandoff, waitingSince } from './store.ts'
import { wordsOf } from './transcript.ts'

export interface MoveDeps extends Pick<Core, 'log' | 'clock'> {
  /** The clock of deadlines and expiry, shared by all processes: their own clocks may differ. */
  readonly laneClock: Clock
  readonly outbox: Outbox
  readonly live: Live
  readonly metrics: HandoffMetrics
  readonly stats: Pick<Stats, 'handedOver' | 'replied'>
  /** The addresses of the user's files for the person. */
  readonly linkTo: LinkTo
}

/** A handoff and its conversation, both locked by the transaction. */
export interface Held {
  readonly conversation: ConversationRow
  readonly handoff: HandoffRow
}

export interface Happening {
  readonly event: HandoffEvent
  /** The stored message of the user; only of `userMessage`. */
  readonly message?: MessageRow
  /** The person's words; only of `humanReply`. */
  readonly reply?: { readonly text: string; readonly detail: unknown; readonly messageId: string }
  /** The body of the establish request; only of `request`. */
  readonly establish?: unknown
  /** For the timeline. */
  readonly detail?: unknown
}

/** Locks a conversation and then its handoff. Undefined when there is no such handoff. */
export async function hold(tx: Tx, conversationId: string, handoffId: string): Promise<Held | undefined> {
  const conversation = await lockConversation(tx, conversationId)
  const handoff = await lockHandoff(tx, handoffId)
  return conversation && handoff ? { conversation, handoff } : undefined
}

/** Undefined when the event is refused; nothing is written then. */
export async function move(
  deps: MoveDeps,
  tx: Tx,
  held: Held,
  happening: Happening,
): Promise<Held | undefined> {
  const { handoff } = held
  const isNew = happening.event === 'request'
  const name = isNew || handoff.state === 'ENDED' ? 'AI' : handoff.state
  const heard =
    name === 'WAITING' || name === 'CONNECTED' || handoff.establish_tries > handoff.establish_unsent
  const next = step({ name, heard }, happening.event)
  if (!next) return undefined

  const now = deps.clock.now()
  let after: Held = {
    conversation: held.conversation,
    handoff: {
      ...stamped(deps, handoff, happening.event, now),
      state: next.state.name === 'AI' ? 'ENDED' : next.state.name,
      end_reason: next.end ?? null,
      ended_at: next.end ? now : null,
      deadline_at: next.end ? null : handoff.deadline_at,
    },
  }
  const recorded = (to: Held, deliveryId?: string) =>
    record(tx, to, happening.event, now, happening.message?.id ?? happening.reply?.messageId ?? null, {
      ...(happening.detail as object | undefined),
      ...(next.end ? { end: next.end } : {}),
      ...(deliveryId === undefined ? {} : { delivery_id: deliveryId }),
    })
  // In the timeline a reply stands where the user reads it: behind the notice that a person is connected.
  const hasReply = next.effects.some(({ kind }) => kind === 'reply')
  if (!hasReply) after = await recorded(after)
  // Before the effects: only requests that already wait are brought forward, and given up. The notice of the end waits its turn.
  if (next.end) await deps.outbox.handoffEnded(tx, { serviceId: handoff.service_id, handoffId: handoff.id })
  for (const effect of next.effects) {
    if (effect.kind === 'reply') {
      const { held: said, deliveryId } = await sendReply(deps, tx, after, happening)
      after = await recorded(said, deliveryId)
    } else after = await perform(deps, tx, after, effect, happening, now)
  }
  await updateHandoff(tx, after.handoff)
  const { conversation, handoff: moved } = after
  if (next.state.name !== name || moved.waits_again !== handoff.waits_again) announceFloor(deps, tx, after)
  if (next.state.name !== name) {
    tx.happened({
      kind: 'handoff',
      agent_id: moved.agent_id,
      conversation_id: conversation.id,
      handoff_id: moved.id,
      state: moved.state,
    })
    tx.afterCommit(() => {
      deps.metrics.moved(moved, next.state.name, next.end)
      if (conversation.channel !== 'PLAYGROUND') count(deps, moved, next.state.name)
      // Not the id of the handoff: it may be all that somebody needs to reply.
      const ids = { conversation: conversation.id, agent: moved.agent_id }
      deps.log.info({ ...ids, from: name, to: next.state.name, end: next.end }, 'a handoff changed its state')
    })
  }
  return after
}

function count({ stats }: MoveDeps, handoff: HandoffRow, to: StateName): void {
  const { agent_id, requested_at, first_reply_at } = handoff
  if (to === 'REQUESTED') stats.handedOver(agent_id)
  if (to === 'CONNECTED' && first_reply_at !== null) stats.replied(agent_id, first_reply_at - requested_at)
}

function stamped({ laneClock }: MoveDeps, handoff: HandoffRow, event: HandoffEvent, now: number): HandoffRow {
  switch (event) {
    case 'established':
      return { ...handoff, established_at: handoff.established_at ?? now }
    case 'userMessage':
      return { ...handoff, last_activity_at: laneClock.now(), user_messages: handoff.user_messages + 1 }
    case 'humanReply':
      return {
        ...handoff,
        last_activity_at: laneClock.now(),
        first_reply_at: handoff.first_reply_at ?? now,
        human_messages: handoff.human_messages + 1,
        waits_again: 0,
      }
    default:
      return handoff
  }
}

async function record(
  tx: Tx,
  held: Held,
  kind: string,
  at: number,
  messageId: string | null,
  detail: object,
): Promise<Held> {
  const { handoff } = held
  const n = handoff.events + 1
  const written = Object.keys(detail).length === 0 ? null : JSON.stringify(detail)
  await insertEvent(tx, { handoff_id: handoff.id, n, at, kind, message_id: messageId, detail: written })
  return { ...held, handoff: { ...handoff, events: n } }
}

/** Adds an event to the timeline without moving the handoff. */
export async function note(deps: MoveDeps, tx: Tx, held: Held, kind: string, detail: object): Promise<Held> {
  const after = await record(tx, held, kind, deps.clock.now(), null, detail)
  await updateHandoff(tx, after.handoff)
  return after
}

async function perform(
  deps: MoveDeps,
  tx: Tx,
  held: Held,
  effect: Exclude<Effect, { kind: 'reply' }>,
  happening: Happening,
  now: number,
): Promise<Held> {
  const { handoff, conversation } = held
  const { outbox } = deps
  const desk = { agentId: handoff.agent_id, serviceId: handoff.service_id, handoffId: handoff.id }
  switch (effect.kind) {
    case 'floor': {
      const epoch = conversation.epoch + 1
      const floor = { epoch, handoff_id: effect.to === 'AI' ? null : handoff.id, unanswered: 0 }
      await moveFloor(tx, { id: conversation.id, ...floor })
      return { ...held, conversation: { ...conversation, ...floor } }
    }
    case 'notice':
      return sendNotice(deps, tx, held, effect.text)
    case 'establish': {
      await outbox.handoff(tx, desk, 'handoff_establish', happening.establish, handoff.waiting_ms)
      return held
    }
    case 'relay': {
      const message = happening.message as MessageRow
      const body = {
        conversation_id: handoff.id,
        timestamp: message.created_at,
        body: wordsOf(message, deps.linkTo),
      }
      await outbox.handoff(tx, desk, 'handoff_chat', body)
      return held
    }
    case 'close': {
      const body = { conversation_id: handoff.id, timestamp: now, type: effect.type }
      await outbox.handoff(tx, desk, 'handoff_close', body)
      return happening.event === 'agentDeleted' ? noteIfDisabled(tx, held, now) : held
    }
    case 'deadline': {
      if (effect.ifTaken && (handoff.waits_again === 1 || (await waitingSince(tx, handoff)) !== undefined))
        return held
      const at = deps.laneClock.now() + (effect.after === 'waiting' ? handoff.waiting_ms : handoff.idle_ms)
      return { ...held, handoff: { ...handoff, deadline_at: at } }
    }
  }
}

/** Starts the waiting time anew, because somebody else has to take the user. */
export async function waitAnew(deps: MoveDeps, tx: Tx, { conversation, handoff }: Held): Promise<Held> {
  const at = deps.laneClock.now() + handoff.waiting_ms
  const waiting = { ...handoff, deadline_at: at, waits_again: 1 }
  await updateHandoff(tx, waiting)
  const after = { conversation, handoff: waiting }
  announceFloor(deps, tx, after)
  return after
}

/** Notifies the watchers of the conversation who has the floor. */
function announceFloor({ live }: MoveDeps, tx: Tx, { conversation, handoff }: Held): void {
  const { id, epoch } = conversation
  tx.afterCommit(() => live.notify(id, { kind: 'floor', ...floorOf(handoff), epoch }))
}

/** The floor as the user sees it: a connected user who waits for the next person is shown as waiting. */
export function floorOf({ state, waits_again }: HandoffRow): { owner: 'ai' | 'human'; state: string } {
  if (state === 'ENDED') return { owner: 'ai', state: 'AI' }
  return { owner: 'human', state: waits_again === 1 && state === 'CONNECTED' ? 'WAITING' : state }
}

/** Records that a disabled desk is not notified: only new settings enable it again, and a deleted agent gets none. */
async function noteIfDisabled(tx: Tx, held: Held, now: number): Promise<Held> {
  const gate = await findClosedGate(tx, serviceGate(held.handoff.service_id))
  if (gate?.state !== 'disabled') return held
  return record(tx, held, 'undeliverable', now, null, { request: 'close', error: gate.reason })
}

/** Messages go where the user last wrote from; if that way has no return, where the handoff was requested. */
const modeOf = ({ conversation, handoff }: Held) =>
  conversation.last_mode === 'webhook' || conversation.last_mode === 'web'
    ? conversation.last_mode
    : handoff.mode

/** `deliveryId`: of a reply that goes to the message webhook. */
async function sendReply(
  deps: MoveDeps,
  tx: Tx,
  held: Held,
  { reply }: Happening,
): Promise<{ held: Held; deliveryId: string | undefined }> {
  if (!reply) throw new Error('A reply without words.')
  const { conversation, delivery } = await sendToUser(deps, tx, held.conversation, {
    role: 'human',
    mode: modeOf(held),
    spoken: [{ component: held.handoff.service_name, branch: 'human', text: reply.text }],
    detail: reply.detail,
    handoffId: held.handoff.id,
    messageId: reply.messageId,
  })
  return { held: { ...held, conversation }, deliveryId: delivery?.id }
}

/** Sends the user a notice that the person is gone and that they wait again; the state stays. */
export async function sendWaitsAgain(deps: MoveDeps, tx: Tx, held: Held): Promise<void> {
  const { handoff } = await sendNotice(deps, tx, held, 'waiting_again')
  await updateHandoff(tx, handoff)
}

async function sendNotice(
  deps: MoveDeps,
  tx: Tx,
  held: Held,
  name: NoticeName | 'waiting_again',
): Promise<Held> {
  const { handoff } = held
  const service = await findHumanServiceById(tx, handoff.service_id)
  const { handoff: settings } = await readSettings(tx, handoff.agent_id)
  const overrides = [service ? optionsOf(service).texts : {}, settings.texts]
  const text = noticeText(name, handoff.language, overrides, { service: handoff.service_name })
  if (text === '') return held
  const { conversation, message } = await sendToUser(deps, tx, held.conversation, {
    role: 'notice',
    mode: modeOf(held),
    spoken: [{ component: handoff.service_name, branch: name, text }],
    detail: { notice: name },
    handoffId: handoff.id,
  })
  const at = deps.clock.now()
  return record(tx, { ...held, conversation }, 'notice', at, message.id, { notice: name })
}
