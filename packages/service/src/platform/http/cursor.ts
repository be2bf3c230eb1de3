/** Where a page of a long list ended, as its reader carries it to the next page: a number to sort by, and an id. */
import { parameterFault } from '../fault.ts'

export interface ListPlace {
  readonly at: number
  readonly id: string
}

export const cursorOf = ({ at, id }: ListPlace) => `${at}.${id}`

export function placeOfCursor(text: string): ListPlace {
  const match = /^(\d{1,15})\.([0-9a-z-]{1,64})$/.exec(text)
  if (match) return { at: Number(match[1]), id: match[2] as string }
  throw parameterFault('cursor', JSON.stringify(text.slice(0, 40)), 'next_cursor of the answer before')
}
