/** The one way to the service: the SDK, signed in by the cookie, and what is common to all queries. */

import { type FeedEvent, type FeedNews, Tandem, TandemAdmin, TandemError } from '@tandem/sdk/source'
import { MutationCache, notifyManager, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { keepDraftsOf } from './kept.ts'
import { sessionEnded } from './session.ts'

export const admin = new TandemAdmin({ url: location.origin })

/** What an API key of the agent may do, over a fetch that writes down what goes over the wire. */
export const recordedAgent = (agentId: string, fetch: typeof globalThis.fetch) =>
  new TandemAdmin({ url: location.origin, fetch }).asAgent(agentId)

/** The agent of a key that was made just now, to try it. */
export const keyedAgent = (apiKey: string) => new Tandem({ url: location.origin, apiKey })

/** What the live feed tells of. */
export type Kind = Exclude<FeedNews['type'], 'ready' | 'reset'>

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: TandemError
    queryMeta: Live
  }
}

export interface Live extends Record<string, unknown> {
  readonly kinds?: readonly Kind[]
  /** Only news that name these things, where they name any. */
  readonly about?: Partial<FeedEvent>
  /** But for news of the desk about this. */
  readonly except?: FeedEvent['about']
  /** It lays news over what is there by itself (`useLiveListing`). */
  readonly isMerging?: boolean
}

/** For `meta` of a query: news of these kinds from the feed make it read again. */
export const live = (...kinds: Kind[]): Live => ({ kinds })

/** The same, for news about one thing only, such as `{ doc_id }`. */
export const liveOf = (about: Partial<FeedEvent>, ...kinds: Kind[]): Live => ({ kinds, about })

export const isNewsFor = ({ kinds, about = {}, except }: Live, kind: Kind, event: FeedEvent) =>
  (kinds?.includes(kind) ?? false) &&
  (except === undefined || event.about !== except) &&
  Object.entries(about).every(([name, id]) => (event[name as keyof FeedEvent] ?? id) === id)

function heard(error: unknown): void {
  if (error instanceof TandemError && error.status === 401) sessionEnded()
}

// A button is busy before the next click is heard: pressed twice, it does its work once.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: heard }),
  mutationCache: new MutationCache({ onError: heard }),
  defaultOptions: {
    // The SDK tries again by itself; the feed says when something is stale.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Queries that several areas use. Those of one area stand in its `queries.ts`. */
export const queries = {
  session: () =>
    queryOptions({
      queryKey: ['session'],
      /** Null: nobody is signed in. */
      queryFn: ({ signal }) =>
        admin.session
          .get({ signal })
          .then(({ account }) => {
            keepDraftsOf(account.id)
            return account
          })
          .catch((error: TandemError) => {
            if (error.status === 401) return null
            throw error
          }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  agents: () =>
    queryOptions({
      queryKey: ['agents'],
      async queryFn({ signal }) {
        const agents = []
        for await (const agent of admin.agents.list({ status: 'active', limit: 100 }, { signal }))
          agents.push(agent)
        return agents
      },
    }),
  agentSettings: (agentId: string) =>
    queryOptions({
      queryKey: ['agent-settings', agentId],
      queryFn: ({ signal }) => admin.agents.settings({ agentId }, { signal }),
    }),
}
