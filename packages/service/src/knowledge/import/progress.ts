/**
 * Stores the progress of long imports for people to see. A short import stores none. The progress of a process that died is
 * removed with the set it was writing (`clear-sets.ts`).
 */
import type { RowProgress } from '@tandem/documents/read-pair-list'
import type { Core } from '../../platform/core.ts'
import { endUnderWay, putUnderWay } from './store.ts'

const REPORT_MS = 1000

export type ImportProgress = ReturnType<typeof followImport>

export function followImport(
  { database, clock }: Pick<Core, 'clock' | 'database'>,
  work: { agentId: string; fileName: string; documentId: string; setId: string },
) {
  const { agentId, fileName, documentId, setId } = work
  const startedAt = clock.now()
  let reportedAt = startedAt
  const event = { kind: 'document', agent_id: agentId, doc_id: documentId, state: 'PROCESSING' } as const
  return {
    async report({ read, total }: RowProgress): Promise<void> {
      const now = clock.now()
      if (now - reportedAt < REPORT_MS) return
      reportedAt = now
      await database.transaction('import: progress', async (tx) => {
        const place = { set_id: setId, agent_id: agentId, document_id: documentId, file_name: fileName }
        await putUnderWay(tx, { ...place, rows_read: read, rows_total: total, started_at: startedAt })
        tx.happened(event)
      })
    },
    /** Never fails: what stays behind is cleared with the set. */
    async end(): Promise<void> {
      const isReported = reportedAt > startedAt
      if (!isReported) return
      await database
        .transaction('import: end', async (tx) => {
          await endUnderWay(tx, setId)
          tx.happened(event)
        })
        .catch(() => {})
    },
  }
}
