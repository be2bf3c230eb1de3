/** The decisions of an editor about the pairs of a draft: edited, approved, dropped, or pending again. */
import type { DraftCounts } from '@tandem/contract/admin-review'
import type { Tx } from '../../platform/database/handle.ts'
import { Fault, found, parameterFault } from '../../platform/fault.ts'
import type { Knowledge } from '../revisions.ts'
import {
  changeDraft,
  type DraftRow,
  decidePendingMarks,
  findMarks,
  lockDraft,
  type MarkRow,
  putMarks,
} from './draft-store.ts'
import { countDraft, type ReviewedPair, readReviewed, requireDraft } from './read-draft.ts'

type Decision = 'approve' | 'drop' | 'reset'

const stateAfter = { approve: 'approved', drop: 'dropped', reset: 'pending' } as const

/** Runs a change under the lock of the draft's row, and raises the version of the draft. */
async function withLockedDraft<T>(
  { database, clock }: Knowledge,
  agentId: string,
  docId: string,
  work: (tx: Tx, draft: DraftRow) => Promise<T>,
): Promise<T> {
  return database.transaction('decide-pairs', async (tx) => {
    await requireDraft(tx, agentId, docId)
    const draft = found(await lockDraft(tx, docId), 'The draft was applied or dropped meanwhile.')
    const result = await work(tx, draft)
    await changeDraft(tx, docId, { version: draft.version + 1, updated_at: clock.now() })
    return result
  })
}

export function editDraftPair(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  ordinal: number,
  change: { question?: string | undefined; answer?: string | undefined },
): Promise<ReviewedPair> {
  return withLockedDraft(knowledge, agentId, docId, async (tx, draft) => {
    const [pair] = await readReviewed(tx, draft, ordinal, 1)
    if (pair?.ordinal !== ordinal)
      throw new Fault('notFound', `The draft has no pair ${ordinal}; it has ${draft.pair_count}, from 0.`)
    const question = change.question ?? pair.question
    const answer = change.answer ?? pair.answer
    const held = pair.held ? 1 : 0
    await putMarks(tx, draft.set_id, [{ ordinal, state: 'edited', held, question, answer }])
    const original = pair.original ?? { question: pair.question, answer: pair.answer }
    return { ...pair, state: 'edited', question, answer, original }
  })
}

export function decidePairs(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  decision: Decision,
  ordinals: readonly number[] | 'all',
): Promise<DraftCounts> {
  return withLockedDraft(knowledge, agentId, docId, async (tx, draft) => {
    if (ordinals !== 'all') {
      await decideSome(tx, draft, decision, ordinals)
      return countDraft(tx, draft)
    }
    if (decision === 'reset')
      throw parameterFault('all', 'true with reset', 'the ordinals of the pairs to reset')
    const state = stateAfter[decision]
    await decidePendingMarks(tx, draft.set_id, state, decision === 'drop')
    if (draft.rest === 'pending') await changeDraft(tx, docId, { rest: state })
    return countDraft(tx, { ...draft, rest: draft.rest === 'pending' ? state : draft.rest })
  })
}

async function decideSome(
  tx: Tx,
  draft: DraftRow,
  decision: Decision,
  ordinals: readonly number[],
): Promise<void> {
  const unknown = ordinals.find((ordinal) => ordinal >= draft.pair_count)
  if (unknown !== undefined)
    throw parameterFault('ordinals', String(unknown), `places from 0 to ${draft.pair_count - 1}`)
  const known = new Map((await findMarks(tx, draft.set_id, ordinals)).map((mark) => [mark.ordinal, mark]))
  const marks = [...new Set(ordinals)].map((ordinal): Omit<MarkRow, 'set_id'> => {
    const mark = known.get(ordinal)
    // An edited pair that is approved stays edited; one that is dropped or reset loses its edits.
    if (mark?.state === 'edited' && decision === 'approve') return mark
    return { ordinal, state: stateAfter[decision], held: mark?.held ?? 0, question: null, answer: null }
  })
  await putMarks(tx, draft.set_id, marks)
}
