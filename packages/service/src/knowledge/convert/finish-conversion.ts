/**
 * Ends a conversion, once no chunk is pending: writes its pairs beside the document, then shows them in one small transaction,
 * or keeps them as a draft, as the agent's settings say.
 */
import { hash } from 'node:crypto'
import type { ConvertedPair } from '@tandem/documents/find-pairs'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { matchPairs } from '../match-pairs.ts'
import type { ConversionOutcome } from '../metrics.ts'
import { endWriting, type Pair, setStates } from '../pair-store.ts'
import { insertDraft, putMarks } from '../review/draft-store.ts'
import { dropDrafts, type Knowledge, replaceSet } from '../revisions.ts'
import { type DocumentRow, findDocument, lockDocument, setDocumentStatus } from '../store.ts'
import { discardSet, type Writing, type Written, writeSet } from '../write-set.ts'
import type { ConvertLimits } from './convert-job.ts'
import type { ChunkResult } from './model/chunk.ts'
import { type Collected, collectHeld, lastReport, noneCollected, parseReport } from './run-report.ts'
import {
  changeRun,
  chunksFrom,
  failedChunks,
  findRun,
  lockRun,
  progressOf,
  type RunRow,
} from './run-store.ts'

export interface FinishDeps {
  readonly knowledge: Knowledge
  readonly publishing: (agentId: string) => Promise<Publishing>
  readonly limits: ConvertLimits
}

/** Writes the set; returns the rest of the work, for the transaction that settles the item of the lane. */
export async function finishConversion(deps: FinishDeps, run: RunRow): Promise<(tx: Tx) => Promise<void>> {
  const { knowledge, limits } = deps
  const { database } = knowledge
  // Content that an editor has reviewed is never replaced without their approval.
  const how = run.is_reviewed === 1 ? 'after_approval' : await deps.publishing(run.agent_id)
  const chunks = await progressOf(database, run.id)
  const collected = noneCollected()
  const held: number[] = []
  const shown = await findDocument(database, run.agent_id, run.document_id)
  const matcher = shown && (await matchPairs(database, shown, run.base_ordinal))
  const write = async (writing: Writing) => {
    let at = 0
    for await (const list of assemblePairs(database, run.id, how === 'after_approval', collected)) {
      for (const { origin = '{}' } of list) {
        if ((JSON.parse(origin) as Partial<ConvertedPair['origin']>).held) held.push(at)
        at++
      }
      await writing.add(list)
      if (at > limits.pairs) return
    }
    const now = await findDocument(database, run.agent_id, run.document_id)
    if (now && how === 'at_once' && run.base_ordinal !== null) await writing.keep(now, run.base_ordinal)
  }
  const written = await writeSet(knowledge, run.document_id, write, matcher)
  const report = lastReport(parseReport(run.report), collected, chunks)
  const refusal =
    written.pairCount === 0
      ? await nothingUsable(deps, run)
      : written.pairCount > limits.pairs
        ? `The file would become more than ${limits.pairs} pairs, the most that are stored of one. Split it, or raise chunk_token.`
        : undefined
  if (refusal !== undefined) await discardSet(knowledge, written.setId)
  const publication: Publication = {
    run,
    written,
    format: report.format,
    report: JSON.stringify(report),
    held,
    keepChunks: chunks.failed > 0,
  }
  return (tx) => conclude(deps, tx, run, how, publication, refusal)
}

async function conclude(
  { knowledge }: FinishDeps,
  tx: Tx,
  run: RunRow,
  how: Publishing,
  publication: Publication,
  refusal: string | undefined,
): Promise<void> {
  const now = knowledge.clock.now()
  const document = await lockDocument(tx, run.agent_id, run.document_id)
  const state = (await lockRun(tx, run.id))?.state
  const ended = (outcome: ConversionOutcome) => {
    tx.afterCommit(() => knowledge.metrics.converted(outcome, now - run.started_at))
    tx.afterCommit(() => knowledge.contentChanged())
  }
  if (!document || state !== 'running') {
    ended('superseded')
    // Newer content took its place: this set must never be shown.
    await setStates(tx, [publication.written.setId], 'retired', now)
    return
  }
  const { setId } = publication.written
  const isShown =
    refusal === undefined && (await endWriting(tx, setId, how === 'at_once' ? 'live' : 'draft', now))
  if (isShown) await publish(tx, document, how, publication, now)
  ended(isShown ? (how === 'at_once' ? 'published' : 'draft') : 'failed')
  if (isShown) return
  await changeRun(tx, run.id, {
    state: 'failed',
    reason: refusal ?? 'Writing its pairs took too long. Run it again.',
    report: publication.report,
    updated_at: now,
    ended_at: now,
  })
  await setDocumentStatus(tx, run.document_id, 'FAILED', now)
}

/** Fails a conversion that is given up, and its document, unless newer content took its place. */
export async function failConversion(
  { knowledge }: FinishDeps,
  tx: Tx,
  runId: string,
  reason: string,
): Promise<void> {
  const now = knowledge.clock.now()
  const found = await findRun(tx, runId)
  if (!found) return
  const document = await lockDocument(tx, found.agent_id, found.document_id)
  const run = await lockRun(tx, runId)
  if (!document || run?.state !== 'running') return
  await changeRun(tx, runId, { state: 'failed', reason, updated_at: now, ended_at: now })
  await setDocumentStatus(tx, run.document_id, 'FAILED', now)
  tx.afterCommit(() => {
    knowledge.metrics.converted('failed', now - run.started_at)
    knowledge.contentChanged()
  })
}

async function nothingUsable({ knowledge }: FinishDeps, run: RunRow): Promise<string> {
  const [first] = await failedChunks(knowledge.database, run.id, 1)
  return first?.reason
    ? `Nothing could be made of it: ${first.reason}`
    : 'The file holds nothing that could become a question and an answer.'
}

export type Publishing = 'at_once' | 'after_approval'

interface Publication {
  readonly run: Pick<RunRow, 'id' | 'base_ordinal' | 'source_url'>
  readonly written: Written
  readonly format: string
  readonly report: string
  /** Ordinals of its pairs that a check held back; only in a draft. */
  readonly held: readonly number[]
  /** Some chunks failed: all are kept for a retry. */
  readonly keepChunks: boolean
}

/** Makes the document show a converted set, or stores the set as a draft. The document's row must be locked. */
export async function publish(
  tx: Tx,
  document: DocumentRow,
  how: Publishing,
  publication: Publication,
  nowMs: number,
): Promise<void> {
  const { run, written, format, report, held } = publication
  const ended = {
    set_id: written.setId,
    report,
    reason: null,
    to_clear: publication.keepChunks ? 0 : 1,
    updated_at: nowMs,
    ended_at: nowMs,
  }
  await dropDrafts(tx, [document.id], nowMs)
  if (how === 'at_once') {
    const source = { format, sourceUrl: run.source_url ?? undefined }
    const cause = { kind: 'convert', by: null } as const
    await replaceSet(tx, document, written, source, cause, nowMs, run.base_ordinal)
    await changeRun(tx, run.id, { ...ended, state: 'done', base_ordinal: written.pairCount })
    return
  }
  await insertDraft(tx, {
    document_id: document.id,
    set_id: written.setId,
    run_id: run.id,
    agent_id: document.agent_id,
    format,
    source_url: run.source_url,
    pair_count: written.pairCount,
    rest: 'pending',
    version: 1,
    base_ordinal: run.base_ordinal,
    created_at: nowMs,
    updated_at: nowMs,
  })
  const marks = held.map((ordinal) => ({
    ordinal,
    state: 'pending' as const,
    held: 1,
    question: null,
    answer: null,
  }))
  await putMarks(tx, written.setId, marks)
  // Editors see a pair of the model beside the chunk it was made from.
  await changeRun(tx, run.id, { ...ended, state: 'waiting', to_clear: 0 })
  await setDocumentStatus(tx, document.id, 'PROCESSING', nowMs)
}

const PAGE_CHUNKS = 20

/**
 * Yields the pairs of the chunks in the order of the document: pairs found in it, pairs that the model made, and for a chunk
 * without any of these, its pairs without a model. Fills `collected`. With `withHeld`, pairs that were held back are included,
 * each with the reason.
 */
async function* assemblePairs(
  database: Database,
  runId: string,
  withHeld: boolean,
  collected: Collected,
): AsyncGenerator<Pair[]> {
  const seen = new Set<string>()
  for (let from = 0; ; ) {
    const rows = await chunksFrom(database, runId, from, PAGE_CHUNKS)
    if (rows.length === 0) return
    for (const row of rows) {
      const result = row.result === null ? undefined : (JSON.parse(row.result) as ChunkResult)
      // The result of a chunk that failed in part includes the pairs that replace the rest.
      const isMade = result && (row.state === 'done' || result.pairs.length > 0)
      const made = isMade ? result.pairs : (JSON.parse(row.fallback) as ConvertedPair[])
      if (isMade && row.state === 'done')
        collected.kept += made.filter(({ origin }) => origin.how !== 'model').length
      if (result) {
        collectHeld(collected, result.held)
        collected.uncovered.push(...result.uncovered)
      }
      const list: Pair[] = []
      for (const pair of withHeld ? [...made, ...(result?.held ?? [])] : made) {
        const key = hash('sha1', JSON.stringify([pair.question, pair.answer]))
        if (seen.has(key)) collected.repeated++
        else list.push({ ...pair, origin: JSON.stringify(pair.origin) })
        seen.add(key)
      }
      collected.pairs += list.length
      if (list.length > 0) yield list
    }
    from = (rows.at(-1)?.ordinal ?? from) + 1
  }
}
