/**
 * The state machine of a handoff. Pure: what happens goes in, the new state and what must be done come out; `transition.ts`
 * writes both in one transaction. The diagram in docs/handoff.md is drawn from the table below.
 *
 * AI: the AI has the floor and no handoff is open. A request (the user asks, the AI has no answer, the developer, a button,
 *   the model) gives the floor to a person: from here on whatever the AI still has to say is dropped.
 * REQUESTED: the establish request is on its way to the desk. What the user says is kept behind it. It becomes WAITING when
 *   the desk answers it with 200. When the desk never does within the waiting time, the handoff has FAILED.
 * WAITING: the desk knows, nobody has said anything yet. What the user says goes to the desk. When the waiting time, which
 *   runs from the request, is over, the handoff ends as WAIT_TIMEOUT: words of the user do not make it longer, or a user
 *   who asks "hello?" every now and then would wait for ever.
 * CONNECTED: a person has replied. A reply is proof enough that the desk knows, so it connects from REQUESTED too. Words of
 *   either side move the deadline; when nobody has said anything for the idle time, it ends as TIMEOUT. Behind words of the
 *   user that the desk did not take, more of them do not move it: once the oldest has waited for the idle time it is given up.
 *   When the person leaves and somebody else has to go on, the waiting time begins anew; it ends as TIMEOUT when nobody does.
 *
 * It ends as HUMAN_CLOSED when the person closes it, as USER_CLOSED when the user does, as FAILED also when what the user
 * said can no longer be delivered, when the component is removed, or when the agent is deleted. After every end the AI has
 * the floor again; that of a deleted agent says nothing any more, so the user is not promised that it does.
 *
 * The desk is told of every end but the one it caused, once, and only when it may have heard of the handoff: `heard` is
 * true as soon as one attempt at the establish request may have reached it. A request whose answer was lost may have
 * opened a ticket, and a ticket nobody closes would wait for a user who has left.
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

/** What a transition writes, in this order. */
export type Effect =
  /** The floor changes hands: the epoch is raised, so that whatever the AI was about to say is dropped. */
  | { readonly kind: 'floor'; readonly to: 'person' | 'AI' }
  | { readonly kind: 'notice'; readonly text: NoticeName }
  | { readonly kind: 'establish' }
  /** The user's words go to the desk. */
  | { readonly kind: 'relay' }
  /** The person's words go to the user. */
  | { readonly kind: 'reply' }
  /** The desk is told of the end. */
  | { readonly kind: 'close'; readonly type: 'USER_CLOSED' | 'TIMEOUT' }
  /** `ifTaken`: unless earlier words of the user still wait for the desk. */
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

/** Rows without effects and without a change of state: it happened, and nothing follows from it. */
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
  /** Whether the desk may know of it. */
  readonly heard: boolean
}

interface Step {
  readonly state: HandoffState
  readonly end: EndReason | undefined
  readonly effects: readonly Effect[]
}

/** `already`: a handoff is open. `closed`: none is, so there is nothing to reply to, to close or to time out. */
export interface Refusal {
  readonly refusal: 'already' | 'closed'
}

const byKey = new Map(transitions.map((row) => [`${row.from} ${row.on}`, row]))

export function step(state: HandoffState, event: HandoffEvent): Step | Refusal {
  const row = byKey.get(`${state.name} ${event}`)
  if (!row) return { refusal: state.name === 'AI' ? 'closed' : 'already' }
  // A desk that replies, closes or answers has heard of it.
  const heard = state.heard || event === 'established' || event === 'humanReply' || event === 'humanClose'
  const effects = heard ? row.effects : row.effects.filter(({ kind }) => kind !== 'close')
  return { state: { name: row.to, heard }, end: row.end, effects }
}
