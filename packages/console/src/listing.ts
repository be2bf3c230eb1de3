/** A list that is read page by page as somebody scrolls. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Kind } from './api.ts'

export interface CursorPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

export interface Pages<Item> {
  readonly rows: readonly Item[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** `read` gets the cursor of the page, undefined for the first. */
export function useListing<Item>({
  queryKey,
  read,
  kinds = [],
}: {
  queryKey: readonly unknown[]
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<CursorPage<Item>>
  kinds?: readonly Kind[]
}): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CursorPage<Item>) => page.next_cursor ?? undefined,
    meta: { kinds },
  })
  const data = query.data as InfiniteData<CursorPage<Item>> | undefined
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  return {
    rows,
    isLoading: query.isPending,
    // What was read stays on the screen when reading it again fails; the feed says that something is wrong.
    error: data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
  }
}
