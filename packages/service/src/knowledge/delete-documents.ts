/** Deletes documents, all of those named or none. Their pairs are cleared afterwards. */
import { deleteImports } from './import/store.ts'
import { deleteKept } from './kept-store.ts'
import { setRevisionState } from './pair-store.ts'
import { deleteDocuments, lockDocuments } from './store.ts'
import { forget } from './supersede.ts'
import { documentNotFound } from './update-document.ts'
import type { Knowledge } from './write-revision.ts'

export async function removeDocuments(
  knowledge: Knowledge,
  agentId: string,
  ids: readonly string[],
): Promise<void> {
  await knowledge.database.transaction(async (tx) => {
    const found = await lockDocuments(tx, agentId, ids)
    const known = new Set(found.map(({ id }) => id))
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) throw documentNotFound('doc', unknown)
    await deleteDocuments(tx, ids)
    await deleteImports(tx, ids)
    await forget(tx, knowledge, ids, knowledge.clock.now())
    const kept = await deleteKept(tx, ids)
    const shown = found.map(({ revision_id }) => revision_id)
    await setRevisionState(tx, [...shown, ...kept], 'retired', knowledge.clock.now())
  })
  knowledge.changed()
}
