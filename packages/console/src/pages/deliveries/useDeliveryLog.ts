/**
 * The log as it grows. Older pages are read as somebody scrolls; when the feed tells of deliveries, only the newest page is read
 * and merged in. While the log is held, new ones are counted and not shown, so that nothing moves under the reader's eyes.
 */

import type { Delivery, DeliveryList } from '@tandem/sdk/source'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { useNews } from '../../feed.ts'
import type { Pages } from '../../listing.ts'
import { type LogFilters, paramsOf } from './queries.ts'

const PAGE = 100
/** More than this is let go at the top when the log grows; scrolling reads it again. */
const MOST_KEPT = 2_000
const GATHER_MS = 400

export interface DeliveryLog extends Pages<Delivery> {
  /** How many came while it was held; at least. */
  readonly newCount: number
}

interface Data {
  pages: DeliveryList[]
  pageParams: (string | undefined)[]
}

export function useDeliveryLog(agentId: string, filters: LogFilters, isHeld: boolean): DeliveryLog {
  const key = useMemo(() => ['delivery-log', agentId, filters], [agentId, filters])
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    admin.deliveries
      .list({ ...paramsOf(agentId, filters), limit: PAGE, cursor }, signal ? { signal } : {})
      .page()
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: DeliveryList) => page.next_cursor ?? undefined,
  })
  const [newCount, setNewCount] = useState(0)

  /** The newest page goes on top of what is there; where they do not touch, it takes its place. */
  const merge = (head: DeliveryList) =>
    queryClient.setQueryData<Data>(key, (data) => {
      const [first, ...rest] = data?.pages ?? []
      if (!data || !first) return data
      const fresh = new Map(head.items.map((item) => [item.id, item]))
      const known = new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id)))
      const isTouching = head.next_cursor === null || head.items.some(({ id }) => known.has(id))
      if (!isTouching || first.items.length > MOST_KEPT) return { pages: [head], pageParams: [undefined] }
      const added = head.items.filter(({ id }) => !known.has(id))
      const renewed = (page: DeliveryList) => ({
        ...page,
        items: page.items.map((item) => fresh.get(item.id) ?? item),
      })
      const top = renewed(first)
      return { ...data, pages: [{ ...top, items: [...added, ...top.items] }, ...rest.map(renewed)] }
    })

  const latest = useRef({ isHeld, read, merge })
  latest.current = { isHeld, read, merge }
  const gathering = useRef(false)
  const refresh = () => {
    gathering.current = false
    const { read, merge, isHeld } = latest.current
    // A failure shows as a feed that is reconnecting; then everything is read again.
    if (!isHeld) read(undefined).then(merge, () => {})
  }
  useNews(['delivery'], ({ agent_id, state }) => {
    if (agent_id !== agentId) return
    if (latest.current.isHeld) {
      if (state === 'pending') setNewCount((n) => n + 1)
      return
    }
    if (gathering.current) return
    gathering.current = true
    setTimeout(refresh, GATHER_MS)
  })
  useEffect(() => {
    if (isHeld) return
    setNewCount(0)
    const { read, merge } = latest.current
    read(undefined).then(merge, () => {})
  }, [isHeld])

  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return {
    rows,
    newCount,
    isLoading: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
  }
}
