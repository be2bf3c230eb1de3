/** SQL of sets of pairs, and of the pairs in them. */
import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import { holdsText, type Param } from '../platform/database/dialect.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import { inserting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { deleteSlice } from '../platform/database/slice-store.ts'

export interface PairText {
  readonly question: string
  readonly answer: string
}

export interface Pair extends PairText {
  keywords?: readonly string[] | undefined
  /** JSON: where a converted pair came from. */
  origin?: string | undefined
  /** The id of a pair that the document had before, in another set; see `pairId`. */
  id?: string | undefined
}

/** A revision: the rows of a set with `added_in <= revision < removed_in`. */
export interface SetRevision {
  readonly set_id: string
  readonly revision: number
}

export type PairRow = Pick<Schema['pairs'], 'set_id' | 'question' | 'answer' | 'keywords' | 'origin'> & {
  readonly ordinal: number
  readonly added_in: number
  readonly id: string | null
}
/** The columns of a row that say nothing about its revisions. */
const content = ['set_id', 'ordinal', 'id', 'question', 'answer', 'keywords', 'origin'] as const
const columns = [...content, 'added_in'] as const

const columnTypes = {
  set_id: 'text',
  ordinal: 'bigint',
  added_in: 'bigint',
  id: 'text',
  question: 'text',
  answer: 'text',
  keywords: 'text',
  origin: 'text',
} as const

/** The id of a pair is the set it was first written in and its ordinal there. A row in another set stores it. */
export const pairId = ({ id, set_id, ordinal }: Pick<PairRow, 'id' | 'set_id' | 'ordinal'>) =>
  id ?? `${set_id}-${ordinal}`

export const keywordsOf = ({ keywords }: Pick<PairRow, 'keywords'>): string[] =>
  keywords === null ? [] : JSON.parse(keywords)

/** The pair of a row, as it is written into another set. */
export function pairOf(row: PairRow): Pair {
  const { question, answer, origin } = row
  return {
    id: pairId(row),
    question,
    answer,
    keywords: keywordsOf(row),
    ...(origin === null ? {} : { origin }),
  }
}

/** Written out, because the index of sets to clear is used only by a query that repeats its condition word for word. */
const notLive = sql<boolean>`state <> 'live'`
/** The same for the indexes of rows that were added or removed after their set was written. */
const addedLater = sql<boolean>`added_in > 0`
const isRemoved = sql<boolean>`removed_in IS NOT NULL`
const hasId = sql<boolean>`id IS NOT NULL`

/** The set has no pairs yet, or its pairs up to `next_ordinal` are written in the same transaction. */
export const insertSet = inserting('pair_sets')

export async function setStates(
  tx: Tx,
  ids: readonly string[],
  state: Schema['pair_sets']['state'],
  nowMs: number,
): Promise<void> {
  await tx.q.updateTable('pair_sets').set({ state, touched_at: nowMs }).where('id', 'in', ids).execute()
}

/** Ends the writing of a set. Returns false when the set is no longer being written. */
export async function endWriting(
  tx: Tx,
  id: string,
  state: Schema['pair_sets']['state'],
  nowMs: number,
): Promise<boolean> {
  const result = await tx.q
    .updateTable('pair_sets')
    .set({ state, touched_at: nowMs })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Reserves `count` ordinals and returns the first; undefined when the set is no longer in that state. */
export async function reserveOrdinals(
  tx: Tx,
  id: string,
  state: 'writing' | 'live' | 'draft',
  count: number,
  nowMs: number,
): Promise<number | undefined> {
  const set = await tx.q
    .updateTable('pair_sets')
    .set(({ eb }) => ({ touched_at: nowMs, next_ordinal: eb('next_ordinal', '+', count) }))
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('next_ordinal')
    .executeTakeFirst()
  return set && set.next_ordinal - count
}

export async function nextOrdinal(db: Reader, setId: string): Promise<number> {
  const set = await db.q
    .selectFrom('pair_sets')
    .select('next_ordinal')
    .where('id', '=', setId)
    .executeTakeFirstOrThrow()
  return set.next_ordinal
}

export async function insertPairs(
  tx: Tx,
  setId: string,
  firstOrdinal: number,
  pairs: readonly Pair[],
  addedIn = 0,
): Promise<void> {
  const rows: Param[][] = pairs.map((pair, i) => [
    setId,
    firstOrdinal + i,
    addedIn,
    pair.id ?? null,
    pair.question,
    pair.answer,
    pair.keywords?.length ? JSON.stringify(pair.keywords) : null,
    pair.origin ?? null,
  ])
  await tx.insertMany('pairs', columnTypes, rows)
}

/** Few, because each may be long: the embedded engine reads a page at once, on the event loop. */
export const PAGE_PAIRS = 20

const shownBy = (q: Reader['q'], { set_id, revision }: SetRevision) =>
  q
    .selectFrom('pairs')
    .where('set_id', '=', set_id)
    .where('added_in', '<=', revision)
    .where((row) => row.or([row('removed_in', 'is', null), row('removed_in', '>', revision)]))

const pageOf = prepared<SetRevision & { first: number; limit: number }>()((q, p) =>
  shownBy(q, p).select(columns).where('ordinal', '>=', p.first).orderBy('ordinal').limit(p.limit),
)
export function readPairs(db: Reader, shown: SetRevision, first: number, limit: number): Promise<PairRow[]> {
  const { set_id, revision } = shown
  return db.run(pageOf, { set_id, revision, first, limit })
}

/** The same, but only pairs among the next `searched` ordinals that contain the text, in upper or lower case. */
export function readPairsWith(
  db: Reader,
  shown: SetRevision,
  { text, first, searched, limit }: { text: string; first: number; searched: number; limit: number },
): Promise<PairRow[]> {
  const has = (column: 'question' | 'answer') => holdsText(db.engine, column, text)
  return shownBy(db.q, shown)
    .select(columns)
    .where('ordinal', '>=', first)
    .where('ordinal', '<', first + searched)
    .where(({ or }) => or([has('question'), has('answer')]))
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/**
 * The pairs of a revision, page by page, from an ordinal on. Pages end early where the revision is cleared meanwhile. The event
 * loop runs between two pages, because the embedded engine would hold it for all of a large document.
 */
export async function* pagesOf(
  db: Reader,
  shown: SetRevision,
  { first = 0, size = PAGE_PAIRS } = {},
): AsyncGenerator<PairRow[]> {
  for (let page = await readPairs(db, shown, first, size); page.length > 0; ) {
    yield page
    if (page.length < size) return
    await nextTick()
    page = await readPairs(db, shown, (page.at(-1)?.ordinal ?? 0) + 1, size)
  }
}

export async function findPair(db: Reader, shown: SetRevision, id: string): Promise<PairRow | undefined> {
  const prefix = `${shown.set_id}-`
  const ordinal = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  const query = shownBy(db.q, shown).select(columns)
  return /^\d{1,15}$/.test(ordinal)
    ? query.where('ordinal', '=', Number(ordinal)).where('id', 'is', null).executeTakeFirst()
    : query.where(hasId).where('id', '=', id).executeTakeFirst()
}

/** Copies a range of ordinals into another set, within the database, with rows that only earlier revisions show. */
export async function copyPairs(
  tx: Tx,
  from: string,
  to: string,
  first: number,
  count: number,
): Promise<void> {
  await tx.q
    .insertInto('pairs')
    .columns([...columns, 'removed_in'])
    .expression((query) =>
      query
        .selectFrom('pairs')
        .select(({ val }) => [
          val(to).as('set_id'),
          'ordinal',
          sql<string>`COALESCE(id, set_id || '-' || ordinal)`.as('id'),
          ...(['question', 'answer', 'keywords', 'origin', 'added_in', 'removed_in'] as const),
        ])
        .where('set_id', '=', from)
        .where('ordinal', '>=', first)
        .where('ordinal', '<', first + count),
    )
    .execute()
}

/** Whether at least `count` rows of a set were added, or removed, since a revision. */
export async function areManySince(
  db: Reader,
  { set_id, revision }: SetRevision,
  count: number,
): Promise<boolean> {
  const rows = db.q.selectFrom('pairs').select('ordinal').where('set_id', '=', set_id).limit(count)
  const added = await rows.where(addedLater).where('added_in', '>', revision).execute()
  const removed = await rows.where(isRemoved).where('removed_in', '>', revision).execute()
  return added.length === count || removed.length === count
}

/** Makes a set show, from revision `from` on, what an earlier revision showed: all of it, or some ordinals. */
export async function restorePairs(
  tx: Tx,
  { set_id, revision }: SetRevision,
  from: number,
  some?: { readonly first: number; readonly count: number },
): Promise<void> {
  const ordinals = some && sql<boolean>`ordinal >= ${some.first} AND ordinal < ${some.first + some.count}`
  await tx.q
    .updateTable('pairs')
    .set({ removed_in: from })
    .where('set_id', '=', set_id)
    .where(ordinals ?? addedLater)
    .where('added_in', '>', revision)
    .where('removed_in', 'is', null)
    .execute()
  await tx.q
    .insertInto('pairs')
    .columns(columns)
    .expression((query) =>
      query
        .selectFrom('pairs')
        .select(({ val }) => [...content, val(from).as('added_in')])
        .where('set_id', '=', set_id)
        .where(ordinals ?? isRemoved)
        .where('removed_in', '>', revision)
        .where('added_in', '<=', revision),
    )
    .execute()
}

/** The pairs that a later revision of the same set shows and an earlier one does not, from an ordinal on. */
export function addedBetween(db: Reader, since: number, to: SetRevision, first: number, limit: number) {
  return shownBy(db.q, to)
    .select(columns)
    .where(addedLater)
    .where('added_in', '>', since)
    .where('ordinal', '>=', first)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** The ordinals with a row that was added since a revision. */
export async function ordinalsSince(db: Reader, setId: string, since: number): Promise<number[]> {
  const rows = await db.q
    .selectFrom('pairs')
    .select('ordinal')
    .where('set_id', '=', setId)
    .where(addedLater)
    .where('added_in', '>', since)
    .execute()
  return rows.map(({ ordinal }) => ordinal)
}

/** The ordinals that the later revision no longer shows. Rows that were cleared meanwhile are missing. */
export async function removedBetween(db: Reader, since: number, { set_id, revision }: SetRevision) {
  const rows = await db.q
    .selectFrom('pairs')
    .select('ordinal')
    .where('set_id', '=', set_id)
    .where(isRemoved)
    .where('removed_in', '>', since)
    .where('removed_in', '<=', revision)
    .where('added_in', '<=', since)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ ordinal }) => ordinal)
}

/** Hides pairs from a revision on. */
export async function removePairs(
  tx: Tx,
  setId: string,
  ordinals: readonly number[],
  revision: number,
): Promise<void> {
  await tx.q
    .updateTable('pairs')
    .set({ removed_in: revision })
    .where('set_id', '=', setId)
    .where('ordinal', 'in', ordinals)
    .where('removed_in', 'is', null)
    .execute()
}

/** Deletes rows that no revision from `oldest` on shows. */
export async function deleteRemoved(tx: Tx, setId: string, oldest: number): Promise<void> {
  await tx.q
    .deleteFrom('pairs')
    .where('set_id', '=', setId)
    .where(isRemoved)
    .where('removed_in', '<=', oldest)
    .execute()
}

/** Retires sets whose writers have been silent since `abandonedBefore`; such a writer fails at its next slice. */
export async function retireAbandoned(tx: Tx, abandonedBefore: number, nowMs: number): Promise<void> {
  await tx.q
    .updateTable('pair_sets')
    .set({ state: 'retired', touched_at: nowMs })
    .where(notLive)
    .where('state', '=', 'writing')
    .where('touched_at', '<', abandonedBefore)
    .execute()
}

export function retiredSets(db: Reader, limit: number) {
  return db.q
    .selectFrom('pair_sets')
    .select('id')
    .where(notLive)
    .where('state', '=', 'retired')
    .orderBy('touched_at')
    .limit(limit)
    .execute()
}

export const deletePairs = (tx: Tx, setId: string, limit: number) =>
  deleteSlice(tx, 'pairs', ['ordinal'], sql`set_id = ${setId}`, limit)

export async function deletePairsFrom(tx: Tx, setId: string, first: number): Promise<void> {
  await tx.q.deleteFrom('pairs').where('set_id', '=', setId).where('ordinal', '>=', first).execute()
}

export async function deleteSet(tx: Tx, id: string): Promise<void> {
  // The row of its conversion goes too, unless the document has no newer one.
  await tx.q
    .deleteFrom('conversion_runs')
    .where('document_id', '=', (query) =>
      query.selectFrom('pair_sets').select('document_id').where('id', '=', id),
    )
    .where('set_id', '=', id)
    .where('is_current', '=', 0)
    .execute()
  await tx.q.deleteFrom('pair_sets').where('id', '=', id).execute()
}
