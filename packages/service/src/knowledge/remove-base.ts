/** Deletes a knowledge base: first its documents, some at a time, then the base once it is empty. */
import { deleteInSlices } from '../platform/database/slice-store.ts'
import { Fault } from '../platform/fault.ts'
import { removeDocuments } from './documents.ts'
import type { Knowledge } from './revisions.ts'
import { deleteVectorsOf, forgetBase } from './search/vectors/embedding-store.ts'
import { deleteEmptyBase, findBaseRow, pageDocuments } from './store.ts'

const SLICE_DOCUMENTS = 50
const SLICE_VECTORS = 500

/** False when there is no such base. */
export async function removeBase(knowledge: Knowledge, agentId: string, id: string): Promise<boolean> {
  const { database } = knowledge
  const base = await findBaseRow(database, agentId, id)
  if (!base) return false
  if (base.is_default === 1)
    throw new Fault(
      'conflict',
      'The default knowledge base cannot be deleted: documents that name no base go there. Delete its documents instead.',
    )
  for (let isGone = false; !isGone; ) {
    const { list } = await pageDocuments(database, id, SLICE_DOCUMENTS, 0)
    const ids = list.map((document) => document.id)
    if (ids.length > 0) await removeDocuments(knowledge, agentId, ids)
    else
      isGone = await database.transaction('bases: remove', async (tx) => {
        await forgetBase(tx, id)
        return deleteEmptyBase(tx, agentId, id)
      })
  }
  await deleteInSlices(
    database,
    'bases: vectors',
    (tx) => deleteVectorsOf(tx, id, SLICE_VECTORS),
    () => false,
  )
  return true
}
