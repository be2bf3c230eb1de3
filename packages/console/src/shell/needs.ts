/** How many things in an area wait for somebody, for the navigation. Read when the page stands: nothing waits for it. */
import { useQuery } from '@tanstack/react-query'
import { admin, liveOf } from '../api.ts'
import { useFeedState } from '../feed.ts'
import type { AreaName } from '../routes.tsx'

const MOST_HANDOFFS = 100

export type Needs = { readonly handoffs?: number | undefined; readonly deliveries?: number | undefined }

/** `seen`: the areas that the person may see. */
export function useNeeds(agentId: string | undefined, seen: ReadonlySet<AreaName>): Needs {
  const isLive = useFeedState() === 'live' && agentId !== undefined
  const handoffs = useQuery({
    queryKey: ['needs', 'handoffs', agentId],
    queryFn: async ({ signal }) => {
      const open = admin.handoffs.list({ agentId, state: 'OPEN', limit: MOST_HANDOFFS }, { signal })
      return (await open.page()).items.length
    },
    enabled: isLive && seen.has('handoffs'),
    meta: liveOf({ agent_id: agentId ?? '' }, 'handoff'),
  })
  const deliveries = useQuery({
    queryKey: ['needs', 'endpoints', agentId],
    queryFn: async ({ signal }) => {
      const { items } = await admin.endpoints.list({ agentId: agentId ?? '' }, { signal })
      return items.filter(({ state }) => state === 'parked' || state === 'disabled').length
    },
    enabled: isLive && seen.has('deliveries'),
    meta: liveOf({ agent_id: agentId ?? '' }, 'endpoint'),
  })
  return { handoffs: handoffs.data, deliveries: deliveries.data }
}
