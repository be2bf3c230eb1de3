/** Goes back to an earlier revision of a document. That is a revision of its own, so it can be undone in the same way. */
import type { Tx } from '../platform/database/handle.ts'
import { conflict, Fault } from '../platform/fault.ts'
import { forgetBaseOrdinals, runsOfDocument } from './convert/run-store.ts'
import { lockOrFail, requireDocument } from './find-document.ts'
import { changesBetween } from './match-pairs.ts'
import { areManySince, restorePairs } from './pair-store.ts'
import { changeDraft, findDraft } from './review/draft-store.ts'
import { type RevisionRow, revisionsOf } from './revision-store.ts'
import { addRevision, type Knowledge, showCopy } from './revisions.ts'
import type { DocumentRow } from './store.ts'
import { FEW_PAIRS, writeSet } from './write-set.ts'

interface Goal {
  readonly revision?: number | undefined
  readonly by: string | null
}

interface RolledBack {
  readonly pairs: number
  readonly revision: number
}

/** To `revision`, or to what the document showed before its last change. */
export async function rollback(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  to: Goal,
): Promise<RolledBack> {
  let result: RolledBack | undefined
  while (!result) result = await tryRollback(knowledge, agentId, docId, to)
  knowledge.contentChanged()
  return result
}

/** Undefined when the document changed while much was copied: the copy starts over. */
async function tryRollback(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  { revision, by }: Goal,
): Promise<RolledBack | undefined> {
  const { database, clock } = knowledge
  const shown = await requireDocument(database, agentId, docId)
  const goal = targetOf(await revisionsOf(database, docId), shown, revision)
  const changes = await changesBetween(database, shown, goal)
  if (!(await areManySince(database, goal, FEW_PAIRS)))
    return database.transaction('rollback', async (tx) => {
      const document = await lockOrFail(tx, agentId, docId)
      const target = await lockedTarget(tx, document)
      await restorePairs(tx, target, document.revision + 1)
      return show(tx, document, target)
    })
  const copy = await writeSet(knowledge, docId, async (writing) => {
    await writing.copy(goal)
    await writing.restore(goal.revision, shown.revision + 1)
  })
  return showCopy(knowledge, shown, goal.set_id, copy, async (tx, document) =>
    show(tx, document, await lockedTarget(tx, document)),
  )

  /** The revision found before may have been cleared or joined by others since. */
  async function lockedTarget(tx: Tx, document: DocumentRow): Promise<RevisionRow> {
    await refuseWhileConverting(tx, document)
    return targetOf(await revisionsOf(tx, docId), document, revision)
  }

  async function show(tx: Tx, document: DocumentRow, target: RevisionRow): Promise<RolledBack> {
    const now = clock.now()
    const { set_id, pair_count, char_count, format, source_url } = target
    const status = (await findDraft(tx, agentId, docId)) ? 'PROCESSING' : 'AVAILABLE'
    const to = { set_id, pair_count, char_count, format, source_url, status }
    const next = await addRevision(tx, document, { kind: 'rollback', by, ...changes, ...to }, now)
    // Pairs appended since a draft or a conversion began are no longer at the end of what the document shows.
    await changeDraft(tx, docId, { base_ordinal: null })
    await forgetBaseOrdinals(tx, docId)
    return { pairs: pair_count, revision: next }
  }
}

async function refuseWhileConverting(tx: Tx, { agent_id, id }: DocumentRow): Promise<void> {
  const runs = await runsOfDocument(tx, agent_id, id)
  if (runs.some(({ state }) => state === 'running'))
    throw conflict('The document is being converted. Go back once that has ended.')
}

function targetOf(
  all: readonly RevisionRow[],
  document: DocumentRow,
  wanted: number | undefined,
): RevisionRow {
  if (wanted === undefined) return previousOf(all)
  if (wanted === document.revision) throw conflict(`The document shows revision ${wanted} already.`)
  return revisionOf(all, wanted)
}

/** `all` is newest first. Appended pairs go with the change they were appended to. */
export function previousOf(all: readonly RevisionRow[]): RevisionRow {
  const last = all.findIndex(({ kind }) => kind !== 'append')
  const previous = last === -1 ? undefined : all[last + 1]
  if (!previous)
    throw conflict('There is nothing to go back to: the document was never replaced, or too long ago.')
  return previous
}

export function revisionOf(all: readonly RevisionRow[], wanted: number): RevisionRow {
  const found = all.find(({ revision }) => revision === wanted)
  if (found) return found
  const kept = all.map(({ revision }) => revision).reverse()
  throw new Fault(
    'notFound',
    `The document has no revision ${wanted}; it keeps ${kept.length > 0 ? kept.join(', ') : 'none'}.`,
  )
}
