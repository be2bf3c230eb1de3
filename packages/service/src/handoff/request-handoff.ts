/** Requests a person: chooses the component, checks its hours, and opens the handoff, all in one transaction. */
import { randomBytes } from 'node:crypto'
import type { HandoffSettings } from '@tandem/contract/agent-settings'
import type { HandoffEstablishRequest } from '@tandem/contract/handoff'
import type { HumanServiceOptions } from '@tandem/contract/human-service-options'
import { phrasesIn } from '@tandem/languages/asks-for-person'
import { optionsOf, serviceGate } from '../agents/endpoints.ts'
import { readSettings } from '../agents/settings.ts'
import { findLivingAgent, type HumanServiceRow, listHumanServices } from '../agents/store.ts'
import { sendToUser } from '../conversations/send-to-user.ts'
import { type ConversationRow, userOf } from '../conversations/store.ts'
import { nameOfUser } from '../conversations/user-store.ts'
import { findClosedGate, probeSoon } from '../lanes/gate-store.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { noticeText } from './notice-texts.ts'
import { inWords, isOpen, nextOpening } from './service-hours.ts'
import { type HandoffRow, insertHandoff, setEmail, timeOfNthLastRequest } from './store.ts'
import { readTranscript } from './transcript.ts'
import { type Held, type MoveDeps, move } from './transition.ts'

export type HandoffReason = 'user_asked' | 'unanswered' | 'developer' | 'button' | 'model' | 'takeover'

export interface HandoffAsk {
  readonly reason: HandoffReason
  /** The component named by the caller; unknown ids are a fault. */
  readonly serviceId?: string | undefined
  readonly email?: string | null
  readonly phone?: string | null
  /** The user's words, for the rules of components. */
  readonly text?: string
}

type HandoffResult =
  /** `already`: a handoff was open before. */
  | { readonly kind: 'requested' | 'already'; readonly handoffId: string }
  /** Outside the hours of the component: the user got a notice, and the AI keeps the floor. */
  | { readonly kind: 'declined' }
  /** No component, handing over is switched off, or the visitor asks too often. The user got no notice. */
  | { readonly kind: 'none' }

interface Requested {
  readonly conversation: ConversationRow
  readonly result: HandoffResult
}

/** `given` must be locked by this transaction. */
export async function requestHandoff(
  deps: MoveDeps,
  tx: Tx,
  given: ConversationRow,
  ask: HandoffAsk,
): Promise<Requested> {
  if (given.handoff_id !== null) {
    return { conversation: given, result: { kind: 'already', handoffId: given.handoff_id } }
  }
  const settings = await readSettings(tx, given.agent_id)
  const language = given.language ?? settings.answering.default_language
  const nobody = { conversation: given, result: { kind: 'none' } } as const
  if (!settings.handoff.enabled) return nobody
  // The turn of a deleted agent may still end, but must not request a person.
  const agent = await findLivingAgent(tx, given.agent_id)
  if (!agent) return nobody
  const now = deps.clock.now()
  // A person who takes the user over is present, so neither the rate nor the hours matter.
  const isTakeover = ask.reason === 'takeover'
  if (!isTakeover && (await personWaitMs(tx, given, now)) > 0) return nobody
  const chosen = await chooseService(tx, given.agent_id, settings.handoff, { ...ask, language, now })
  if (!chosen) return nobody

  const email = ask.email ?? given.email
  const conversation = { ...given, email }
  if (email !== null && email !== given.email) await setEmail(tx, given.id, email)
  if (!isTakeover && !isOpen(chosen.options.hours, now)) {
    const overrides = [chosen.options.texts, settings.handoff.texts]
    return declineOutsideHours(deps, tx, conversation, chosen, language, overrides)
  }

  const handoff = newHandoff(deps, conversation, chosen, ask, language)
  await insertHandoff(tx, handoff)
  const transcript = await readTranscript(tx, conversation, settings.handoff.transcript_messages, deps.linkTo)
  const userId = await userOf(tx, conversation)
  const establish: HandoffEstablishRequest = {
    conversation_id: handoff.id,
    timestamp: handoff.requested_at,
    email,
    bot_id: handoff.agent_id,
    body: transcript,
    user_info: {
      phone: handoff.phone,
      email,
      user_id: userId,
      anonymous_id: conversation.anonymous_id,
      user_name: await nameOfUser(tx, { agent_id: handoff.agent_id, user_id: userId }),
    },
    conversation_type: conversation.channel,
    channel_id: agent.id,
    channel_name: (conversation.channel === 'WEB' && settings.web.title) || agent.name,
  }
  const held = { conversation, handoff }
  const detail = { reason: ask.reason, service_id: handoff.service_id, service_name: handoff.service_name }
  const after = await move(deps, tx, held, { event: 'request', establish, detail })
  if (!after) throw new Error('A new handoff was refused.')
  const checked = await checkGate(deps, tx, after)
  return { conversation: checked.conversation, result: { kind: 'requested', handoffId: handoff.id } }
}

/** Probes a parked desk soon, because a user waits for it now. At a disabled desk the handoff fails at once. */
async function checkGate(deps: MoveDeps, tx: Tx, held: Held): Promise<Held> {
  const id = serviceGate(held.handoff.service_id)
  const gate = await findClosedGate(tx, id)
  if (gate?.state === 'parked') await probeSoon(tx, id, deps.laneClock.now())
  if (gate?.state !== 'disabled') return held
  const detail = { error: gate.reason ?? 'The desk is disabled.' }
  return (await move(deps, tx, held, { event: 'notEstablished', detail })) ?? held
}

function newHandoff(
  { clock, laneClock }: MoveDeps,
  conversation: ConversationRow,
  { row: service }: ChosenService,
  ask: HandoffAsk,
  language: string,
): HandoffRow {
  return {
    // 128 random bits: for components that accept replies without a key, the id itself is the proof.
    id: randomBytes(16).toString('hex'),
    agent_id: conversation.agent_id,
    service_id: service.id,
    service_name: service.name,
    conversation_id: conversation.id,
    epoch: conversation.epoch + 1,
    state: 'REQUESTED',
    reason: ask.reason,
    language,
    mode: conversation.last_mode === 'web' || conversation.channel === 'WEB' ? 'web' : 'webhook',
    email: conversation.email,
    phone: ask.phone ?? null,
    waiting_ms: service.waiting_timeout_s * 1000,
    idle_ms: service.idle_timeout_s * 1000,
    requested_at: clock.now(),
    established_at: null,
    first_reply_at: null,
    last_activity_at: laneClock.now(),
    deadline_at: null,
    ended_at: null,
    end_reason: null,
    establish_tries: 0,
    establish_unsent: 0,
    user_messages: 0,
    human_messages: 0,
    events: 0,
    waits_again: 0,
  }
}

/** Tells the user when the component opens; the AI keeps the floor. */
async function declineOutsideHours(
  deps: MoveDeps,
  tx: Tx,
  conversation: ConversationRow,
  { row, options }: ChosenService,
  language: string,
  overrides: Parameters<typeof noticeText>[2],
): Promise<Requested> {
  const result = { kind: 'declined' } as const
  const at = nextOpening(options.hours, deps.clock.now())
  const when = at === null || options.hours === null ? '' : inWords(at, options.hours, language)
  const name = when === '' ? 'closed' : 'outside_hours'
  const text = noticeText(name, language, overrides, { service: row.name, when })
  tx.afterCommit(() => deps.metrics.declined())
  if (text === '') return { conversation, result }
  const said = await sendToUser(deps, tx, conversation, {
    role: 'notice',
    spoken: [{ component: row.name, branch: name, text }],
    detail: { notice: name, service_id: row.id, opens_at: at },
  })
  return { conversation: said.conversation, result }
}

/**
 * How many handoffs one visitor of the web channel may request within `WITHIN_MS`, in whatever way: each is a new case at the
 * desk. Users of the API must be limited by the developer.
 */
export const VISITOR_HANDOFFS = 5
const WITHIN_MS = 600_000

/** How long this visitor has to wait for the next handoff; 0 when it may begin now. */
export async function personWaitMs(db: Reader, conversation: ConversationRow, now: number): Promise<number> {
  if (conversation.channel !== 'WEB') return 0
  const { agent_id: agentId, anonymous_id: anonymousId } = conversation
  const counted = { skip: VISITOR_HANDOFFS - 1, after: now - WITHIN_MS }
  const since = await timeOfNthLastRequest(db, { agentId, anonymousId, ...counted })
  return since === undefined ? 0 : since + WITHIN_MS - now
}

interface ChosenService {
  readonly row: HumanServiceRow
  readonly options: HumanServiceOptions
}

/**
 * Chooses the human service component: the one that the caller named, else the first with a phrase in the user's text, else the
 * first that speaks the user's language, else the agent's default, else the first. Closed ones are skipped; if all are closed,
 * the first in this order is chosen.
 */
async function chooseService(
  db: Reader,
  agentId: string,
  settings: HandoffSettings,
  wish: { serviceId?: string | undefined; text?: string | undefined; language: string; now: number },
): Promise<ChosenService | undefined> {
  const rows = await listHumanServices(db, agentId)
  const services = rows.map((row) => ({ row, options: optionsOf(row) }))
  const { serviceId, text = '' } = wish
  const isSaid = phrasesIn(text)
  if (serviceId !== undefined) {
    const named = services.find(({ row }) => row.id === serviceId)
    if (named) return named
    const found = JSON.stringify(serviceId.slice(0, 60))
    throw new Fault('targetNotFound', `The agent has no human service component with the id ${found}.`)
  }
  const [base] = wish.language.toLowerCase().split('-')
  const speaks = (tag: string) => tag.toLowerCase().split('-')[0] === base
  const inOrder = [
    services.find(({ options }) => options.phrases.some(isSaid)),
    services.find(({ options }) => options.languages.some(speaks)),
    services.find(({ row }) => row.id === settings.default_service_id),
    services[0],
  ].flatMap((service) => service ?? [])
  return inOrder.find(({ options }) => isOpen(options.hours, wish.now)) ?? inOrder[0]
}
