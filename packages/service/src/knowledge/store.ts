/** SQL of knowledge bases and documents. Pairs and revisions are in `pair-store.ts`. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { atMost, prepared } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'

export type BaseRow = Omit<Schema['knowledge_bases'], 'version' | 'removed_version'>
export type DocumentRow = Omit<Schema['documents'], 'base_version'>

/**
 * The flag is written out: SQLite plans a query anew at each run when a parameter of it stands where a partial index has a
 * constant, which took three times as long as the query.
 */
const isDefault = sql<boolean>`is_default = 1`
const defaultBase = prepared<{ agentId: string }>()((q, p) =>
  q.selectFrom('knowledge_bases').select('id').where('agent_id', '=', p.agentId).where(isDefault),
)
const ownBase = prepared<{ agentId: string; id: string }>()((q, p) =>
  q.selectFrom('knowledge_bases').select('id').where('id', '=', p.id).where('agent_id', '=', p.agentId),
)
/** Holds the base's row until the transaction ends, so that versions are seen in their order. */
const raiseVersion = prepared<{ baseId: string }>()((q, p) =>
  q
    .updateTable('knowledge_bases')
    .set((base) => ({ version: base('version', '+', 1) }))
    .where('id', '=', p.baseId)
    .returning('version'),
)
const raiseVersionOf = prepared<{ documentId: string }>()((q, p) =>
  q
    .updateTable('knowledge_bases')
    .set((base) => ({ version: base('version', '+', 1) }))
    .where('id', '=', (base) => base.selectFrom('documents').select('base_id').where('id', '=', p.documentId))
    .returning('version'),
)
const addDocument = prepared<DocumentRow & { base_version: number }>()((q, p) =>
  q.insertInto('documents').values({
    id: p.id,
    agent_id: p.agent_id,
    base_id: p.base_id,
    name: p.name,
    kind: p.kind,
    format: p.format,
    source_url: p.source_url,
    status: p.status,
    revision_id: p.revision_id,
    pair_count: p.pair_count,
    char_count: p.char_count,
    token_count: p.token_count,
    created_at: p.created_at,
    updated_at: p.updated_at,
    base_version: p.base_version,
  }),
)

const firstUncounted = prepared<object>()((q) =>
  q
    .selectFrom('documents')
    .select(['id', 'revision_id', 'pair_count'])
    .where('token_count', 'is', null)
    .orderBy('id')
    .limit(1),
)
const uncountedSmall = prepared<{ mostPairs: number; limit: number }>()((q, p) =>
  q
    .selectFrom((few) =>
      few
        .selectFrom('documents')
        .select(['id', 'revision_id', 'pair_count'])
        .where('token_count', 'is', null)
        .where('pair_count', '<=', p.mostPairs)
        .orderBy('id')
        .limit(atMost(p.limit))
        .as('document'),
    )
    .leftJoin('pairs', 'pairs.revision_id', 'document.revision_id')
    .select(['document.id', 'document.revision_id', 'document.pair_count', 'pairs.question', 'pairs.answer']),
)
const setTokens = prepared<{ id: string; revision_id: string; pair_count: number; tokens: number }>()(
  (q, p) =>
    q
      .updateTable('documents')
      .set({ token_count: p.tokens })
      .where('id', '=', p.id)
      .where('revision_id', '=', p.revision_id)
      .where('pair_count', '=', p.pair_count),
)

export async function findDefaultBase(db: Reader, agentId: string): Promise<string | undefined> {
  return (await db.run(defaultBase, { agentId }))[0]?.id
}

export async function findBase(db: Reader, agentId: string, id: string): Promise<string | undefined> {
  return (await db.run(ownBase, { agentId, id }))[0]?.id
}

/** Two processes may make the default base at once; the unique index lets one of them win, and both go on with it. */
export async function insertBase(tx: Tx, row: BaseRow): Promise<void> {
  await tx.q
    .insertInto('knowledge_bases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listBases(db: Reader, agentId: string) {
  return db.q
    .selectFrom('knowledge_bases as base')
    .leftJoin('documents as doc', 'doc.base_id', 'base.id')
    .select(['base.id', 'base.name', 'base.description'])
    .select(({ fn }) => [
      fn.count<number>('doc.id').as('documents'),
      sql<number>`CAST(COALESCE(SUM(doc.pair_count), 0) AS BIGINT)`.as('pairs'),
      sql<number>`CAST(COALESCE(SUM(doc.token_count), 0) AS BIGINT)`.as('tokens'),
    ])
    .where('base.agent_id', '=', agentId)
    .groupBy(['base.id', 'base.name', 'base.description'])
    .orderBy('base.id')
    .execute()
}

export async function insertDocument(tx: Tx, row: DocumentRow): Promise<void> {
  const [base] = await tx.run(raiseVersion, { baseId: row.base_id })
  await tx.change(addDocument, { ...row, base_version: base?.version ?? 0 })
}

export function findDocument(db: Reader, agentId: string, id: string): Promise<DocumentRow | undefined> {
  return db.q
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}

/** The same, holding the row until the transaction ends. The embedded engine has one writer and needs no lock. */
export function lockDocument(tx: Tx, agentId: string, id: string): Promise<DocumentRow | undefined> {
  const query = tx.q.selectFrom('documents').selectAll().where('id', '=', id).where('agent_id', '=', agentId)
  return (tx.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

export async function turnDocument(
  tx: Tx,
  id: string,
  to: Pick<DocumentRow, 'revision_id' | 'pair_count' | 'char_count' | 'status' | 'updated_at'> &
    Partial<Pick<DocumentRow, 'format' | 'source_url'>>,
): Promise<void> {
  const [base] = await tx.run(raiseVersionOf, { documentId: id })
  await tx.q
    .updateTable('documents')
    .set({ ...to, token_count: null, base_version: base?.version ?? 0 })
    .where('id', '=', id)
    .execute()
}

/** Says how far a document has come, without touching what it shows. */
export async function setDocumentStatus(tx: Tx, id: string, status: string, nowMs: number): Promise<void> {
  await tx.q.updateTable('documents').set({ status, updated_at: nowMs }).where('id', '=', id).execute()
}

export async function pageDocuments(db: Reader, baseId: string, limit: number, offset: number) {
  const list = await db.q
    .selectFrom('documents')
    .selectAll()
    .where('base_id', '=', baseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db.q
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('base_id', '=', baseId)
    .executeTakeFirstOrThrow()
  return { list, total }
}

export function documentsByIds(db: Reader, agentId: string, ids: readonly string[]) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'status'])
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
}

/** Those of which nothing could be made. */
export async function failedDocuments(db: Reader, agentId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom('documents')
    .select('id')
    .where('base_id', 'in', (base) =>
      base.selectFrom('knowledge_bases').select('id').where('agent_id', '=', agentId),
    )
    .where('status', '=', 'FAILED')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The same, holding the rows until the transaction ends, so that no replace turns one over in between. */
export function lockDocuments(tx: Tx, agentId: string, ids: readonly string[]) {
  const query = tx.q
    .selectFrom('documents')
    .select(['id', 'revision_id'])
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .orderBy('id')
  return (tx.engine === 'postgres' ? query.forUpdate() : query).execute()
}

export async function deleteDocuments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q
    .updateTable('knowledge_bases')
    .set((base) => ({ version: base('version', '+', 1), removed_version: base('version', '+', 1) }))
    .where('id', 'in', (base) => base.selectFrom('documents').select('base_id').where('id', 'in', ids))
    .execute()
  await tx.q.deleteFrom('documents').where('id', 'in', ids).execute()
}

/** The document that has waited longest to be counted. */
export async function firstUncountedDocument(db: Reader) {
  return (await db.run(firstUncounted, {}))[0]
}

/** The next documents of at most `mostPairs` pairs that wait to be counted, with their pairs, a row for each. */
export function uncountedSmallDocuments(db: Reader, mostPairs: number, limit: number) {
  return db.run(uncountedSmall, { mostPairs, limit })
}

/** Only when the document is still what was counted. */
export async function setTokenCount(
  tx: Tx,
  counted: { id: string; revision_id: string; pair_count: number; tokens: number },
): Promise<void> {
  await tx.change(setTokens, counted)
}
