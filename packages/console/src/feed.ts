/**
 * The live feed: one stream for the page. News are hints; the queries that show something of their kinds are read again, at most
 * a few times a second however much happens. After a break everything shown is read again.
 */
import type { CallOptions, FeedEvent, FeedNews, TandemError } from '@tandem/sdk/source'
import type { Query } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isNewsFor, type Kind, type Live, queryClient } from './api.ts'
import { sessionEnded } from './session.ts'

/** Where the news come from. */
export type Follow = (options: CallOptions) => AsyncIterable<FeedNews>

export type FeedState = 'connecting' | 'live' | 'reconnecting'

const SOON_MS = 15
const GATHER_MS = 300
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000
const PASSING = new Set(['typing', 'looking'])

let state: FeedState = 'connecting'
const stateListeners = new Set<() => void>()
const newsListeners = new Set<(kind: Kind, event: FeedEvent) => void>()

function become(next: FeedState): void {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => void stateListeners.delete(listener)
}

export const useFeedState = () => useSyncExternalStore(subscribe, () => state)

/** Calls `hear` for each piece of news that fits, for screens that show the news themselves. */
export function useNews(meta: Live, hear: (event: FeedEvent, kind: Kind) => void): void {
  const latest = useRef({ meta, hear })
  latest.current = { meta, hear }
  useEffect(() => {
    const listener = (kind: Kind, event: FeedEvent) => {
      if (isNewsFor(latest.current.meta, kind, event)) latest.current.hear(event, kind)
    }
    newsListeners.add(listener)
    return () => void newsListeners.delete(listener)
  }, [])
}

/** Follows the feed until the signal is aborted or the session ends. */
export async function followFeed(follow: Follow, signal: AbortSignal): Promise<void> {
  const stale = createStale()
  let wasLive = false
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      // Without tries of the SDK's own: a cut shows at once.
      for await (const news of follow({ signal, maxRetries: 0 })) {
        become('live')
        waitMs = FIRST_WAIT_MS / 2
        if (news.type === 'ready' || news.type === 'reset') {
          if (wasLive || news.type === 'reset') void queryClient.invalidateQueries()
          wasLive = true
          continue
        }
        // Who types or looks is heard by whoever shows it; nothing stored has changed.
        if (!PASSING.has(news.data.about ?? '')) stale.add(news.type, news.data)
        for (const listener of newsListeners) listener(news.type, news.data)
      }
    } catch (error) {
      if (signal.aborted) return
      if ((error as TandemError).status === 401) return sessionEnded()
    }
    become('reconnecting')
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * Has the queries that the news are for read again: soon after the first, then at most every `GATHER_MS`. One that is being read
 * meanwhile may have missed the news, so it is read once more when it is done.
 */
function createStale() {
  let gathered: [Kind, FeedEvent][] = []
  const again = new Set<Query>()
  let toldAt = 0
  let isPlanned = false
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(tell, Math.max(SOON_MS, toldAt + GATHER_MS - Date.now()))
  }
  const tell = () => {
    isPlanned = false
    toldAt = Date.now()
    const told = gathered
    gathered = []
    const isTold = (meta: Live | undefined) =>
      meta !== undefined && !meta.isMerging && told.some(([kind, event]) => isNewsFor(meta, kind, event))
    const stale = queryClient
      .getQueryCache()
      .findAll({ predicate: (query) => again.has(query) || isTold(query.meta) })
    again.clear()
    for (const query of stale) if (query.state.fetchStatus === 'fetching') again.add(query)
    void queryClient.invalidateQueries({ predicate: (query) => stale.includes(query) && !again.has(query) })
    if (again.size > 0) plan()
  }
  return {
    add(kind: Kind, event: FeedEvent) {
      gathered.push([kind, event])
      plan()
    },
  }
}
