/** SQL of embeddings: the vectors of a base, and the version of the base for which they are complete. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../platform/database/handle.ts'
import { finding } from '../../../platform/database/rows.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { deleteSlice } from '../../../platform/database/slice-store.ts'

/** A base and an embedding model: the vectors that the model made for the base. */
export type Embedded = Pick<Schema['embeddings'], 'base_id' | 'embedder'>

const vectorsOf = (db: Reader, { base_id, embedder }: Embedded) =>
  db.q.selectFrom('embeddings').where('base_id', '=', base_id).where('embedder', '=', embedder)

const changeState = (tx: Tx, of: Embedded, to: Partial<Schema['embedded_bases']>) =>
  tx.q
    .updateTable('embedded_bases')
    .set(to)
    .where('base_id', '=', of.base_id)
    .where('embedder', '=', of.embedder)

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
export async function claimEmbedding(tx: Tx, of: Embedded, version: number): Promise<boolean> {
  const fresh = { version: -1, queued_version: version, floor: 0, last_error: null }
  const { numInsertedOrUpdatedRows } = await tx.q
    .insertInto('embedded_bases')
    .values({ ...of, ...fresh })
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

export async function setEmbedded(tx: Tx, of: Embedded, to: { version: number; floor: number }) {
  const query = changeState(tx, of, { ...to, last_error: null })
  await query.where('version', '<=', to.version).execute()
}

export async function setEmbeddingError(tx: Tx, of: Embedded, reason: string): Promise<void> {
  await changeState(tx, of, { last_error: reason }).execute()
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

export function readVectors(db: Reader, of: Embedded, keys: readonly string[]) {
  const query = vectorsOf(db, of).where('text_key', 'in', keys)
  return query.select(['text_key', 'vector']).execute()
}

/** Some vectors of a base, the same ones in every process. */
export function sampleVectors(db: Reader, of: Embedded, limit: number) {
  return vectorsOf(db, of).select('vector').orderBy('text_key').limit(limit).execute()
}

/** The keys that have a vector, with these dimensions where they are known. */
export async function storedKeys(
  db: Reader,
  of: Embedded,
  keys: readonly string[],
  dimensions: number | null,
): Promise<Set<string>> {
  let query = vectorsOf(db, of).select('text_key').where('text_key', 'in', keys)
  if (dimensions !== null) query = query.where(isOfLength(dimensions))
  const rows = await query.execute()
  return new Set(rows.map(({ text_key }) => text_key))
}

/** Vectors are stored in base64: lengths that differ by one or two look the same, and no two models have such. */
const isOfLength = (dimensions: number) => sql<boolean>`length(vector) = ${4 * Math.ceil(dimensions / 3)}`

/** Some keys of vectors, in order; `after` is one of them. Slow for many vectors: called with `scanReader`. */
export async function keysAfter(
  db: Reader,
  of: Embedded,
  { after, limit, notOfLength }: { after: string; limit: number; notOfLength?: number | undefined },
): Promise<string[]> {
  let query = vectorsOf(db, of).select('text_key').where('text_key', '>', after).orderBy('text_key')
  if (notOfLength !== undefined) query = query.where(({ not }) => not(isOfLength(notOfLength)))
  return (await query.limit(limit).execute()).map(({ text_key }) => text_key)
}

/** Marks all vectors of a base to be made again; the old ones stay until then. */
export async function forgetEmbedded(tx: Tx, of: Embedded): Promise<void> {
  const query = changeState(tx, of, { version: -1, queued_version: -1 })
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

/** Slow for many vectors: called with `scanReader`. */
export async function countVectors(db: Reader, of: Embedded): Promise<number> {
  const query = vectorsOf(db, of).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

export async function deleteVectors(tx: Tx, of: Embedded, keys: readonly string[]): Promise<void> {
  await tx.q
    .deleteFrom('embeddings')
    .where('base_id', '=', of.base_id)
    .where('embedder', '=', of.embedder)
    .where('text_key', 'in', keys)
    .execute()
}

/** Models that are no longer used, but still have the base's state. */
export async function otherEmbedders(db: Reader, { base_id, embedder }: Embedded): Promise<string[]> {
  const states = db.q.selectFrom('embedded_bases').where('base_id', '=', base_id)
  const rows = await states.where('embedder', '!=', embedder).select('embedder').execute()
  return rows.map((row) => row.embedder)
}

/** Forgets the base's state of other models; their vectors are deleted before it. */
export async function forgetOtherEmbedders(tx: Tx, { base_id, embedder }: Embedded): Promise<void> {
  const states = tx.q.deleteFrom('embedded_bases').where('base_id', '=', base_id)
  await states.where('embedder', '!=', embedder).execute()
}

/** Deletes a slice of the vectors that a model made for a base; returns their number. */
export const deleteVectorsBy = (tx: Tx, { base_id, embedder }: Embedded, limit: number) =>
  deleteSlice(tx, 'embeddings', ['text_key'], sql`base_id = ${base_id} AND embedder = ${embedder}`, limit)

export async function forgetBase(tx: Tx, baseId: string): Promise<void> {
  await tx.q.deleteFrom('embedded_bases').where('base_id', '=', baseId).execute()
}

/** Deletes a slice of the vectors of a base, of all models; returns their number. */
export const deleteVectorsOf = (tx: Tx, baseId: string, limit: number) =>
  deleteSlice(tx, 'embeddings', ['text_key'], sql`base_id = ${baseId}`, limit)
