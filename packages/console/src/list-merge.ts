/** Lays the first page of a list, read again, over what was read of it so far, so that news cost one request however much is shown. */

export interface CursorPage<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

export interface PagesRead<Page> {
  readonly pages: Page[]
  readonly pageParams: (string | undefined)[]
}

/** More than this is let go when the top of a list grows; scrolling reads it again. */
const MOST_GROWN = 2_000

/**
 * What stood above the last row of the new first page is replaced by it; what stood below stays. Where the two do not meet near
 * the top, the new page takes the place of all.
 */
export function mergeFirstPage<Item, Page extends CursorPage<Item>>(
  read: PagesRead<Page>,
  head: Page,
  keyOf: (item: Item) => string,
): PagesRead<Page> {
  const only = { pages: [head], pageParams: [undefined] }
  const last = head.items.at(-1)
  if (read.pages.length < 2 || last === undefined || head.next_cursor === null) return only
  const rows = read.pages.flatMap(({ items }) => items)
  const meeting = rows.findIndex((row) => keyOf(row) === keyOf(last))
  const grown = read.pages[0]?.items.length ?? 0
  if (meeting < 0 || meeting >= 2 * head.items.length || grown > MOST_GROWN) return only
  const known = new Set(head.items.map(keyOf))
  const below = new Set(rows.slice(meeting + 1).filter((row) => !known.has(keyOf(row))))
  const pages = read.pages.map((page, n) => {
    const kept = page.items.filter((row) => below.has(row))
    if (n > 0) return { ...page, items: kept }
    return { ...head, next_cursor: page.next_cursor, items: [...head.items, ...kept] }
  })
  return { ...read, pages }
}

/** The pages that hold one of these rows; 0 is the first. */
export function pagesWith<Item, Page extends CursorPage<Item>>(
  { pages }: PagesRead<Page>,
  keys: ReadonlySet<string>,
  keyOf: (item: Item) => string,
): number[] {
  return pages.flatMap(({ items }, n) => (items.some((row) => keys.has(keyOf(row))) ? [n] : []))
}

/** Renews rows in their places. Nothing comes, goes or moves. */
export function renewRows<Item, Page extends CursorPage<Item>>(
  read: PagesRead<Page>,
  fresh: readonly Item[],
  keyOf: (item: Item) => string,
): PagesRead<Page> {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]))
  const pages = read.pages.map((page) =>
    page.items.some((row) => byKey.has(keyOf(row)))
      ? { ...page, items: page.items.map((row) => byKey.get(keyOf(row)) ?? row) }
      : page,
  )
  return { ...read, pages }
}

/** Rows that came twice, because the list grew between two pages, are shown once. */
export function withoutRepeats<Item>(rows: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
