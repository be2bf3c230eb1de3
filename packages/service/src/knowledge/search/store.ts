/** SQL of search: which bases there are and at what version, and what of a base an index has missed. */
import type { Reader } from '../../platform/database/handle.ts'

export interface BaseVersion {
  readonly id: string
  readonly version: number
  readonly removed_version: number
}

export interface PairPlace {
  readonly revisionId: string
  readonly ordinal: number
}

/** In the order of the places; undefined where there is no such pair. */
export async function pairsAt(db: Reader, places: readonly PairPlace[]) {
  if (places.length === 0) return []
  const rows = await db.q
    .selectFrom('pairs')
    .select(['revision_id', 'ordinal', 'question', 'answer'])
    .where((where) =>
      where.or(
        places.map(({ revisionId, ordinal }) =>
          where.and([where('revision_id', '=', revisionId), where('ordinal', '=', ordinal)]),
        ),
      ),
    )
    .execute()
  return places.map(({ revisionId, ordinal }) =>
    rows.find((each) => each.revision_id === revisionId && each.ordinal === ordinal),
  )
}

export function basesOfAgent(db: Reader, agentId: string): Promise<BaseVersion[]> {
  return db.q
    .selectFrom('knowledge_bases')
    .select(['id', 'version', 'removed_version'])
    .where('agent_id', '=', agentId)
    .orderBy('id')
    .execute()
}

export function baseVersion(db: Reader, id: string): Promise<BaseVersion | undefined> {
  return db.q
    .selectFrom('knowledge_bases')
    .select(['id', 'version', 'removed_version'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether there is anything to search at all. */
export async function hasDocuments(db: Reader): Promise<boolean> {
  return (await db.q.selectFrom('documents').select('id').limit(1).execute()).length > 0
}

/** Bases of so many pairs at least, those with the most first. */
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

export function changedDocuments(db: Reader, baseId: string, sinceVersion: number) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'name', 'revision_id', 'pair_count'])
    .where('base_id', '=', baseId)
    .where('base_version', '>', sinceVersion)
    .orderBy('id')
    .execute()
}

export async function documentIdsIn(db: Reader, baseId: string): Promise<Set<string>> {
  const rows = await db.q.selectFrom('documents').select('id').where('base_id', '=', baseId).execute()
  return new Set(rows.map(({ id }) => id))
}

export function basesOfDocuments(db: Reader, agentId: string, ids: readonly string[]) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'base_id'])
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
}
