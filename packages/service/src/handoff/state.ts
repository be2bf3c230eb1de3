/**
 * The state machine of a handoff. Pure: an event goes in, the new state and its effects come out; `transition.ts` writes both in
 * one transaction. The diagram in docs/handoff.md is drawn from the table below.
 *
 * AI: the AI has the floor and no handoff is open. A request (by the user, the developer, a button or the model, or because the
 *   AI has no answer) gives the floor to a person: answers that the AI is still writing are dropped.
 * REQUESTED: the establish request is on its way to the desk. Messages of the user wait behind it. The handoff becomes WAITING
 *   when the desk responds with 200. If it does not within the waiting time, the handoff ends as FAILED.
 * WAITING: the desk knows of the handoff, but nobody has replied. Messages of the user go to the desk. When the waiting time,
 *   which runs from the request, is over, the handoff ends as WAIT_TIMEOUT. Messages of the user do not extend it: a user who
 *   writes "hello?" now and then would wait for ever.
 * CONNECTED: a person has replied. A reply proves that the desk knows of the handoff, so it connects from REQUESTED too. Messages
 *   of either side move the deadline; after the idle time without any, the handoff ends as TIMEOUT. While a message of the user
 *   waits for the desk, further ones do not move the deadline: when the oldest has waited for the idle time, the handoff ends as
 *   FAILED. When the person leaves and somebody else has to take over, the waiting time begins anew; if nobody does, the handoff
 *   ends as TIMEOUT.
 *
 * It ends as HUMAN_CLOSED when the person closes it, as USER_CLOSED when the user does, and as FAILED also when a message of the
 * user cannot be delivered, the component is removed, or the agent is deleted. After every end the AI has the floor again. The AI
 * of a deleted agent does not answer any more, so its users get a notice that does not promise it.
 *
 * The desk is notified once of every end that it did not cause itself, but only if it may know of the handoff: `heard` is true as
 * soon as one attempt of the establish request may have reached it. Even a request whose response was lost may have opened a
 * ticket, and an unclosed ticket would wait for a user who has left.
 */
import type { NoticeName as AnyNotice } from '@tandem/languages/language'

export const handoffStates = ['AI', 'REQUESTED', 'WAITING', 'CONNECTED'] as const
export type StateName = (typeof handoffStates)[number]
export const endReasons = ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'WAIT_TIMEOUT', 'FAILED'] as const
export type EndReason = (typeof endReasons)[number]

export const handoffEvents = {
  request: 'a person is asked for',
  established: 'the desk responds to establish with 200',
  notEstablished: 'establish is given up',
  userMessage: 'the user says something',
  humanReply: 'a person replies',
  humanClose: 'the person closes',
  userClose: 'the user closes',
  deadline: 'the deadline passes',
  notTakenUp: 'nobody else takes the user in time',
  undeliverable: 'a message of the user is given up',
  removed: 'the component is removed',
  agentDeleted: 'the agent is deleted',
} as const
export type HandoffEvent = keyof typeof handoffEvents

export type NoticeName = Exclude<AnyNotice, 'waiting_again' | 'outside_hours' | 'closed' | 'email_thanks'>

/** The effects of a transition; they are applied in order. */
export type Effect =
  /** The floor changes hands. The epoch is raised, so that an answer that the AI is writing is dropped. */
  | { readonly kind: 'floor'; readonly to: 'person' | 'AI' }
  | { readonly kind: 'notice'; readonly text: NoticeName }
  | { readonly kind: 'establish' }
  /** The user's message goes to the desk. */
  | { readonly kind: 'relay' }
  /** The person's reply goes to the user. */
  | { readonly kind: 'reply' }
  /** The desk is notified of the end. */
  | { readonly kind: 'close'; readonly type: 'USER_CLOSED' | 'TIMEOUT' }
  /** `ifTaken`: only if no earlier message of the user still waits for the desk. */
  | { readonly kind: 'deadline'; readonly after: 'waiting' | 'idle'; readonly ifTaken?: true }

interface Row {
  readonly from: StateName
  readonly on: HandoffEvent
  readonly to: StateName
  readonly end?: EndReason
  readonly effects: readonly Effect[]
}

const notice = (text: NoticeName): Effect => ({ kind: 'notice', text })
const close = (type: 'USER_CLOSED' | 'TIMEOUT'): Effect => ({ kind: 'close', type })
const toPerson: Effect = { kind: 'floor', to: 'person' }
const toAi: Effect = { kind: 'floor', to: 'AI' }
const relay: Effect = { kind: 'relay' }
const reply: Effect = { kind: 'reply' }
const waiting: Effect = { kind: 'deadline', after: 'waiting' }
const idle: Effect = { kind: 'deadline', after: 'idle' }
const idleIfTaken: Effect = { kind: 'deadline', after: 'idle', ifTaken: true }

const failed = [close('TIMEOUT'), notice('failed'), toAi]
const agentGone = [close('TIMEOUT'), notice('ended'), toAi]
const closedByUser = [close('USER_CLOSED'), notice('ended_by_user'), toAi]
const nobodyCame = [close('TIMEOUT'), notice('wait_timeout'), toAi]
const closedByPerson = [notice('ended_by_person'), toAi]

/** A row without effects and without a change of state: the event is only recorded. */
export const transitions: readonly Row[] = [
  {
    from: 'AI',
    on: 'request',
    to: 'REQUESTED',
    effects: [toPerson, notice('connecting'), { kind: 'establish' }, waiting],
  },

  { from: 'REQUESTED', on: 'established', to: 'WAITING', effects: [notice('waiting')] },
  { from: 'REQUESTED', on: 'notEstablished', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'REQUESTED', on: 'userMessage', to: 'REQUESTED', effects: [relay] },
  { from: 'REQUESTED', on: 'humanReply', to: 'CONNECTED', effects: [notice('connected'), reply, idle] },
  { from: 'REQUESTED', on: 'humanClose', to: 'AI', end: 'HUMAN_CLOSED', effects: closedByPerson },
  { from: 'REQUESTED', on: 'userClose', to: 'AI', end: 'USER_CLOSED', effects: closedByUser },
  { from: 'REQUESTED', on: 'deadline', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'REQUESTED', on: 'notTakenUp', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'REQUESTED', on: 'undeliverable', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'REQUESTED', on: 'removed', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'REQUESTED', on: 'agentDeleted', to: 'AI', end: 'FAILED', effects: agentGone },

  { from: 'WAITING', on: 'established', to: 'WAITING', effects: [] },
  { from: 'WAITING', on: 'notEstablished', to: 'WAITING', effects: [] },
  { from: 'WAITING', on: 'userMessage', to: 'WAITING', effects: [relay] },
  { from: 'WAITING', on: 'humanReply', to: 'CONNECTED', effects: [notice('connected'), reply, idle] },
  { from: 'WAITING', on: 'humanClose', to: 'AI', end: 'HUMAN_CLOSED', effects: closedByPerson },
  { from: 'WAITING', on: 'userClose', to: 'AI', end: 'USER_CLOSED', effects: closedByUser },
  { from: 'WAITING', on: 'deadline', to: 'AI', end: 'WAIT_TIMEOUT', effects: nobodyCame },
  { from: 'WAITING', on: 'notTakenUp', to: 'AI', end: 'WAIT_TIMEOUT', effects: nobodyCame },
  { from: 'WAITING', on: 'undeliverable', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'WAITING', on: 'removed', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'WAITING', on: 'agentDeleted', to: 'AI', end: 'FAILED', effects: agentGone },

  { from: 'CONNECTED', on: 'established', to: 'CONNECTED', effects: [] },
  { from: 'CONNECTED', on: 'notEstablished', to: 'CONNECTED', effects: [] },
  { from: 'CONNECTED', on: 'userMessage', to: 'CONNECTED', effects: [idleIfTaken, relay] },
  { from: 'CONNECTED', on: 'humanReply', to: 'CONNECTED', effects: [reply, idle] },
  { from: 'CONNECTED', on: 'humanClose', to: 'AI', end: 'HUMAN_CLOSED', effects: closedByPerson },
  { from: 'CONNECTED', on: 'userClose', to: 'AI', end: 'USER_CLOSED', effects: closedByUser },
  {
    from: 'CONNECTED',
    on: 'deadline',
    to: 'AI',
    end: 'TIMEOUT',
    effects: [close('TIMEOUT'), notice('ended_by_timeout'), toAi],
  },
  { from: 'CONNECTED', on: 'notTakenUp', to: 'AI', end: 'TIMEOUT', effects: nobodyCame },
  { from: 'CONNECTED', on: 'undeliverable', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'CONNECTED', on: 'removed', to: 'AI', end: 'FAILED', effects: failed },
  { from: 'CONNECTED', on: 'agentDeleted', to: 'AI', end: 'FAILED', effects: agentGone },
]

export interface HandoffState {
  readonly name: StateName
  /** Whether the desk may know of the handoff. */
  readonly heard: boolean
}

interface Step {
  readonly state: HandoffState
  readonly end: EndReason | undefined
  readonly effects: readonly Effect[]
}

const byKey = new Map(transitions.map((row) => [`${row.from} ${row.on}`, row]))

/** Undefined when the event is refused: a request while a handoff is open, and any other event while none is. */
export function step(state: HandoffState, event: HandoffEvent): Step | undefined {
  const row = byKey.get(`${state.name} ${event}`)
  if (!row) return undefined
  // A desk that responds, replies or closes knows of the handoff.
  const heard = state.heard || event === 'established' || event === 'humanReply' || event === 'humanClose'
  const effects = heard ? row.effects : row.effects.filter(({ kind }) => kind !== 'close')
  return { state: { name: row.to, heard }, end: row.end, effects }
}
