/** The step that keeps a conversion's report in the transaction that shows its document. */
import type { Clock } from '../../platform/clock.ts'
import type { AlsoWrite } from '../write-revision.ts'
import type { Converted } from './find-pairs.ts'
import { putConversion } from './store.ts'

export function recordConversion(
  clock: Clock,
  agentId: string,
  fileName: string,
  converted: Converted,
): AlsoWrite {
  const { format, coverage, warnings, pairs } = converted
  const report = JSON.stringify({ format, pairs: pairs.length, coverage, warnings })
  return (tx, { documentId, revisionId }) =>
    putConversion(tx, {
      document_id: documentId,
      revision_id: revisionId,
      agent_id: agentId,
      file_name: fileName,
      report,
      created_at: clock.now(),
    })
}
