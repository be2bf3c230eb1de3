/**
 * Finds the deliveries that match a filter. The database decides on the columns of a delivery; its body and its last attempt
 * are looked at afterwards, for a bounded number of rows at a time, so that a search through a long log holds up nobody.
 */
import type { Reader } from '../platform/database/handle.ts'
import {
  bodiesWith,
  type DeliveryFilter,
  type DeliveryRow,
  listDeliveries,
  readLastAttempts,
} from './store.ts'

/** Filters that need the body or the attempts of a delivery. */
export interface ContentFilter {
  /** The status of the last attempt; 0 for attempts without a response. */
  readonly httpStatus?: number | undefined
  readonly text?: string | undefined
}

const ROWS_LOOKED_AT = 1000

/** A page, newest first. With a filter on content it may be shorter than `limit` although more follow. */
export async function pageDeliveries(
  db: Reader,
  filter: DeliveryFilter,
  content: ContentFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ rows: DeliveryRow[]; next: number | undefined }> {
  const most = hasContent(content) ? ROWS_LOOKED_AT : limit
  const looked = await listDeliveries(db, { ...filter, before, limit: most + 1 })
  const matching = await matchingOf(db, looked.slice(0, most), content)
  const rows = matching.slice(0, limit)
  const last = matching.length > limit ? rows.at(-1) : looked.length > most ? looked[most - 1] : undefined
  return { rows, next: last?.id }
}

export async function matchingOf(
  db: Reader,
  rows: readonly DeliveryRow[],
  { httpStatus, text }: ContentFilter,
): Promise<DeliveryRow[]> {
  let found = [...rows]
  const ids = () => found.map(({ id }) => id)
  if (text !== undefined) {
    // Bodies are JSON, so the text is searched as it stands in a JSON string.
    const having = await bodiesWith(db, ids(), JSON.stringify(text).slice(1, -1))
    found = found.filter(({ id }) => having.has(id))
  }
  if (httpStatus !== undefined) {
    const last = await readLastAttempts(db, ids())
    found = found.filter(({ id }) => last.has(id) && (last.get(id)?.http_status ?? 0) === httpStatus)
  }
  return found
}

const hasContent = ({ httpStatus, text }: ContentFilter) => httpStatus !== undefined || text !== undefined
