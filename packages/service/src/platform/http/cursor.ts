/** Where a page of a long list ended, as its reader carries it to the next page: a number to sort by, and an id. */
import { parameterFault } from '../fault.ts'

export interface ListPosition {
  readonly at: number
  readonly id: string
}

export const cursorOf = ({ at, id }: ListPosition) => `${at}.${id}`

export function positionOfCursor(text: string): ListPosition {
  const match = /^(\d{1,15})\.([0-9a-z-]{1,64})$/.exec(text)
  if (match) return { at: Number(match[1]), id: match[2] as string }
  throw parameterFault('cursor', JSON.stringify(text.slice(0, 40)), 'next_cursor of the answer before')
}

/** The cursor of a list that is in the order of its ids. */
export const idOf = ({ id }: { readonly id: string }) => id

/** A page of a list of which one row more was read than is shown: that row tells whether there is another page. */
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
