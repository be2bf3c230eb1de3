/**
 * Removes the data of agents that were deleted long enough ago: deliveries, conversations, knowledge, settings and secrets.
 * It works in slices, so that other work does not wait for it. Each step finds by itself what is left, so after a crash the next
 * run continues. Data that a worker is busy with stays until the next run.
 */
import { removeThoseLeft } from '../../knowledge/documents.ts'
import type { Knowledge } from '../../knowledge/revisions.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { deleteInSlices } from '../../platform/database/slice-store.ts'
import type { Log } from '../../platform/log.ts'
import {
  agentsToRemove,
  concludeRemoval,
  deleteLanesOf,
  deleteLargeOf,
  hasLeftovers,
  idsOf,
} from './removal-store.ts'
import { removeConversation } from './remove-conversations.ts'

const AGENTS_AT_ONCE = 20
const DOCUMENTS_AT_ONCE = 20
const ROWS_AT_ONCE = 200

interface RemovalDeps {
  readonly knowledge: Knowledge
  readonly log: Log
}

export async function removeDeletedAgents(
  { knowledge, log }: RemovalDeps,
  keepMs: number,
  stopped: () => boolean,
): Promise<void> {
  const { database, clock } = knowledge
  const before = clock.now() - keepMs
  const agents = await agentsToRemove(database, before, AGENTS_AT_ONCE)
  for (const agentId of agents) {
    await removeLarge(knowledge, agentId, stopped)
    if (stopped()) return
    // Rows that are left, such as chunks of conversions, refer to rows that the last step deletes.
    if (await hasLeftovers(database, agentId)) continue
    await database.transaction('remove-agents', (tx) => concludeRemoval(tx, agentId, clock.now()))
    log.info({ agentId }, 'the data of a deleted agent was removed')
  }
}

async function removeLarge(knowledge: Knowledge, agentId: string, stopped: () => boolean): Promise<void> {
  const { database } = knowledge
  const inSlices = (slice: (tx: Tx) => Promise<number>) =>
    deleteInSlices(database, 'remove-agents', slice, stopped)
  await inSlices((tx) => deleteLanesOf(tx, agentId, ROWS_AT_ONCE))
  for (let page = ['']; page.length > 0 && !stopped(); ) {
    page = await idsOf(database, 'conversations', agentId, ROWS_AT_ONCE)
    let removed = 0
    for (const id of page) {
      if (stopped()) return
      const outcome = await removeConversation(knowledge, id, { isForced: true, stopped })
      if (outcome === 'removed') removed++
    }
    if (removed === 0) break
  }
  for (let page = ['']; page.length > 0 && !stopped(); ) {
    page = await idsOf(database, 'documents', agentId, DOCUMENTS_AT_ONCE)
    if (page.length > 0) await removeThoseLeft(knowledge, agentId, page)
  }
  await inSlices((tx) => deleteLargeOf(tx, agentId, ROWS_AT_ONCE))
}
