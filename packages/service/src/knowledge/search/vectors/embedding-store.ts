/** SQL of embeddings: the vectors of a base, and the version of the base for which they are complete. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/database/handle.ts'
import { finding } from '../../../platform/database/rows.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { deleteSlice } from '../../../platform/database/slice-store.ts'

const vectorsOf = (db: Reader, baseId: string, embedder: string) =>
  db.q.selectFrom('embeddings').where('base_id', '=', baseId).where('embedder', '=', embedder)

const changeState = (
  tx: Tx,
  baseId: string,
  embedder: string,
  to: Partial<Pick<Schema['embedded_bases'], 'version' | 'queued_version' | 'floor' | 'last_error'>>,
) => tx.q.updateTable('embedded_bases').set(to).where('base_id', '=', baseId).where('embedder', '=', embedder)

/** Bases of living agents with changes whose embedding is not queued yet. */
export function basesToEmbed(db: Reader, embedder: string, limit: number) {
  return db.q
    .selectFrom('knowledge_bases as base')
    .innerJoin('agents', 'agents.id', 'base.agent_id')
    .leftJoin('embedded_bases as embedded', (join) =>
      join.onRef('embedded.base_id', '=', 'base.id').on('embedded.embedder', '=', embedder),
    )
    .select(['base.id', 'base.agent_id', 'base.version'])
    .where('base.version', '>', 0)
    .where('agents.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('embedded.queued_version', 'is', null),
        where('embedded.queued_version', '<', where.ref('base.version')),
      ]),
    )
    .orderBy('base.id')
    .limit(limit)
    .execute()
}

/** Returns true for the one process that may queue the work. */
export async function claimEmbedding(
  tx: Tx,
  baseId: string,
  embedder: string,
  version: number,
): Promise<boolean> {
  const fresh = { version: -1, queued_version: version, floor: 0, last_error: null }
  const { numInsertedOrUpdatedRows } = await tx.q
    .insertInto('embedded_bases')
    .values({ base_id: baseId, embedder, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['base_id', 'embedder'])
        .doUpdateSet({ queued_version: version })
        .where('embedded_bases.queued_version', '<', version),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

export const embeddedState = finding('embedded_bases', 'base_id', 'embedder')

/** Undefined when the base is gone, or its agent was deleted. */
export async function agentOfBase(db: Reader, baseId: string): Promise<string | undefined> {
  const found = await db.q
    .selectFrom('knowledge_bases')
    .innerJoin('agents', 'agents.id', 'knowledge_bases.agent_id')
    .select('agent_id')
    .where('knowledge_bases.id', '=', baseId)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.agent_id
}

export async function setEmbedded(
  tx: Tx,
  baseId: string,
  embedder: string,
  to: { version: number; floor: number },
): Promise<void> {
  const query = changeState(tx, baseId, embedder, { ...to, last_error: null })
  await query.where('version', '<=', to.version).execute()
}

export async function setEmbeddingError(
  tx: Tx,
  baseId: string,
  embedder: string,
  reason: string,
): Promise<void> {
  await changeState(tx, baseId, embedder, { last_error: reason }).execute()
}

/** Bases at which the model failed, each with the version for which its vectors are complete. */
export function basesWithoutVectors(db: Reader, agentId: string, embedder: string) {
  return db.q
    .selectFrom('knowledge_bases as base')
    .innerJoin('embedded_bases as embedded', 'embedded.base_id', 'base.id')
    .select(['base.id', 'embedded.version'])
    .where('base.agent_id', '=', agentId)
    .where('embedded.embedder', '=', embedder)
    .where('embedded.last_error', 'is not', null)
    .execute()
}

export function readVectors(db: Reader, baseId: string, embedder: string, keys: readonly string[]) {
  const query = vectorsOf(db, baseId, embedder).where('text_key', 'in', keys)
  return query.select(['text_key', 'vector']).execute()
}

/** Some vectors of a base, the same ones in every process. */
export function sampleVectors(db: Reader, baseId: string, embedder: string, limit: number) {
  return vectorsOf(db, baseId, embedder).select('vector').orderBy('text_key').limit(limit).execute()
}

/** The keys that have a vector, with these dimensions where they are known. */
export async function storedKeys(
  db: Reader,
  baseId: string,
  embedder: string,
  keys: readonly string[],
  dimensions: number | null,
): Promise<Set<string>> {
  let query = vectorsOf(db, baseId, embedder).select('text_key').where('text_key', 'in', keys)
  if (dimensions !== null) query = query.where(isOfLength(dimensions))
  const rows = await query.execute()
  return new Set(rows.map(({ text_key }) => text_key))
}

/** Vectors are stored in base64: lengths that differ by one or two look the same, and no two models have such. */
const isOfLength = (dimensions: number) => sql<boolean>`length(vector) = ${4 * Math.ceil(dimensions / 3)}`

/** The keys of vectors of another length, in order, after one of them. Slow for many vectors: called with `scanReader`. */
export async function otherLengthsAfter(
  db: Reader,
  baseId: string,
  embedder: string,
  dimensions: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const others = vectorsOf(db, baseId, embedder).where(({ not }) => not(isOfLength(dimensions)))
  const query = others.select('text_key').where('text_key', '>', after).orderBy('text_key').limit(limit)
  return (await query.execute()).map(({ text_key }) => text_key)
}

/** Marks all vectors of a base to be made again; the old ones stay until then. */
export async function forgetEmbedded(tx: Tx, baseId: string, embedder: string): Promise<void> {
  const query = changeState(tx, baseId, embedder, { version: -1, queued_version: -1 })
  await query.where('version', '>=', 0).execute()
}

/** A new vector replaces the old one, which may be of another length. */
export async function insertVectors(tx: Tx, rows: readonly Schema['embeddings'][]): Promise<void> {
  await tx.q
    .insertInto('embeddings')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['base_id', 'embedder', 'text_key'])
        .doUpdateSet(({ ref }) => ({ vector: ref('excluded.vector') })),
    )
    .execute()
}

/** Vectors of a base in the order of their keys, after one of them. */
export function keysAfter(db: Reader, baseId: string, embedder: string, after: string, limit: number) {
  const query = vectorsOf(db, baseId, embedder).select('text_key').where('text_key', '>', after)
  return query.orderBy('text_key').limit(limit).execute()
}

/** Slow for many vectors: called with `scanReader`. */
export async function countVectors(db: Reader, baseId: string, embedder: string): Promise<number> {
  const query = vectorsOf(db, baseId, embedder).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

export async function deleteVectors(
  tx: Tx,
  baseId: string,
  embedder: string,
  keys: readonly string[],
): Promise<void> {
  await tx.q
    .deleteFrom('embeddings')
    .where('base_id', '=', baseId)
    .where('embedder', '=', embedder)
    .where('text_key', 'in', keys)
    .execute()
}

/** Models that are no longer used, but still have the base's state. */
export async function otherEmbedders(db: Reader, baseId: string, embedder: string): Promise<string[]> {
  const states = db.q.selectFrom('embedded_bases').where('base_id', '=', baseId)
  const rows = await states.where('embedder', '!=', embedder).select('embedder').execute()
  return rows.map((row) => row.embedder)
}

/** Forgets the base's state of other models; their vectors are deleted before it. */
export async function forgetOtherEmbedders(tx: Tx, baseId: string, embedder: string): Promise<void> {
  const states = tx.q.deleteFrom('embedded_bases').where('base_id', '=', baseId)
  await states.where('embedder', '!=', embedder).execute()
}

/** Deletes a slice of the vectors that a model made for a base; returns their number. */
export const deleteVectorsBy = (tx: Tx, baseId: string, embedder: string, limit: number) =>
  deleteSlice(tx, 'embeddings', 'text_key', sql`base_id = ${baseId} AND embedder = ${embedder}`, limit)

export async function forgetBase(tx: Tx, baseId: string): Promise<void> {
  await tx.q.deleteFrom('embedded_bases').where('base_id', '=', baseId).execute()
}

/** Deletes a slice of the vectors of a base, of all models; returns their number. */
export const deleteVectorsOf = (tx: Tx, baseId: string, limit: number) =>
  deleteSlice(tx, 'embeddings', 'text_key', sql`base_id = ${baseId}`, limit)
