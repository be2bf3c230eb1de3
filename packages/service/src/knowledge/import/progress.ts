/**
 * How far long imports have come, for people who look meanwhile. A short import writes nothing of it. What a process that died
 * leaves behind goes with the set it was writing (`clear-sets.ts`).
 */
import type { RowProgress } from '@tandem/documents/read-pair-list'
import type { Core } from '../../platform/core.ts'
import { endUnderWay, putUnderWay } from './store.ts'

const TELL_MS = 1000

export interface ImportProgress {
  tell(rows: RowProgress): Promise<void>
  /** Never fails: what stays behind is cleared with the set. */
  end(): Promise<void>
}

export function followImport(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  work: { agentId: string; fileName: string; documentId: string; setId: string },
): ImportProgress {
  const { agentId, fileName, documentId, setId } = work
  const startedAt = clock.now()
  let toldAt = startedAt
  const isTold = () => toldAt > startedAt
  const event = { kind: 'document', agent_id: agentId, doc_id: documentId, state: 'PROCESSING' } as const
  return {
    async tell({ read, total }) {
      const now = clock.now()
      if (now - toldAt < TELL_MS) return
      toldAt = now
      await database.transaction('import: progress', async (tx) => {
        const place = { set_id: setId, agent_id: agentId, document_id: documentId, file_name: fileName }
        await putUnderWay(tx, { ...place, rows_read: read, rows_total: total, started_at: startedAt })
        tx.happened(event)
      })
    },
    async end() {
      if (!isTold()) return
      await database
        .transaction('import: end', async (tx) => {
          await endUnderWay(tx, setId)
          tx.happened(event)
        })
        .catch(() => {})
    },
  }
}
