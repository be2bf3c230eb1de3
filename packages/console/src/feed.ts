/**
 * The live feed: one stream for the page. News are hints; the queries that show something of their kinds are read again, at most
 * a few times a second however much happens. After a break everything shown is read again.
 */
import type { CallOptions, FeedEvent, FeedNews, TandemError } from '@tandem/sdk/source'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isNewsFor, type Kind, type Live, queryClient } from './api.ts'
import { sessionEnded } from './session.ts'

/** Where the news come from. */
export type Follow = (options: CallOptions) => AsyncIterable<FeedNews>

export type FeedState = 'connecting' | 'live' | 'reconnecting'

const GATHER_MS = 300
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5_000

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
        stale.add(news.type, news.data)
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

/** Gathers news for a moment, then has their queries read again; one that is being read is not asked twice. */
function createStale() {
  let gathered: [Kind, FeedEvent][] = []
  const tell = () => {
    const told = gathered
    gathered = []
    const isTold = (meta: Live | undefined) =>
      meta !== undefined && !meta.isMerging && told.some(([kind, event]) => isNewsFor(meta, kind, event))
    void queryClient.invalidateQueries({ predicate: ({ meta }) => isTold(meta) }, { cancelRefetch: false })
  }
  return {
    add(kind: Kind, event: FeedEvent) {
      if (gathered.length === 0) setTimeout(tell, GATHER_MS)
      gathered.push([kind, event])
    },
  }
}
