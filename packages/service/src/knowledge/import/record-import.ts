/** The step that keeps an import's account in the transaction that shows its document. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { AlsoWrite } from '../write-revision.ts'
import { insertImport } from './store.ts'

export function recordImport(
  clock: Clock,
  agentId: string,
  fileName: string,
  ledger: ImportLedger,
): AlsoWrite {
  return (tx, { documentId, revisionId }) =>
    insertImport(tx, {
      id: newId(clock.now()),
      document_id: documentId,
      revision_id: revisionId,
      agent_id: agentId,
      file_name: fileName,
      state: 'stored',
      ledger: JSON.stringify(ledger),
      created_at: clock.now(),
    })
}
