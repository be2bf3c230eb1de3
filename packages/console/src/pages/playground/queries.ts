/** What the playground reads; the feed has all of it read again. */
import type { Delivery, DeliveryDetail, TandemError } from '@tandem/sdk/source'
import { queryOptions } from '@tanstack/react-query'
import { admin, live, queryClient } from '../../api.ts'

const MOST = 200

export const playgroundQueries = {
  talk: (conversationId: string) =>
    queryOptions({
      queryKey: ['playground', 'talk', conversationId],
      queryFn: ({ signal }) => admin.conversations.get({ conversationId, limit: MOST }, { signal }),
      meta: live('message', 'turn', 'handoff'),
    }),
  deliveries: (agentId: string, conversationId: string) =>
    queryOptions({
      queryKey: ['playground', 'deliveries', agentId, conversationId],
      queryFn: ({ signal }) =>
        admin.deliveries
          .list({ agentId, conversationId, limit: MOST }, { signal })
          .page()
          .then(({ items }) => items),
      meta: live('delivery', 'endpoint'),
    }),
  /** Read again only when an attempt was made. */
  delivery: ({ id, attempts, state }: Pick<Delivery, 'id' | 'attempts' | 'state'>) =>
    queryOptions({
      queryKey: ['playground', 'delivery', id, attempts, state],
      queryFn: ({ signal }) => admin.deliveries.get({ deliveryId: id }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      // What is known of it stays on the screen while more of it is read.
      placeholderData: () => knownBefore(id, attempts),
    }),
  /** Null: there is none yet. */
  sink: (agentId: string) =>
    queryOptions({
      queryKey: ['playground', 'sink', agentId],
      queryFn: ({ signal }) =>
        admin.sink.get({ agentId }, { signal }).catch((error: TandemError) => {
          if (error.status === 404) return null
          throw error
        }),
      meta: live('endpoint'),
    }),
  requests: (agentId: string) =>
    queryOptions({
      queryKey: ['playground', 'requests', agentId],
      queryFn: ({ signal }) =>
        admin.sink.requests({ agentId, limit: MOST }, { signal }).then(({ items }) => items),
      meta: live('delivery', 'endpoint'),
    }),
  /** How deliveries to the message webhook stand; undefined before the first. */
  endpoint: (agentId: string) =>
    queryOptions({
      queryKey: ['playground', 'endpoint', agentId],
      queryFn: ({ signal }) =>
        admin.deliveries
          .counts({ agentId }, { signal })
          .then(({ endpoints }) => endpoints.find(({ type }) => type === 'message') ?? null),
      meta: live('delivery', 'endpoint'),
    }),
  /** Questions to begin with: the first that the agent knows. */
  starters: (agentId: string) =>
    queryOptions({
      queryKey: ['playground', 'starters', agentId],
      async queryFn({ signal }) {
        const { items } = await admin.documents.list({ agentId, limit: 20 }, { signal }).page()
        const known = items.find(({ pairs }) => pairs > 0)
        if (!known) return []
        const page = await admin.documents.pairs({ agentId, docId: known.id, limit: 3 }, { signal }).page()
        return page.items.map(({ question }) => question).filter((question) => question !== '')
      },
      meta: live('document'),
    }),
}

function knownBefore(id: string, attempts: number): DeliveryDetail | undefined {
  const known = queryClient.getQueriesData<DeliveryDetail>({ queryKey: ['playground', 'delivery', id] })
  return known.map(([, data]) => data).findLast((data) => data !== undefined && data.attempts <= attempts)
}
