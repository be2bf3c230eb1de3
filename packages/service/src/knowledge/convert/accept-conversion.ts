/**
 * Accepts a document for conversion by a model: its text is stored whole, and the work put into its lane, in the transaction
 * that says so. From then on nothing is lost; until the work is done, the document shows what it showed before.
 */
import type { Lanes } from '../../lanes/lanes.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { newId } from '../../platform/ids.ts'
import { setDocumentStatus } from '../store.ts'
import { supersede } from '../supersede.ts'
import { lockOrFail } from '../update-document.ts'
import type { Knowledge } from '../write-revision.ts'
import type { ConvertedRest } from './convert.ts'
import { CONVERT_KIND } from './lane-kind.ts'
import type { Part } from './model/plan-parts.ts'
import { insertEmptyDocument, type NewPlace } from './new-document.ts'
import { firstReport } from './run-report.ts'
import { type ChunkRow, changeRun, insertChunks, insertRun, touchWritingRun } from './run-store.ts'

export interface AcceptDeps {
  readonly knowledge: Knowledge
  readonly lanes: Pick<Lanes, 'add'>
  readonly modelName: string
}

export interface Accepted {
  readonly agentId: string
  readonly fileName: string
  readonly sourceUrl: string | null
  /** The document to replace, or where to make a new one. */
  readonly into: { readonly docId: string } | NewPlace
  readonly rest: ConvertedRest
  readonly parts: readonly Part[]
}

const SLICE_CHUNKS = 50
/** A conversion waits for its model no longer. */
const LIFE_MS = 30 * 86_400_000

export async function acceptConversion(
  { knowledge, lanes, modelName }: AcceptDeps,
  input: Accepted,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const { agentId, fileName, sourceUrl, into, rest, parts } = input
  const runId = newId(clock.now())
  const docId = 'docId' in into ? into.docId : newId(clock.now())
  await database.transaction((tx) =>
    insertRun(tx, {
      id: runId,
      document_id: docId,
      agent_id: agentId,
      file_name: fileName,
      source_url: sourceUrl,
      state: 'writing',
      is_current: 0,
      is_reviewed: 0,
      revision_id: null,
      base_count: null,
      reason: null,
      report: JSON.stringify(firstReport(rest, modelName)),
      to_clear: 1,
      started_at: clock.now(),
      updated_at: clock.now(),
      ended_at: null,
    }),
  )
  const keep = async (tx: Tx) => {
    if (!(await touchWritingRun(tx, runId, clock.now())))
      throw new Error('The conversion being stored was cleared as abandoned; its writer was silent too long.')
  }
  for (let first = 0; first < parts.length; first += SLICE_CHUNKS) {
    const rows = parts.slice(first, first + SLICE_CHUNKS).map((part, i) => chunkRow(runId, first + i, part))
    // The commit below waits for the disk with all that went before it.
    await database.transaction(async (tx) => {
      await keep(tx)
      await insertChunks(tx, rows)
    }, 'process')
  }
  const name = await database.transaction(async (tx) => {
    // The lane before the document, as whoever settles the lane's items does it.
    await addToLane(tx, lanes, { agentId, docId, runId }, clock.now())
    await keep(tx)
    const document =
      'docId' in into
        ? await lockOrFail(tx, agentId, docId)
        : await insertEmptyDocument(tx, knowledge, {
            ...into,
            id: docId,
            agentId,
            sourceUrl,
            format: rest.format,
          })
    await supersede(tx, knowledge, [docId], clock.now())
    await setDocumentStatus(tx, docId, 'PROCESSING', clock.now())
    await changeRun(tx, runId, {
      state: 'running',
      is_current: 1,
      to_clear: 0,
      base_count: document.pair_count,
      updated_at: clock.now(),
    })
    return document.name
  })
  knowledge.changed()
  return { doc_id: docId, doc_name: name }
}

export async function addToLane(
  tx: Tx,
  lanes: Pick<Lanes, 'add'>,
  { agentId, docId, runId }: { agentId: string; docId: string; runId: string },
  nowMs: number,
): Promise<void> {
  await lanes.add(tx, {
    lane: `convert:${docId}`,
    kind: CONVERT_KIND,
    gate: `convert:${agentId}`,
    tenant: agentId,
    subject: docId,
    body: JSON.stringify({ run: runId }),
    expiresAt: nowMs + LIFE_MS,
  })
}

function chunkRow(runId: string, ordinal: number, { place, text, pairs }: Part): ChunkRow {
  return {
    run_id: runId,
    ordinal,
    state: text === undefined ? 'found' : 'pending',
    place: JSON.stringify(place),
    body: text ?? '',
    fallback: JSON.stringify(pairs),
    result: null,
    tries: 0,
    reason: null,
  }
}
