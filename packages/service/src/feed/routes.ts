/** HTTP of the live feed: server-sent events for one reader, as long as its session lasts. */
import { feedQuery } from '@tandem/contract/admin-events'
import { type SessionDeps, sessionOf, tokenIn } from '../accounts/sessions.ts'
import { limitStreams } from '../platform/http/limit-streams.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, Caller, EventStream, RouteResponse } from '../platform/http/route.ts'
import { createWaker } from '../platform/waker.ts'
import { deskKinds, type Feed, type FeedItem, type FeedReader, frame } from './feed.ts'
import { waitingFollower } from './follow-waiting.ts'

const PING_MS = 10_000
/** The least time between two `reset` events for a reader. */
const BETWEEN_RESETS_MS = 1000

export function feedHandlers(deps: SessionDeps & { readonly feed: Feed }) {
  const { database, clock, feed } = deps
  const limited = limitStreams('of these streams of the caller')
  /** The readers of each account: they check their session when the account changes. */
  const byAccount = new Map<string, Set<() => void>>()
  database.announcements.on('account', ({ accountId }) => {
    for (const check of byAccount.get(accountId) ?? []) check()
  })

  /** Whether the session is still valid, with the same role and agents. */
  async function isAsBefore({ headers, caller }: Call): Promise<boolean> {
    if (!caller.person) return true
    const now = await sessionOf(deps, tokenIn(headers) ?? '')
    return (
      now?.person.role === caller.person.role && JSON.stringify(now.agents) === JSON.stringify(caller.agents)
    )
  }

  async function follow(call: Call, wants: FeedReader['wants'], stream: EventStream): Promise<void> {
    const { wake, sleep } = createWaker(clock)
    /** The time of the next ping and check of the session. */
    let checkAt = clock.now() + PING_MS
    const checkNow = () => {
      checkAt = clock.now()
      wake()
    }
    const reader: FeedReader = { wants, waiting: new Map(), wake }
    const leave = feed.join(reader)
    const unwatch = watchAccount(call.caller, checkNow)
    /** The earliest time of the next `reset`. */
    let resetAt = 0
    stream.onEnd(wake)
    try {
      const first = call.headers['last-event-id'] === undefined ? 'ready' : 'reset'
      await stream.send(`retry: 1000\n${frame(first, { at: clock.now() })}`)
      while (!stream.isEnded()) {
        const now = clock.now()
        if (now >= checkAt) {
          checkAt = now + PING_MS
          if (!(await isAsBefore(call))) return
          await stream.send(': ping\n\n')
        } else if (reader.waiting?.size === 0) await sleep(checkAt - now)
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
      unwatch()
      leave()
    }
  }

  function watchAccount({ person }: Caller, check: () => void): () => void {
    if (!person) return () => {}
    const checks = byAccount.get(person.accountId) ?? new Set()
    byAccount.set(person.accountId, checks.add(check))
    return () => {
      checks.delete(check)
      if (checks.size === 0) byAccount.delete(person.accountId)
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
      // All callers with the admin token count as one.
      return limited(person?.accountId ?? '', (stream) => follow(call, isFor, stream))
    },
    subscribe: waitingFollower({ database, clock, feed, isAsBefore }),
  }
}
