/** Lists that are read page by page as somebody scrolls. Those that live also show what the feed tells of. */
import type { FeedEvent } from '@tandem/sdk/source'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type Live, queryClient } from './api.ts'
import { useNews } from './feed.ts'
import {
  type CursorPage,
  mergeFirstPage,
  type PagesRead,
  pagesWith,
  renewRows,
  withoutRepeats,
} from './list-merge.ts'

/** News are gathered for so long; however many there are, the list is read once for them. */
const GATHER_MS = 400
const LONGEST_READ_MS = 30_000
/** Pages read again for one batch of news. */
const MOST_RENEWED = 3

/** What a piece of news is about. */
const namedIn = ({ delivery_id, doc_id, handoff_id, conversation_id }: FeedEvent) =>
  [delivery_id, doc_id, handoff_id, conversation_id].filter((id) => id !== undefined)

export interface Pages<Item> {
  readonly rows: readonly Item[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
  readonly hasMore: boolean
  readonly loadMore: () => void
}

interface Listing<Item, Page extends CursorPage<Item>> {
  readonly queryKey: readonly unknown[]
  /** Gets the cursor of the page, undefined for the first. */
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>
}

/** A list that is read again as a whole for its news, of which there are few; `meta` is `live(…)`. */
export function useListing<Item, Page extends CursorPage<Item> = CursorPage<Item>>({
  queryKey,
  read,
  meta = {},
}: Listing<Item, Page> & { readonly meta?: Live }): Pages<Item> & {
  readonly first: Page | undefined
} {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    meta,
  })
  const data = query.data as InfiniteData<Page> | undefined
  const rows = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  return {
    rows,
    first: data?.pages[0],
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

/**
 * A list with the newest first: for news its first page is read, and laid over what is there. While it is held that waits, so
 * that nothing moves under the reader's eyes; then it catches up. A row that the news name is renewed in its place, held or
 * not and however far down: the page it came with is read again.
 */
export function useLiveListing<Item, Page extends CursorPage<Item> = CursorPage<Item>>({
  meta,
  keyOf,
  isHeld = false,
  ...listing
}: Listing<Item, Page> & {
  readonly meta: Live
  readonly keyOf: (item: Item) => string
  readonly isHeld?: boolean
}): ReturnType<typeof useListing<Item, Page>> {
  const list = useListing<Item, Page>({ ...listing, meta: { ...meta, isMerging: true } })
  const latest = useRef({ ...listing, isHeld })
  latest.current = { ...listing, isHeld }
  const isGathering = useRef(false)
  const isBehind = useRef(false)
  /** What the news since the last reading named. */
  const named = useRef(new Set<string>())
  const catchUp = useRef(() => {
    isGathering.current = false
    const { queryKey, read, isHeld } = latest.current
    isBehind.current ||= isHeld
    const change = (
      cursor: string | undefined,
      merge: (before: PagesRead<Page>, page: Page) => PagesRead<Page>,
    ) =>
      // A failure shows as a feed that is reconnecting; then everything is read again.
      read(cursor, AbortSignal.timeout(LONGEST_READ_MS)).then(
        (page) =>
          queryClient.setQueryData<PagesRead<Page>>(queryKey, (before) => before && merge(before, page)),
        () => {},
      )
    const shown = queryClient.getQueryData<PagesRead<Page>>(queryKey)
    const changed = shown ? pagesWith(shown, named.current, keyOf) : []
    named.current.clear()
    for (const n of changed.slice(0, MOST_RENEWED))
      if (n > 0 || isHeld)
        void change(shown?.pageParams[n], (before, page) => renewRows(before, page.items, keyOf))
    if (isHeld) return
    isBehind.current = false
    void change(undefined, (before, head) => mergeFirstPage(before, head, keyOf))
  })
  useNews(meta, (event) => {
    for (const id of namedIn(event)) named.current.add(id)
    if (isGathering.current) return
    isGathering.current = true
    setTimeout(catchUp.current, GATHER_MS)
  })
  useEffect(() => {
    if (!isHeld && isBehind.current) catchUp.current()
  }, [isHeld])
  const rows = useMemo(() => withoutRepeats(list.rows, keyOf), [list.rows, keyOf])
  return { ...list, rows }
}
