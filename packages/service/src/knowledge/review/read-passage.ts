/** The passage of the file that a model made a pair of a draft from: what an editor reads the pair beside. */
import { pairOrigin } from '@tandem/contract/admin-conversions'
import type { Reader } from '../../platform/database/handle.ts'
import type { Place } from '../convert/model/plan-parts.ts'
import { askedPlaces, chunkBody } from '../convert/run-store.ts'
import type { DraftRow } from './draft-store.ts'
import { readReviewed } from './read-draft.ts'

/** Undefined: there is no such pair. Null: no model wrote it, and its words are those of the file. */
export async function readPassage(
  db: Reader,
  draft: DraftRow,
  ordinal: number,
): Promise<string | null | undefined> {
  const [pair] = await readReviewed(db, draft, ordinal, 1)
  if (pair?.ordinal !== ordinal) return undefined
  const origin = pair.origin === null ? null : pairOrigin.parse(JSON.parse(pair.origin))
  if (origin?.how !== 'model') return null
  const chunk = (await askedPlaces(db, draft.run_id)).find(({ place }) => {
    const { start, end } = JSON.parse(place) as Place
    return start <= origin.start && origin.end <= end
  })
  return (chunk && (await chunkBody(db, draft.run_id, chunk.ordinal))) ?? null
}
