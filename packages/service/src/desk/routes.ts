/** HTTP of the desk: the queue, single cases, claims, presence, and replies to users. */
import {
  type DeskCase,
  type DeskItem,
  deskAssignRequest,
  deskClaimRequest,
  deskNextRequest,
  deskQueueQuery,
  deskReadRequest,
  deskReplyRequest,
  deskTransferRequest,
  presenceRequest,
  queueStates,
} from '@tandem/contract/desk'
import { ok } from '@tandem/contract/response-bodies'
import { messageView } from '../conversations/admin-routes.ts'
import type { LinkTo } from '../conversations/history-routes.ts'
import { conversationInPath } from '../conversations/open-conversation.ts'
import { newestMessages } from '../conversations/read-messages.ts'
import { findConversation } from '../conversations/store.ts'
import { timelineOf } from '../handoff/admin-routes.ts'
import type { OpenHandoffs } from '../handoff/handoffs.ts'
import { closeByPerson, closedFault, messageOfRepeat, receiveReply } from '../handoff/receive-reply.ts'
import { idempotencyKey, REPLIES, TOO_MANY } from '../handoff/routes.ts'
import type { HandoffRow } from '../handoff/store.ts'
import { personTypes, TYPING } from '../handoff/typing.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { conflict, found } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse, requireOwn } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { createLimit, createRate } from '../platform/limit-rate.ts'
import { readyFiles } from './attach-files.ts'
import type { ClaimHappening } from './claim-state.ts'
import {
  changeClaim,
  type HeldCase,
  holdCase,
  notifyDesk,
  refuseIfTaken,
  requireCase,
  requireClaim,
  requireHandoff,
} from './claims.ts'
import { canTake, readPresence, sayPresence, whoIs } from './people.ts'
import { countWaiting, earlierTalks, listCases, listNotes, showCase } from './queue-store.ts'
import { markRead, putPresence } from './store.ts'
import { takeNext, takeOver } from './take.ts'
import { itemsView, waysOf } from './view.ts'

const TALK_SHOWN = 200
const EARLIER_SHOWN = 10

interface DeskDeps extends Pick<Core, 'clock' | 'database'> {
  readonly handoffs: OpenHandoffs
  /** The addresses of files for people at the desk. */
  readonly linkTo: LinkTo
  readonly linkForUser: LinkTo
  /** Begins a search for users whose person is gone. */
  readonly giveBack: () => void
}

export function deskHandlers(deps: DeskDeps) {
  const { database, handoffs } = deps
  const { moving } = handoffs
  const { laneClock } = moving
  const claims = { database, moving }
  const limitReplies = createLimit(deps.clock, REPLIES, TOO_MANY)
  const typingRate = createRate(deps.clock, TYPING)
  const lookRate = createRate(deps.clock, TYPING)
  const handoffOf = (call: Call) => requireHandoff(database, call, pathParam(call, 'handoffId'))

  /** Runs `act` in a transaction that has locked the case of the request. */
  async function withCase<T>(
    call: Call,
    name: string,
    act: (tx: Tx, held: HeldCase) => Promise<T>,
    hasFiles = false,
  ): Promise<T> {
    const handoff = await handoffOf(call)
    const held = async (tx: Tx) => act(tx, await holdCase(tx, handoff))
    return hasFiles
      ? database.fileTransaction(`desk: ${name}`, held)
      : database.transaction(`desk: ${name}`, held)
  }

  function change(call: Call, happening: Omit<ClaimHappening, 'by'>): Promise<HeldCase> {
    const who = whoIs(call)
    return withCase(call, happening.on, (tx, held) =>
      changeClaim(claims, tx, held, { ...happening, by: who.id }, who),
    )
  }

  async function requireColleague(call: Call, to: string): Promise<void> {
    const { agent_id } = await handoffOf(call)
    if (await canTake(database, to, agent_id)) return
    throw conflict('This colleague is not at the desk, or is not for this agent.')
  }

  return {
    async queue(call: Call): Promise<RouteResponse> {
      const { agent_id: agentId, state, limit } = parse(deskQueueQuery, call.query)
      const filter = { agents: call.caller.agents, agentId }
      const { id: me } = whoIs(call)
      const states = state === undefined ? queueStates : [state]
      const found = await Promise.all(states.map((each) => listCases(database, filter, each, me, limit)))
      const rows = found.flat().sort((a, b) => (a.deadline_at ?? 0) - (b.deadline_at ?? 0))
      const items = await itemsView(database, rows, me)
      return { json: { items, waiting: await countWaiting(database, filter) } }
    },

    async next(call: Call): Promise<RouteResponse> {
      const { agent_id: agentId } = parse(deskNextRequest, call.body)
      if (agentId !== undefined) requireOwn(call, agentId)
      return { json: await takeNext(claims, { agents: call.caller.agents, agentId }, whoIs(call)) }
    },

    async get(call: Call): Promise<RouteResponse> {
      const { id } = await handoffOf(call)
      const row = found(await showCase(database, id), 'This handoff is not at the desk.')
      const conversation = found(await findConversation(database, row.conversation_id), 'The chat is gone.')
      const talk = await newestMessages(database, conversation.id, TALK_SHOWN, (message) =>
        messageView(message, deps.linkTo),
      )
      const ways = await waysOf(database, talk, row.seen_seq)
      const notes = await listNotes(database.scanReader, id)
      const [item] = await itemsView(database, [row], whoIs(call).id)
      const shown: DeskCase = {
        ...(item as DeskItem),
        talk: talk.map((message) => ({ ...message, way: ways.get(message.id) ?? null })),
        timeline: await timelineOf(database, id),
        notes: notes.map(({ id, account_id, author, text, created_at }) => ({
          id,
          author: { id: account_id, name: author },
          text,
          created_at,
        })),
        earlier: await earlierTalks(database, row, EARLIER_SHOWN),
      }
      return { json: shown }
    },

    async claim(call: Call): Promise<RouteResponse> {
      const handoff = await handoffOf(call)
      if (handoff.state !== 'ENDED') await refuseIfTaken(database, handoff.id, whoIs(call).id)
      const { row } = await change(call, { on: 'take' })
      return { json: { claim: row.claim } }
    },
    async release(call: Call): Promise<RouteResponse> {
      const { claim } = parse(deskClaimRequest, call.body)
      await change(call, { on: 'release', claim })
      return { json: ok }
    },
    async transfer(call: Call): Promise<RouteResponse> {
      const { claim, to } = parse(deskTransferRequest, call.body)
      if (to !== null) await requireColleague(call, to)
      await change(call, to === null ? { on: 'withdraw', claim } : { on: 'offer', claim, to })
      return { json: ok }
    },
    async accept(call: Call): Promise<RouteResponse> {
      const { row } = await change(call, { on: 'accept' })
      return { json: { claim: row.claim } }
    },
    async decline(call: Call): Promise<RouteResponse> {
      await change(call, { on: 'decline' })
      return { json: ok }
    },
    async assign(call: Call): Promise<RouteResponse> {
      const { to } = parse(deskAssignRequest, call.body)
      if (to !== null) await requireColleague(call, to)
      await change(call, to === null ? { on: 'unassign' } : { on: 'assign', to })
      return { json: ok }
    },

    async reply(call: Call): Promise<RouteResponse> {
      const { text = '', claim, files } = parse(deskReplyRequest, call.body)
      const by = whoIs(call)
      // After the check of the handoff, so that callers who may not see it do not use up its rate.
      limitReplies((await handoffOf(call)).id)
      const attached = files && (await readyFiles(files, newId(deps.clock.now()), deps.linkForUser))
      const reply = { text, key: idempotencyKey(call), by, attached }
      const say = async (tx: Tx, held: HeldCase) => {
        // A repeated reply gets the response of the first one, even if somebody else has the user now.
        const repeated = await messageOfRepeat(tx, held.handoff.id, reply)
        if (repeated !== undefined) return repeated
        requireOpen(held.handoff)
        await requireClaim(tx, held.row, by.id, claim)
        await markRead(tx, held.handoff.id, held.conversation.next_seq - 1)
        await attached?.store(tx)
        await putPresence(tx, { account_id: by.id, state: 'here', seen_at: laneClock.now() })
        return receiveReply(moving, tx, held, reply)
      }
      const message_id = await withCase(call, 'reply', say, attached !== undefined)
      return { json: { message_id } }
    },
    async close(call: Call): Promise<RouteResponse> {
      const { claim } = parse(deskClaimRequest, call.body)
      await withCase(call, 'close', async (tx, held) => {
        await requireClaim(tx, held.row, whoIs(call).id, claim)
        await closeByPerson(moving, tx, held)
        notifyDesk(tx, held.row, { about: 'claim', state: 'over' })
      })
      return { json: ok }
    },

    async read(call: Call): Promise<RouteResponse> {
      const { claim, sequence } = parse(deskReadRequest, call.body)
      const { id } = await handoffOf(call)
      await database.transaction('desk: read', async (tx) => {
        await requireClaim(tx, await requireCase(tx, id), whoIs(call).id, claim)
        await markRead(tx, id, sequence)
      })
      return { status: 204 }
    },
    async typing(call: Call): Promise<RouteResponse> {
      const { claim } = parse(deskClaimRequest, call.body)
      const handoff = await handoffOf(call)
      requireOpen(handoff)
      const by = whoIs(call).id
      await requireClaim(database, await requireCase(database, handoff.id), by, claim)
      if (typingRate.take(handoff.id) === 0) personTypes({ database, live: moving.live }, handoff, by)
      return { status: 204 }
    },
    async look(call: Call): Promise<RouteResponse> {
      const { id, agent_id, conversation_id } = await handoffOf(call)
      const by = whoIs(call).id
      if (lookRate.take(`${id} ${by}`) === 0) {
        const event = { kind: 'desk', about: 'looking', agent_id, conversation_id, handoff_id: id } as const
        database.announcements.notifyHere('happened', { ...event, account_id: by })
      }
      return { status: 204 }
    },

    async getPresence(call: Call): Promise<RouteResponse> {
      return { json: await readPresence(database, laneClock, call) }
    },
    async setPresence(call: Call): Promise<RouteResponse> {
      const { state } = parse(presenceRequest, call.body)
      await sayPresence(database, laneClock, call, state)
      if (state === 'off') deps.giveBack()
      return { json: await readPresence(database, laneClock, call) }
    },

    async takeover(call: Call): Promise<RouteResponse> {
      const { id } = await conversationInPath(database, call)
      const { row } = await takeOver({ ...claims, handoffs }, id, whoIs(call))
      return { json: { handoff_id: row.handoff_id, claim: row.claim } }
    },
  }
}

function requireOpen({ state }: HandoffRow): void {
  if (state === 'ENDED') throw closedFault()
}
