/**
 * Adds, edits and deletes single pairs of a document. Each change is a revision of its own, which takes one or two rows,
 * however many pairs there are. When two people edit a pair at once, the second gets the version of the first.
 */
import { pairOrigin, type StoredPair } from '@tandem/contract/admin-conversions'
import type { Tokenizer } from '../models/tokenizer.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { Fault, found, parameterFault } from '../platform/fault.ts'
import { setReviewed } from './convert/run-store.ts'
import { checkKind, lockOrFail, requireDocument } from './find-document.ts'
import {
  findPair,
  insertPairs,
  keywordsOf,
  type PairRow,
  type PairText,
  pairId,
  pairOf,
  removePairs,
} from './pair-store.ts'
import {
  addRevision,
  addToSet,
  type Cause,
  type Knowledge,
  requireRoomFor,
  statusWithPairs,
} from './revisions.ts'
import type { DocumentRow } from './store.ts'
import { countChars } from './write-set.ts'

interface PairEditing {
  readonly knowledge: Knowledge
  readonly tokenizer: Tokenizer
}

export interface EditedPair {
  readonly row: PairRow
  readonly revision: number
}

type DocumentKey = Pick<DocumentRow, 'agent_id' | 'id'>

export async function addPair(
  { knowledge, tokenizer }: PairEditing,
  { agent_id, id }: DocumentKey,
  pair: PairText,
  by: string | null,
): Promise<EditedPair> {
  const { database, clock } = knowledge
  await requireRoomFor(knowledge, agent_id, [pair])
  const tokens = await tokensOf(tokenizer, pair)
  const added = await database.transaction('edit-pairs: add', async (tx) => {
    const document = await lockOrFail(tx, agent_id, id)
    checkKind(document, ['QA'], 'append')
    const ordinal = await addToSet(tx, document, [pair], clock.now())
    const cause = { kind: 'add_pair', by } as const
    const revision = await addPairRevision(tx, knowledge, document, cause, { to: pair, tokens })
    const row = { set_id: document.set_id, ordinal, added_in: revision }
    return { row: { ...pair, ...row, id: null, keywords: null, origin: null }, revision }
  })
  knowledge.contentChanged()
  return added
}

/** With `ifRevision`, the edit is refused when the pair has changed since that revision. */
export async function editPair(
  { knowledge, tokenizer }: PairEditing,
  key: DocumentKey,
  pairId: string,
  wording: Partial<PairText>,
  { ifRevision, by }: { ifRevision: number | undefined; by: string | null },
): Promise<EditedPair> {
  const { database } = knowledge
  const seen = await requireDocument(database, key.agent_id, key.id)
  const before = await requirePair(database, seen, pairId)
  const tokens = (await tokensOf(tokenizer, { ...before, ...wording })) - (await tokensOf(tokenizer, before))
  const edited = await database.transaction('edit-pairs: edit', async (tx) => {
    const document = await lockOrFail(tx, key.agent_id, key.id)
    const row = await requirePair(tx, document, pairId)
    // A revision that does not exist yet, such as one of another document, would protect nothing.
    if (ifRevision !== undefined && ifRevision > document.revision)
      throw parameterFault('if_revision', `${ifRevision}`, `one up to ${document.revision}, the present one`)
    if (ifRevision !== undefined && row.added_in > ifRevision) throw changedMeanwhile(row, document.revision)
    if (document.kind !== 'QA' && wording.question !== undefined)
      throw parameterFault('question', 'a question', 'an answer alone: the document holds passages')
    const to = { ...row, ...wording }
    if (isSame(row, to)) return { row, revision: document.revision }
    await removePairs(tx, row.set_id, [row.ordinal], document.revision + 1)
    const pair = { ...pairOf(to), id: row.id ?? undefined }
    await insertPairs(tx, row.set_id, row.ordinal, [pair], document.revision + 1)
    const cause = { kind: 'edit_pair', by } as const
    const change = { from: row, to, tokens: isSame(row, before) ? tokens : null }
    const revision = await addPairRevision(tx, knowledge, document, cause, change)
    return { row: { ...to, added_in: revision }, revision }
  })
  knowledge.contentChanged()
  return edited
}

export async function deletePair(
  { knowledge, tokenizer }: PairEditing,
  key: DocumentKey,
  pairId: string,
  by: string | null,
): Promise<void> {
  const { database } = knowledge
  const seen = await requireDocument(database, key.agent_id, key.id)
  const before = await requirePair(database, seen, pairId)
  const tokens = await tokensOf(tokenizer, before)
  await database.transaction('edit-pairs: delete', async (tx) => {
    const document = await lockOrFail(tx, key.agent_id, key.id)
    const row = await requirePair(tx, document, pairId)
    await removePairs(tx, row.set_id, [row.ordinal], document.revision + 1)
    const cause = { kind: 'delete_pair', by } as const
    const change = { from: row, tokens: isSame(row, before) ? -tokens : null }
    await addPairRevision(tx, knowledge, document, cause, change)
  })
  knowledge.contentChanged()
}

interface PairChange {
  readonly from?: PairText
  readonly to?: PairText
  /** The difference; null when all tokens must be counted again. */
  readonly tokens: number | null
}

/** Shows the next revision, in which one pair was added, removed or changed. */
async function addPairRevision(
  tx: Tx,
  { clock }: Knowledge,
  document: DocumentRow,
  cause: Cause,
  { from, to, tokens }: PairChange,
): Promise<number> {
  // A conversion that is retried must not replace what a person has edited.
  await setReviewed(tx, document.id, document.set_id)
  const [added, removed] = [from ? 0 : 1, to ? 0 : 1]
  return addRevision(
    tx,
    document,
    {
      ...cause,
      ...{ added, removed, changed: 1 - added - removed, set_id: document.set_id },
      pair_count: document.pair_count + added - removed,
      char_count: document.char_count + countChars(to ? [to] : []) - countChars(from ? [from] : []),
      status: added === 1 ? statusWithPairs(document) : document.status,
      token_count: document.token_count === null || tokens === null ? null : document.token_count + tokens,
    },
    clock.now(),
  )
}

export async function requirePair(db: Reader, document: DocumentRow, id: string): Promise<PairRow> {
  const words = `The document has no pair ${id.slice(0, 80)}; it may have been deleted.`
  return found(await findPair(db, document, id), words)
}

const changedMeanwhile = (row: PairRow, revision: number) =>
  new Fault(
    'changedMeanwhile',
    `Somebody else changed the pair, in revision ${row.added_in}. Look at what it says now, then send your change with if_revision ${revision}.`,
    { body: { pair: storedPair(row), revision } },
  )

const isSame = (a: PairText, b: PairText) => a.question === b.question && a.answer === b.answer

/** A pair as the admin contract shows it. */
export function storedPair(row: PairRow): StoredPair {
  const { ordinal, question, answer } = row
  return { id: pairId(row), ordinal, question, answer, keywords: keywordsOf(row), origin: originOf(row) }
}

/** Null for a pair that no conversion made. */
export const originOf = ({ origin }: Pick<PairRow, 'origin'>) =>
  origin === null ? null : pairOrigin.parse(JSON.parse(origin))

async function tokensOf(tokenizer: Tokenizer, { question, answer }: PairText): Promise<number> {
  const counts = await tokenizer.count([question, answer])
  return counts.reduce((sum, count) => sum + count, 0)
}
