/**
 * Who waits for a person, for clients of the platform that follow it as a stream: the establish request of each, those who wait
 * already among them. News of handoffs only wake it: what it tells is what the database says, so that a lost word is made up for.
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
/** One agent may have so many in this process. */
const STREAMS = 50
/** Told of at once; users who wait behind them come up when one of them is taken. */
const MOST_WAITING = 200

interface WaitingDeps extends Pick<Core, 'clock' | 'database'> {
  readonly feed: Feed
  /** Whether the session of a person goes on as it was. */
  readonly isAsBefore: (call: Call) => Promise<boolean>
}

interface Which {
  readonly agentId: string
  readonly channel: string | undefined
}

export function waitingFollower({ database, clock, feed, isAsBefore }: WaitingDeps) {
  const streams = createOpenCounts()

  async function mayStill(call: Call): Promise<boolean> {
    const { agentId, keyId } = call.caller
    if (!(await findLivingAgent(database, agentId))) return false
    if (keyId === '') return isAsBefore(call)
    return (await listKeys(database, agentId)).some(
      ({ id, revoked_at }) => id === keyId && revoked_at === null,
    )
  }

  /** Tells of users that the reader was not told of; those who wait no longer are forgotten. */
  async function tell(call: Call, stream: EventStream, which: Which, told: Set<string>): Promise<void> {
    const waiting = await waitingHandoffs(database, { ...which, limit: MOST_WAITING })
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of told) if (!ids.has(id)) told.delete(id)
    for (const handoff of waiting.filter(({ id }) => !told.has(id))) {
      // Asked for every user: a slow reader takes hours for all of them, and its key may be revoked meanwhile.
      if (!(await mayStill(call))) return
      // One by one: a reader that takes nothing must not hold those of all.
      const body = await establishBody(database, handoff)
      if (body === undefined) continue
      if (!(await stream.send(`data: ${JSON.stringify({ code: 0, message: 'OK', data: body })}\n\n`))) return
      told.add(handoff.id)
    }
  }

  async function follow(call: Call, which: Which, stream: EventStream): Promise<void> {
    const { agentId } = which
    const told = new Set<string>()
    const { wake, sleep } = createWaker(clock)
    const wants: FeedReader['wants'] = ({ kind, agent_id }) => kind === 'handoff' && agent_id === agentId
    const reader: FeedReader = { wants, waiting: new Map(), wake }
    const leave = feed.join(reader)
    stream.onEnd(wake)
    const closed = streams.enter(agentId)
    try {
      await stream.send(`data: ${JSON.stringify({ code: 100, message: 'connected' })}\n\n`)
      // Not only when it is quiet: a busy agent's stream may never be.
      while (!stream.isEnded() && (await mayStill(call))) {
        reader.waiting = new Map()
        await tell(call, stream, which, told)
        if (await sleep(LOOK_MS)) continue
        // No empty line behind it: some clients take that for an event without data.
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
