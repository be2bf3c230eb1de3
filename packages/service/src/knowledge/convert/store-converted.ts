/** Stores a document that needed no model: at once, or as a draft where the agent's settings ask for approval. */

import type { Converted } from '@tandem/documents/find-pairs'
import { newId } from '../../platform/ids.ts'
import { addDocument } from '../add-document.ts'
import type { EntryOutcome } from '../read-entries.ts'
import { supersede } from '../supersede.ts'
import { lockOrFail, replacePairs } from '../update-document.ts'
import type { AlsoWrite, Knowledge } from '../write-revision.ts'
import { discardWritten, writeStream } from '../write-stream.ts'
import { insertEmptyDocument, type NewPlace } from './new-document.ts'
import { type Publishing, publish } from './publish.ts'
import { firstReport } from './run-report.ts'
import { insertRun, type RunRow } from './run-store.ts'

export interface ConvertedFile {
  readonly agentId: string
  readonly fileName: string
  readonly sourceUrl: string | null
  readonly into: { readonly docId: string; readonly baseId: string | undefined } | NewPlace
  readonly converted: Converted
}

export async function storeConverted(
  knowledge: Knowledge,
  how: Publishing,
  file: ConvertedFile,
): Promise<EntryOutcome> {
  if (how === 'after_approval') return storeDraft(knowledge, file)
  const { agentId, sourceUrl, into, converted } = file
  const content = { sourceUrl, format: converted.format, pairs: pairsOf(converted) }
  const also: AlsoWrite = async (tx, { documentId, revisionId }) =>
    insertRun(tx, { ...runOf(knowledge, file, documentId), state: 'done', revision_id: revisionId })
  if ('docId' in into) return replacePairs(knowledge, agentId, { ...into, ...content, also })
  return addDocument(knowledge, agentId, { ...into, ...content, also })
}

async function storeDraft(knowledge: Knowledge, file: ConvertedFile): Promise<EntryOutcome> {
  const { database, clock } = knowledge
  const { agentId, sourceUrl, into, converted } = file
  const docId = 'docId' in into ? into.docId : newId(clock.now())
  const written = await writeStream(knowledge, docId, [pairsOf(converted)])
  const showing = database.transaction(async (tx) => {
    const { format } = converted
    const document =
      'docId' in into
        ? await lockOrFail(tx, agentId, docId)
        : await insertEmptyDocument(tx, knowledge, { ...into, id: docId, agentId, sourceUrl, format })
    await supersede(tx, knowledge, [docId], clock.now())
    const run: RunRow = { ...runOf(knowledge, file, docId), base_count: document.pair_count }
    await insertRun(tx, run)
    const publication = { run, written, format, report: run.report, held: [], keepChunks: false }
    if (!(await publish(tx, document, 'after_approval', publication, clock.now())))
      throw new Error('The draft being written was cleared as abandoned; its writer was silent for too long.')
    return document.name
  })
  // Nothing shows the draft: it need not wait to be found abandoned.
  showing.catch(() => discardWritten(knowledge, written.revisionId).catch(() => {}))
  const name = await showing
  knowledge.changed()
  return { doc_id: docId, doc_name: name }
}

function runOf(
  { clock }: Knowledge,
  { agentId, fileName, sourceUrl, converted }: ConvertedFile,
  docId: string,
): RunRow {
  const now = clock.now()
  const report = { ...firstReport(converted, null), pairs: converted.pairs.length }
  return {
    id: newId(now),
    document_id: docId,
    agent_id: agentId,
    file_name: fileName,
    source_url: sourceUrl,
    state: 'running',
    is_current: 1,
    is_reviewed: 0,
    revision_id: null,
    base_count: converted.pairs.length,
    reason: null,
    report: JSON.stringify(report),
    to_clear: 0,
    started_at: now,
    updated_at: now,
    ended_at: now,
  }
}

/** The pairs as they are stored: each with the place it came from. */
function pairsOf({ pairs }: Converted) {
  return pairs.map(({ question, answer, origin }) => ({ question, answer, origin: JSON.stringify(origin) }))
}
