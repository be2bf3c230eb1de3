/** HTTP of handoffs: replies and closes by the person, and the developer's requests to begin and end a handoff. */
import {
  type HandoffBegun,
  type HumanCloseResponse,
  handoffBeginRequest,
  handoffEndRequest,
  humanCloseRequest,
  humanMessageRequest,
  humanTypingRequest,
} from '@tandem/contract/handoff'
import { ok } from '@tandem/contract/response-bodies'
import { optionsOf } from '../agents/endpoints.ts'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { findHumanServiceById } from '../agents/store.ts'
import { requireLocked } from '../conversations/open-conversation.ts'
import { findConversation } from '../conversations/store.ts'
import type { Core } from '../platform/core.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { conflict, Fault, parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { createLimit } from '../platform/limit-rate.ts'
import type { OpenHandoffs } from './handoffs.ts'
import { listHandoffs } from './list-store.ts'
import { closeByPerson, closedFault, receiveReply } from './receive-reply.ts'
import { findHandoff, type HandoffRow } from './store.ts'
import { type Held, hold } from './transition.ts'
import { personTypes, TYPING } from './typing.ts'

/** No person replies faster than this. */
export const REPLIES = { atOnce: 120, perSecond: 20 }
export const TOO_MANY = 'found too many requests for this handoff'
const MOST_KEY_CHARS = 200
const NEVER_BEGAN =
  'it never began. This conversation was not handed over to a person; POST /v1/conversation/handoff does that.'

export function handoffHandlers(deps: Pick<Core, 'clock' | 'database'> & { handoffs: OpenHandoffs }) {
  const { database, clock, handoffs } = deps
  const limitReplies = createLimit(clock, REPLIES, TOO_MANY)
  const limitTyping = createLimit(clock, TYPING, TOO_MANY)

  return {
    async receive(call: Call): Promise<RouteResponse> {
      const { conversation_id, timestamp, body } = parse(humanMessageRequest, call.body)
      const handoff = await handoffFor(database, call, conversation_id)
      limitReplies(handoff.id)
      const reply = { text: body, timestamp, key: idempotencyKey(call) }
      await database.transaction('handoff routes: receive', async (tx) =>
        receiveReply(handoffs.moving, tx, await held(tx, handoff), reply),
      )
      return { json: ok }
    },

    async close(call: Call): Promise<RouteResponse> {
      const { conversation_id } = parse(humanCloseRequest, call.body)
      const handoff = await handoffFor(database, call, conversation_id)
      limitReplies(handoff.id)
      const ended = await database.transaction('handoff routes: close', async (tx) =>
        closeByPerson(handoffs.moving, tx, await held(tx, handoff)),
      )
      const timestamp = ended.ended_at ?? clock.now()
      const response: HumanCloseResponse = { ...ok, conversation_id, timestamp }
      return { json: response }
    },

    async typing(call: Call): Promise<RouteResponse> {
      const { conversation_id } = parse(humanTypingRequest, call.body)
      const handoff = await handoffFor(database, call, conversation_id)
      limitTyping(handoff.id)
      if (handoff.state === 'ENDED') throw closedFault()
      personTypes({ database, live: handoffs.moving.live }, handoff)
      return { json: ok }
    },

    async begin(call: Call): Promise<RouteResponse> {
      const request = parse(handoffBeginRequest, call.body)
      const { conversation_id, human_service_id: serviceId, email = null, phone = null } = request
      const begun = await database.transaction(
        'handoff routes: begun',
        async (tx): Promise<Omit<HandoffBegun, 'timestamp'>> => {
          const conversation = await requireLocked(tx, call.caller.agentId, conversation_id)
          requireWayBack(conversation)
          const ask = { reason: 'developer', serviceId, email, phone } as const
          const { result } = await handoffs.request(tx, conversation, ask)
          if (result.kind === 'none') {
            throw conflict(
              'There is nobody to hand over to: handing over is switched off, or the agent has no human service component.',
            )
          }
          const base = { ...ok, conversation_id, already_open: result.kind === 'already' }
          if (result.kind === 'declined') return { ...base, state: 'OUTSIDE_HOURS', handoff_id: null }
          const row = await findHandoff(tx, result.handoffId)
          const state = !row || row.state === 'ENDED' ? 'FAILED' : row.state
          return { ...base, state, handoff_id: result.handoffId }
        },
      )
      return { json: { ...begun, timestamp: clock.now() } satisfies HandoffBegun }
    },

    async end(call: Call): Promise<RouteResponse> {
      const { conversation_id } = parse(handoffEndRequest, call.body)
      await database.transaction('handoff routes: end', async (tx) => {
        const conversation = await requireLocked(tx, call.caller.agentId, conversation_id)
        if (!(await handoffs.closeByUser(tx, conversation)))
          throw new Fault('handoffClosed', 'No handoff is open in this conversation.')
      })
      return { json: { ...ok, conversation_id, timestamp: clock.now() } satisfies HumanCloseResponse }
    },
  }
}

async function held(tx: Tx, { id, conversation_id }: HandoffRow): Promise<Held> {
  const both = await hold(tx, conversation_id, id)
  if (!both) throw new Fault('conversationNotFound')
  return both
}

/** The handoff with this id, or the open one of the conversation with this id. Throws if the caller may not reply in it. */
async function handoffFor(database: Database, call: Call, id: string): Promise<HandoffRow> {
  const { agentId } = call.caller
  const byOwnId = await findHandoff(database, id)
  if (agentId === '') {
    // Callers without a key always get the same fault, so that they do not learn which ids exist.
    if (byOwnId && (await isKeyless(database, byOwnId))) return byOwnId
    throw new Fault(
      'authenticationFailed',
      'No Authorization header was sent; needed "Authorization: Bearer <key>" with an API key of the agent. A human service component can be set to take replies without one.',
    )
  }
  const conversation = byOwnId ? undefined : await findConversation(database, id)
  const owner = byOwnId?.agent_id ?? conversation?.agent_id
  // An id of another agent gets the same fault as an unknown one, so that nobody learns which ids exist.
  if (owner !== agentId) {
    throw new Fault(
      'conversationNotFound',
      `found ${JSON.stringify(id.slice(0, 60))}, needed the conversation_id of the establish request`,
    )
  }
  // The id of a conversation can only stand for its open handoff.
  const open = conversation?.handoff_id ?? null
  const found = byOwnId ?? (open === null ? undefined : await findHandoff(database, open))
  if (!found) {
    const [earlier] = await listHandoffs(database, { conversationId: id, limit: 1 })
    throw earlier ? closedFault() : new Fault('handoffClosed', NEVER_BEGAN)
  }
  return found
}

async function isKeyless(database: Database, handoff: HandoffRow): Promise<boolean> {
  const service = await findHumanServiceById(database, handoff.service_id)
  if (!service || !optionsOf(service).keyless_replies) return false
  await requireLivingAgent(database, handoff.agent_id)
  return true
}

/** Throws unless the words of a person can reach the user: blocking and streaming requests get answers of the AI only. */
export function requireWayBack({ last_mode }: { last_mode: string | null }): void {
  if (last_mode !== 'blocking' && last_mode !== 'streaming') return
  throw conflict(
    `The last message of the user came in ${last_mode} mode, in which a person's words cannot reach the user. Send it in webhook mode, or use the chat page.`,
  )
}

export function idempotencyKey(call: Call): string | undefined {
  const given = call.headers['idempotency-key']
  if (given === undefined || given === '') return undefined
  const key = String(given)
  if (key.length <= MOST_KEY_CHARS) return key
  throw parameterFault('Idempotency-Key', `${key.length} characters`, `at most ${MOST_KEY_CHARS}`)
}
