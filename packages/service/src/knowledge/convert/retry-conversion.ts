/** Asks the model again about the chunks of a conversion that failed. The document shows what it shows until that is done. */
import type { Lanes } from '../../lanes/lanes.ts'
import { Fault } from '../../platform/fault.ts'
import { findDocument, setDocumentStatus } from '../store.ts'
import { lockOrFail } from '../update-document.ts'
import type { Knowledge } from '../write-revision.ts'
import { addToLane } from './accept-conversion.ts'
import { changeRun, lockRun, renewFailedChunks, runsOfDocument } from './run-store.ts'
import { pickRun } from './show-conversion.ts'

export async function retryConversion(
  { database, clock }: Knowledge,
  lanes: Pick<Lanes, 'add'>,
  agentId: string,
  docId: string,
): Promise<number> {
  return database.transaction(async (tx) => {
    const shown = await findDocument(tx, agentId, docId)
    const picked = pickRun(await runsOfDocument(tx, agentId, docId), shown?.revision_id)
    if (!picked)
      throw new Fault('notFound', `The agent has no converted document with the id ${docId.slice(0, 60)}.`)
    // The lane before the document, as whoever settles the lane's items does it.
    await addToLane(tx, lanes, { agentId, docId, runId: picked.id }, clock.now())
    const document = await lockOrFail(tx, agentId, docId)
    const run = await lockRun(tx, picked.id)
    if (!run || run.state === 'running')
      throw new Fault('conflict', 'The document is being converted. Wait until that has ended.')
    // The document went back from what it made, and must not come to show it again behind the editor's back.
    const isGoneBackFrom = run.state === 'done' && run.revision_id !== document.revision_id
    const chunks = run.is_current === 1 && !isGoneBackFrom ? await renewFailedChunks(tx, run.id) : 0
    if (chunks === 0)
      throw new Fault(
        'conflict',
        'No passage of what the document shows failed: there is nothing to ask again.',
      )
    await changeRun(tx, run.id, {
      state: 'running',
      reason: null,
      to_clear: 0,
      updated_at: clock.now(),
      ended_at: null,
    })
    await setDocumentStatus(tx, docId, 'PROCESSING', clock.now())
    return chunks
  })
}
