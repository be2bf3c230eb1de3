/** SQL of search: which bases there are and at what version, and what of a base an index has missed. */
import type { Reader } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'

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
const one = prepared<{ id: string }>()((q, p) =>
  q.selectFrom('knowledge_bases').select(['id', 'version', 'removed_version']).where('id', '=', p.id),
)
const changedSince = prepared<{ baseId: string; version: number }>()((q, p) =>
  q
    .selectFrom('documents')
    .select(['id', 'name', 'revision_id', 'pair_count'])
    .where('base_id', '=', p.baseId)
    .where('base_version', '>', p.version)
    .orderBy('id'),
)
const idsIn = prepared<{ baseId: string }>()((q, p) =>
  q.selectFrom('documents').select('id').where('base_id', '=', p.baseId),
)

export function basesOfAgent(db: Reader, agentId: string): Promise<BaseVersion[]> {
  return db.run(ofAgent, { agentId })
}

export async function baseVersion(db: Reader, id: string): Promise<BaseVersion | undefined> {
  return (await db.run(one, { id }))[0]
}

export function changedDocuments(db: Reader, baseId: string, sinceVersion: number) {
  return db.run(changedSince, { baseId, version: sinceVersion })
}

export async function documentIdsIn(db: Reader, baseId: string): Promise<Set<string>> {
  return new Set((await db.run(idsIn, { baseId })).map(({ id }) => id))
}

export function basesOfDocuments(db: Reader, agentId: string, ids: readonly string[]) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'base_id'])
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
}
