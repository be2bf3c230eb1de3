/** SQL of search: the bases with their versions, and the changes that an index has missed. */
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { finding } from '../../platform/database/rows.ts'
import { type PairText, pairId } from '../pair-store.ts'

export interface BaseVersion {
  readonly id: string
  readonly version: number
  readonly removed_version: number
}

const ofAgent = prepared<{ agentId: string }>()((q, p) =>
  q
    .selectFrom('knowledge_bases')
    .select(['id', 'version', 'removed_version'])
    .where('agent_id', '=', p.agentId)
    .orderBy('id'),
)
const changedSince = prepared<{ baseId: string; version: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(['id', 'name', 'set_id', 'revision', 'pair_count'])
    .where('base_id', '=', p.baseId)
    .where('base_version', '>', p.version)
    .orderBy('id'),
)

/** A pair as a revision shows it. */
interface PairPlace {
  readonly setId: string
  readonly revision: number
  readonly ordinal: number
}

interface PairAt extends PairPlace, PairText {
  readonly id: string
}

/** A pair that was edited has a row for each wording; the last one up to the revision counts. */
const lastRowAt = prepared<PairPlace>()((q, p) =>
  q
    .selectFrom('pairs')
    .select(['set_id', 'ordinal', 'id', 'question', 'answer'])
    .where('set_id', '=', p.setId)
    .where('ordinal', '=', p.ordinal)
    .where('added_in', '<=', p.revision)
    .orderBy('added_in', 'desc')
    .limit(1),
)

/** In the order of the places; undefined where there is no such pair. */
export function pairsAt(db: Reader, places: readonly PairPlace[]): Promise<(PairAt | undefined)[]> {
  return Promise.all(
    places.map(async (place) => {
      const [row] = await db.run(lastRowAt, place)
      return row && { ...place, id: pairId(row), question: row.question, answer: row.answer }
    }),
  )
}

export function basesOfAgent(db: Reader, agentId: string): Promise<BaseVersion[]> {
  return db.run(ofAgent, { agentId })
}

export const baseVersion = finding('knowledge_bases', 'id')

/** Whether there is anything to search at all. */
export async function hasDocuments(db: Reader): Promise<boolean> {
  return (await db.q.selectFrom('documents').select('id').limit(1).execute()).length > 0
}

/** Bases with at least `pairs` pairs, largest first. */
export async function largestBases(db: Reader, pairs: number, limit: number): Promise<BaseVersion[]> {
  return db.q
    .selectFrom('documents')
    .innerJoin('knowledge_bases as base', 'base.id', 'documents.base_id')
    .select(['base.id', 'base.version', 'base.removed_version'])
    .groupBy(['base.id', 'base.version', 'base.removed_version'])
    .having((having) => having.fn.sum('documents.pair_count'), '>=', pairs)
    .orderBy((order) => order.fn.sum('documents.pair_count'), 'desc')
    .limit(limit)
    .execute()
}

export type ChangedDocument = Awaited<ReturnType<typeof changedDocuments>>[number]

export function changedDocuments(db: Reader, baseId: string, sinceVersion: number) {
  return db.run(changedSince, { baseId, version: sinceVersion })
}

/** A place in the order in which the documents of a base changed. Two documents may share a version only if it is 0. */
export interface ChangePlace {
  readonly version: number
  readonly id: string
}

const changedAfter = prepared<ChangePlace & { baseId: string; upTo: number; limit: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(['id', 'set_id', 'revision', 'base_version'])
    .where('base_id', '=', p.baseId)
    .where(sql<boolean>`(base_version, id) > (${p.version}, ${p.id})`)
    .where('base_version', '<=', p.upTo)
    .orderBy('base_version')
    .orderBy('id')
    .limit(p.limit),
)

const PAGE_DOCUMENTS = 100

/** The next documents in the order of their changes, after a place and up to a version of the base. */
export function nextChanged(db: Reader, baseId: string, after: ChangePlace, upTo: number) {
  return db.run(changedAfter, { baseId, ...after, upTo, limit: PAGE_DOCUMENTS })
}

/** Slow for many documents, so it is called with `scanReader`. */
export async function countChanged(db: Reader, baseId: string, sinceVersion: number): Promise<number> {
  const { count } = await db.q
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('base_id', '=', baseId)
    .where('base_version', '>', sinceVersion)
    .executeTakeFirstOrThrow()
  return count
}

/** Slow for many documents, so it is called with `scanReader`. */
export async function countPairs(db: Reader, baseId: string): Promise<number> {
  const { pairs } = await db.q
    .selectFrom('documents')
    .select(sql<number>`CAST(COALESCE(SUM(pair_count), 0) AS BIGINT)`.as('pairs'))
    .where('base_id', '=', baseId)
    .executeTakeFirstOrThrow()
  return pairs
}

export async function documentIdsIn(db: Reader, baseId: string): Promise<Set<string>> {
  const rows = await db.q.selectFrom('documents').select('id').where('base_id', '=', baseId).execute()
  return new Set(rows.map(({ id }) => id))
}
