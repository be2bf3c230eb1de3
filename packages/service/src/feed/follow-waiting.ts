/**
 * A stream of the users who wait for a person, for clients of the platform: it sends the establish request of each handoff,
 * including those that already wait. Events of handoffs only wake the stream; it reads the handoffs from the database, so a lost
 * event is made up for.
 */
import { conversationTypes as types } from '@tandem/contract/admin-conversations'
import { waitingQuery } from '@tandem/contract/handoff'
import { findLivingAgent, isKeyValid } from '../agents/store.ts'
import { establishBody, waitingHandoffs } from '../handoff/list-store.ts'
import type { Core } from '../platform/core.ts'
import { limitStreams } from '../platform/http/limit-streams.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, EventStream, RouteResponse } from '../platform/http/route.ts'
import { createWaker } from '../platform/waker.ts'
import type { Feed, FeedReader } from './feed.ts'

const LOOK_MS = 10_000
/** Handoffs read at once. Users who wait behind them follow when one of these is taken. */
const MOST_WAITING = 200

interface WaitingDeps extends Pick<Core, 'clock' | 'database'> {
  readonly feed: Feed
  /** Whether the session of a person is still valid with the same rights. */
  readonly isAsBefore: (call: Call) => Promise<boolean>
}

interface Following {
  readonly call: Call
  readonly stream: EventStream
  readonly filter: { readonly agentId: string; readonly channel: string | undefined }
}

type Group = ReturnType<typeof createGroup>

/** The streams of an agent: an event wakes them all, and what they read at the same time is read once. */
function createGroup(feed: Feed, agentId: string) {
  /** Each stream's function that wakes it. */
  const streams = new Set<() => void>()
  const reads = new Map<string, Promise<unknown>>()
  const reader: FeedReader = {
    wants: ({ kind, agent_id }) => kind === 'handoff' && agent_id === agentId,
    waiting: new Map(),
    wake() {
      reader.waiting = new Map()
      // A read that has begun may not show the event.
      reads.clear()
      for (const wake of streams) wake()
    },
  }
  const leave = feed.join(reader)
  return {
    streams,
    leave,
    /** Reads, or shares the read of the same name that runs. */
    once<Read>(name: string, read: () => Promise<Read>): Promise<Read> {
      const running = reads.get(name) as Promise<Read> | undefined
      if (running) return running
      const begun = read()
      reads.set(name, begun)
      const end = () => void (reads.get(name) === begun && reads.delete(name))
      begun.then(end, end)
      return begun
    },
  }
}

export function waitingFollower({ database, clock, feed, isAsBefore }: WaitingDeps) {
  const groups = new Map<string, Group>()
  const limited = limitStreams('of these streams of the agent')

  function groupOf(agentId: string): Group {
    const group = groups.get(agentId) ?? createGroup(feed, agentId)
    groups.set(agentId, group)
    return group
  }

  async function mayGoOn({ once }: Group, call: Call): Promise<boolean> {
    const { agentId, keyId } = call.caller
    if (!(await once('agent', () => findLivingAgent(database, agentId)))) return false
    if (keyId === '') return isAsBefore(call)
    return once(`key ${keyId}`, () => isKeyValid(database, agentId, keyId))
  }

  /** Sends the waiting handoffs that are not in `sent`, and removes from `sent` those that wait no longer. */
  async function sendNew(
    group: Group,
    { call, stream, filter }: Following,
    sent: Set<string>,
  ): Promise<void> {
    const { agentId, channel } = filter
    const waiting = await group.once(`waiting ${channel ?? ''}`, () =>
      waitingHandoffs(database, { agentId, channel, limit: MOST_WAITING }),
    )
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of sent) if (!ids.has(id)) sent.delete(id)
    for (const handoff of waiting.filter(({ id }) => !sent.has(id))) {
      // Checked for every handoff: a slow reader may take hours, and its key may be revoked meanwhile.
      if (!(await mayGoOn(group, call))) return
      // Read one by one, so that a slow reader does not hold all bodies in memory.
      const event = await group.once(`event ${handoff.id}`, () => eventOf(handoff))
      if (event === undefined) continue
      if (!(await stream.send(event))) return
      sent.add(handoff.id)
    }
  }

  async function eventOf(handoff: Awaited<ReturnType<typeof waitingHandoffs>>[number]) {
    const body = await establishBody(database, handoff)
    return body && `data: ${JSON.stringify({ code: 0, message: 'OK', data: body })}\n\n`
  }

  async function follow(following: Following): Promise<void> {
    const { call, stream, filter } = following
    const sent = new Set<string>()
    const { wake, sleep } = createWaker(clock)
    const group = groupOf(filter.agentId)
    group.streams.add(wake)
    stream.onEnd(wake)
    try {
      await stream.send(`data: ${JSON.stringify({ code: 100, message: 'connected' })}\n\n`)
      // Checked at every event, not only when idle: the stream of a busy agent may never be idle.
      while (!stream.isEnded() && (await mayGoOn(group, call))) {
        await sendNew(group, following, sent)
        if (await sleep(LOOK_MS)) continue
        // No empty line behind it: some clients read that as an event without data.
        if (!(await stream.send(': ping\n'))) return
      }
    } finally {
      group.streams.delete(wake)
      if (group.streams.size === 0) {
        groups.delete(filter.agentId)
        group.leave()
      }
    }
  }

  return async (call: Call): Promise<RouteResponse> => {
    const { agentId } = call.caller
    const { conversation_type } = parse(waitingQuery, call.query)
    // One name for all types without conversations, so that the streams of an agent make few different reads.
    const channel = conversation_type && (types.find((type) => type === conversation_type) ?? 'OTHER')
    return limited(agentId, (stream) => follow({ call, stream, filter: { agentId, channel } }))
  }
}
