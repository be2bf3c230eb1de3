/**
 * Accepts a document for conversion by a model: stores its text in slices; then one transaction starts the conversion and adds
 * the work to its lane. From then on nothing is lost. Until the work is done, the document shows what it showed before. A retry
 * adds the work again for the chunks that failed.
 */
import type { Lanes } from '../../lanes/lanes.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { conflict, found } from '../../platform/fault.ts'
import { newId } from '../../platform/ids.ts'
import { beginConversion, type FileOfDocument } from '../documents.ts'
import { lockOrFail } from '../find-document.ts'
import { nextOrdinal } from '../pair-store.ts'
import { UNSHOWN_CHARS } from '../revision-store.ts'
import type { Knowledge } from '../revisions.ts'
import { findDocument, setDocumentStatus } from '../store.ts'
import type { ConvertedRest } from './convert-job.ts'
import type { Part } from './model/plan-parts.ts'
import { firstReport } from './run-report.ts'
import {
  type ChunkRow,
  changeRun,
  insertChunks,
  insertRun,
  lockRun,
  newRun,
  renewFailedChunks,
  runsOfDocument,
  touchWritingRun,
} from './run-store.ts'
import { pickRun } from './show-conversion.ts'

/** The kind of the lane items of conversions. */
export const CONVERT_KIND = 'convert'

export interface AcceptDeps {
  readonly knowledge: Knowledge
  readonly lanes: Pick<Lanes, 'add'>
  readonly modelName: string
}

interface AcceptedFile extends FileOfDocument {
  readonly rest: ConvertedRest
  readonly parts: readonly Part[]
}

const SLICE_CHUNKS = 50
/** The longest time that a conversion waits for its model. */
const LIFE_MS = 30 * 86_400_000

export async function acceptConversion(
  { knowledge, lanes, modelName }: AcceptDeps,
  input: AcceptedFile,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const { agentId, fileName, sourceUrl, rest, parts } = input
  await knowledge.requireRoom(agentId, { chars: UNSHOWN_CHARS, pairs: 0 })
  const docId = input.docId ?? newId(clock.now())
  const report = JSON.stringify(firstReport(rest, modelName))
  const run = newRun({ agentId, docId, fileName, sourceUrl, report }, clock.now())
  const runId = run.id
  await database.transaction('accept-conversion', (tx) =>
    insertRun(tx, { ...run, state: 'writing', to_clear: 1 }),
  )
  const touch = async (tx: Tx) => {
    if (!(await touchWritingRun(tx, runId, clock.now())))
      throw new Error('The conversion being stored was cleared as abandoned; its writer was silent too long.')
  }
  for (let first = 0; first < parts.length; first += SLICE_CHUNKS) {
    const rows = parts.slice(first, first + SLICE_CHUNKS).map((part, i) => chunkRow(runId, first + i, part))
    // The last commit below waits for the disk, with all that was written before it.
    await database.transaction(
      'accept-conversion',
      async (tx) => {
        await touch(tx)
        await insertChunks(tx, rows)
      },
      'process',
    )
  }
  const name = await database.transaction('accept-conversion', async (tx) => {
    // The lane is locked before the document, as when an item of the lane is settled.
    await addToLane(tx, lanes, { agentId, docId, runId })
    await touch(tx)
    const document = await beginConversion(tx, knowledge, docId, input, rest.format)
    await setDocumentStatus(tx, docId, 'PROCESSING', clock.now())
    await changeRun(tx, runId, {
      state: 'running',
      is_current: 1,
      to_clear: 0,
      base_ordinal: await nextOrdinal(tx, document.set_id),
      updated_at: clock.now(),
    })
    return document.name
  })
  knowledge.contentChanged()
  return { doc_id: docId, doc_name: name }
}

/** Asks the model again about the chunks that failed. Until that is done, the document shows what it showed before. */
export async function retryConversion(
  { database, clock }: Knowledge,
  lanes: Pick<Lanes, 'add'>,
  agentId: string,
  docId: string,
): Promise<number> {
  return database.transaction('accept-conversion', async (tx) => {
    const shown = await findDocument(tx, agentId, docId)
    const picked = found(
      pickRun(await runsOfDocument(tx, agentId, docId), shown?.set_id),
      `The agent has no converted document with the id ${docId.slice(0, 60)}.`,
    )
    // The lane is locked before the document, as when an item of the lane is settled.
    await addToLane(tx, lanes, { agentId, docId, runId: picked.id })
    const document = await lockOrFail(tx, agentId, docId)
    const run = await lockRun(tx, picked.id)
    if (!run || run.state === 'running')
      throw conflict('The document is being converted. Wait until that has ended.')
    // The document was rolled back from this content, and must not show it again unasked.
    const isRolledBack = run.state === 'done' && run.set_id !== document.set_id
    const chunks = run.is_current === 1 && !isRolledBack ? await renewFailedChunks(tx, run.id) : 0
    if (chunks === 0)
      throw conflict('No passage of what the document shows failed: there is nothing to ask again.')
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

async function addToLane(
  tx: Tx,
  lanes: Pick<Lanes, 'add'>,
  { agentId, docId, runId }: { agentId: string; docId: string; runId: string },
): Promise<void> {
  await lanes.add(tx, {
    lane: `convert:${docId}`,
    kind: CONVERT_KIND,
    gate: `convert:${agentId}`,
    tenant: agentId,
    subject: docId,
    body: JSON.stringify({ run: runId }),
    lifeMs: LIFE_MS,
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
