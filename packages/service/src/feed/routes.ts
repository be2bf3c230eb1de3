/** HTTP of the live feed: server-sent events to one reader, for as long as its session lasts. */
import { feedQuery } from '@tandem/contract/admin-events'
import { type SessionDeps, sessionOf, tokenIn } from '../accounts/sessions.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, Caller, EventStream, RouteResponse } from '../platform/http/route.ts'
import { createWaker } from '../platform/waker.ts'
import { deskKinds, type Feed, type FeedItem, type FeedReader, frame } from './feed.ts'
import { waitingFollower } from './follow-waiting.ts'

const PING_MS = 10_000
/** Nobody reads everything again more often. */
const BETWEEN_RESETS_MS = 1000

export function feedHandlers(deps: SessionDeps & { readonly feed: Feed }) {
  const { database, clock, feed } = deps
  /** Readers of people, by account: to look at their sessions when the account changes. */
  const byAccount = new Map<string, Set<() => void>>()
  database.announcements.on('account', ({ accountId }) => {
    for (const look of byAccount.get(accountId) ?? []) look()
  })

  /** Whether the session goes on as it was: with the same role, for the same agents. */
  async function isAsBefore({ headers, caller }: Call): Promise<boolean> {
    if (!caller.person) return true
    const now = await sessionOf(deps, tokenIn(headers) ?? '')
    return (
      now?.person.role === caller.person.role && JSON.stringify(now.agents) === JSON.stringify(caller.agents)
    )
  }

  async function follow(call: Call, wants: FeedReader['wants'], stream: EventStream): Promise<void> {
    const { wake, sleep } = createWaker(clock)
    /** When the reader is pinged next, and its session looked at. */
    let lookAt = clock.now() + PING_MS
    const look = () => {
      lookAt = clock.now()
      wake()
    }
    const reader: FeedReader = { wants, waiting: new Map(), wake }
    const leave = feed.join(reader)
    const forget = watchAccount(call.caller, look)
    /** Not before this time is the reader told again to read everything. */
    let resetAt = 0
    stream.onEnd(wake)
    try {
      const first = call.headers['last-event-id'] === undefined ? 'ready' : 'reset'
      await stream.send(`retry: 1000\n${frame(first, { at: clock.now() })}`)
      while (!stream.isEnded()) {
        const now = clock.now()
        if (now >= lookAt) {
          lookAt = now + PING_MS
          if (!(await isAsBefore(call))) return
          await stream.send(': ping\n\n')
        } else if (reader.waiting?.size === 0) await sleep(lookAt - now)
        else if (reader.waiting) {
          const frames = [...reader.waiting.values()]
          reader.waiting = new Map()
          await stream.send(frames.join(''))
        } else if (now < resetAt) await sleep(resetAt - now)
        else {
          resetAt = now + BETWEEN_RESETS_MS
          reader.waiting = new Map()
          await stream.send(frame('reset', { at: now }))
        }
      }
    } finally {
      forget()
      leave()
    }
  }

  function watchAccount({ person }: Caller, look: () => void): () => void {
    if (!person) return () => {}
    const looks = byAccount.get(person.accountId) ?? new Set()
    byAccount.set(person.accountId, looks.add(look))
    return () => {
      looks.delete(look)
      if (looks.size === 0) byAccount.delete(person.accountId)
    }
  }

  return {
    async events(call: Call): Promise<RouteResponse> {
      const { agent_id: agentId, kinds } = parse(feedQuery, call.query)
      const { agents, person } = call.caller
      const isFor = (event: FeedItem) =>
        (agentId === undefined || event.agent_id === agentId) &&
        (agents === 'all' || agents.includes(event.agent_id)) &&
        (kinds === undefined || kinds.includes(event.kind)) &&
        (person?.role !== 'operator' || deskKinds.includes(event.kind))
      return { events: (stream) => follow(call, isFor, stream) }
    },
    subscribe: waitingFollower({ database, clock, feed, isAsBefore }),
  }
}
