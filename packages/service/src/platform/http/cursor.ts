/** The end of a page of a long list, as the caller passes it to read the next page: a number to sort by, and an id. */
import { parameterFault } from '../fault.ts'

export interface ListPosition {
  readonly at: number
  readonly id: string
}

export const cursorOf = ({ at, id }: ListPosition) => `${at}.${id}`

export function positionOfCursor(text: string): ListPosition {
  const match = /^(\d{1,15})\.([0-9a-z-]{1,64})$/.exec(text)
  if (match) return { at: Number(match[1]), id: match[2] as string }
  throw parameterFault('cursor', JSON.stringify(text.slice(0, 40)), 'next_cursor of the page before')
}

/** The cursor of a list that is sorted by id. */
export const idOf = ({ id }: { readonly id: string }) => id

/** Makes a page of `limit` rows. One row more was read, to know whether there is another page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => Item,
  cursor: (last: Row) => string,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(view), next_cursor: last ? cursor(last) : null }
}
