/**
 * A stream of the users who wait for a person, for clients of the platform: it sends the establish request of each handoff,
 * including those that already wait. Events of handoffs only wake the stream; it reads the handoffs from the database, so a lost
 * event is made up for.
 */
import { waitingQuery } from '@tandem/contract/handoff'
import { findLivingAgent, listKeys } from '../agents/store.ts'
import { establishBody, waitingHandoffs } from '../handoff/list-store.ts'
import type { Core } from '../platform/core.ts'
import { createOpenCounts } from '../platform/count-open.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, EventStream, RouteResponse } from '../platform/http/route.ts'
import { tooMany } from '../platform/limit-rate.ts'
import { createWaker } from '../platform/waker.ts'
import type { Feed, FeedReader } from './feed.ts'

const LOOK_MS = 10_000
/** The most streams of one agent in this process. */
const STREAMS = 50
/** Handoffs read at once. Users who wait behind them follow when one of these is taken. */
const MOST_WAITING = 200

interface WaitingDeps extends Pick<Core, 'clock' | 'database'> {
  readonly feed: Feed
  /** Whether the session of a person is still valid with the same rights. */
  readonly isAsBefore: (call: Call) => Promise<boolean>
}

interface Filter {
  readonly agentId: string
  readonly channel: string | undefined
}

export function waitingFollower({ database, clock, feed, isAsBefore }: WaitingDeps) {
  const streams = createOpenCounts()

  async function mayGoOn(call: Call): Promise<boolean> {
    const { agentId, keyId } = call.caller
    if (!(await findLivingAgent(database, agentId))) return false
    if (keyId === '') return isAsBefore(call)
    return (await listKeys(database, agentId)).some(
      ({ id, revoked_at }) => id === keyId && revoked_at === null,
    )
  }

  /** Sends the waiting handoffs that are not in `sent`, and removes from `sent` those that wait no longer. */
  async function sendNew(call: Call, stream: EventStream, filter: Filter, sent: Set<string>): Promise<void> {
    const waiting = await waitingHandoffs(database, { ...filter, limit: MOST_WAITING })
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of sent) if (!ids.has(id)) sent.delete(id)
    for (const handoff of waiting.filter(({ id }) => !sent.has(id))) {
      // Checked for every handoff: a slow reader may take hours, and its key may be revoked meanwhile.
      if (!(await mayGoOn(call))) return
      // Read one by one, so that a slow reader does not hold all bodies in memory.
      const body = await establishBody(database, handoff)
      if (body === undefined) continue
      if (!(await stream.send(`data: ${JSON.stringify({ code: 0, message: 'OK', data: body })}\n\n`))) return
      sent.add(handoff.id)
    }
  }

  async function follow(call: Call, filter: Filter, stream: EventStream): Promise<void> {
    const { agentId } = filter
    const sent = new Set<string>()
    const { wake, sleep } = createWaker(clock)
    const wants: FeedReader['wants'] = ({ kind, agent_id }) => kind === 'handoff' && agent_id === agentId
    const reader: FeedReader = { wants, waiting: new Map(), wake }
    const leave = feed.join(reader)
    stream.onEnd(wake)
    const closed = streams.enter(agentId)
    try {
      await stream.send(`data: ${JSON.stringify({ code: 100, message: 'connected' })}\n\n`)
      // Checked at every event, not only when idle: the stream of a busy agent may never be idle.
      while (!stream.isEnded() && (await mayGoOn(call))) {
        reader.waiting = new Map()
        await sendNew(call, stream, filter, sent)
        if (await sleep(LOOK_MS)) continue
        // No empty line behind it: some clients read that as an event without data.
        if (!(await stream.send(': ping\n'))) return
      }
    } finally {
      leave()
      closed()
    }
  }

  return async (call: Call): Promise<RouteResponse> => {
    const { agentId } = call.caller
    const { conversation_type: channel } = parse(waitingQuery, call.query)
    const open = streams.of(agentId)
    if (open >= STREAMS) throw tooMany(`found ${open} of these streams of the agent open already`, LOOK_MS)
    return { events: (stream) => follow(call, { agentId, channel }, stream) }
  }
}
