/**
 * Tries all failed documents of an agent again: conversions that failed go back into their lanes, and bases whose vectors
 * could not be made need not wait for the next try of theirs.
 */
import type { Lanes } from '../../lanes/lanes.ts'
import { Fault } from '../../platform/fault.ts'
import { retryConversion } from '../convert/accept-conversion.ts'
import type { Knowledge } from '../revisions.ts'
import { embedLane } from '../search/vectors/embed-base.ts'
import { documentsWithoutVectors } from '../search/vectors/embedding-store.ts'
import { failedDocuments } from '../store.ts'

const NOTHING_TO_DO: ReadonlySet<string> = new Set(['conflict', 'notFound', 'targetNotFound'])

export async function retryFailed(
  deps: {
    readonly knowledge: Knowledge
    readonly lanes: Pick<Lanes, 'add' | 'bringForward'>
    readonly embedder: string | undefined
  },
  agentId: string,
): Promise<number> {
  const { knowledge, lanes, embedder } = deps
  const { database } = knowledge
  const retried = new Set<string>()
  for (const id of await failedDocuments(database, agentId)) {
    if (await isConvertedAgain(deps, agentId, id)) retried.add(id)
  }
  if (embedder === undefined) return retried.size
  const lacking = await documentsWithoutVectors(database, agentId, embedder)
  for (const { id } of lacking) retried.add(id)
  for (const baseId of new Set(lacking.map(({ base_id }) => base_id))) {
    await database.transaction('retry-failed', (tx) => lanes.bringForward(tx, embedLane(baseId)))
  }
  return retried.size
}

/** False where there is nothing to ask the model again, or somebody else has just done so. */
async function isConvertedAgain(
  { knowledge, lanes }: Parameters<typeof retryFailed>[0],
  agentId: string,
  docId: string,
): Promise<boolean> {
  try {
    return (await retryConversion(knowledge, lanes, agentId, docId)) > 0
  } catch (error) {
    if (error instanceof Fault && NOTHING_TO_DO.has(error.entry)) return false
    throw error
  }
}
