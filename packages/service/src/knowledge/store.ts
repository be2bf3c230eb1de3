/** SQL of knowledge bases and documents. Their pairs are in `pair-store.ts`, their history in `revision-store.ts`. */
import { sql } from 'kysely'
import { holdsText } from '../platform/database/dialect.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import { finding, inserting, locking } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { Fault } from '../platform/fault.ts'

export type BaseRow = Omit<Schema['knowledge_bases'], 'version' | 'removed_version'>
export type DocumentRow = Omit<Schema['documents'], 'base_version'>

/**
 * The flag is written out: SQLite plans a query anew at each run when a parameter replaces the constant of a partial index,
 * which took three times as long as the query.
 */
const isDefault = sql<boolean>`is_default = 1`
/** The same for the indexes of failed documents and of names. */
const hasFailed = sql<boolean>`status = 'FAILED'`
const isQa = sql<boolean>`format = 'QA'`

const raise = prepared<{ id: string }>()((q, p) =>
  q
    .updateTable('knowledge_bases')
    .set((base) => ({ version: base('version', '+', 1) }))
    .where('id', '=', p.id)
    .returning('version'),
)

/**
 * The version of a base, by which `search/index/catch-up.ts` finds its changes. Search relies on that alone; an announcement
 * only makes it look earlier. Locks the base's row until the transaction ends, so that versions become visible in order.
 */
async function raiseVersion(tx: Tx, baseId: string): Promise<number> {
  const [base] = await tx.run(raise, { id: baseId })
  if (!base) throw new Fault('targetNotFound', 'knowledge_base_id: the knowledge base was deleted meanwhile')
  return base.version
}

const defaultBase = prepared<{ agentId: string }>()((q, p) =>
  q.selectFrom('knowledge_bases').select('id').where('agent_id', '=', p.agentId).where(isDefault),
)

export async function findDefaultBase(db: Reader, agentId: string): Promise<string | undefined> {
  const [base] = await db.run(defaultBase, { agentId })
  return base?.id
}

export const findBase = finding('knowledge_bases', 'agent_id', 'id')

/** An undefined field stays as it is. False when there is no such base. */
export async function changeBase(
  tx: Tx,
  agentId: string,
  id: string,
  to: { name: string | undefined; description: string | undefined; updated_at: number },
): Promise<boolean> {
  const query = tx.q.updateTable('knowledge_bases').set(to).where('id', '=', id)
  const { numUpdatedRows } = await query.where('agent_id', '=', agentId).executeTakeFirstOrThrow()
  tx.happened({ kind: 'document', agent_id: agentId })
  return Number(numUpdatedRows) === 1
}

/** Returns false when it has a document. Waits for a transaction that adds one. */
export async function deleteEmptyBase(tx: Tx, agentId: string, id: string): Promise<boolean> {
  await tx.q.selectFrom('knowledge_bases').select('id').where('id', '=', id).forUpdate().execute()
  const held = await tx.q.selectFrom('documents').select('id').where('base_id', '=', id).executeTakeFirst()
  if (held) return false
  await tx.q.deleteFrom('knowledge_bases').where('id', '=', id).execute()
  tx.happened({ kind: 'document', agent_id: agentId })
  return true
}

/** Two processes may make the default base at once: the unique index lets one of them win, and both use it. */
export async function insertBase(tx: Tx, row: BaseRow): Promise<void> {
  await tx.q
    .insertInto('knowledge_bases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countBases(db: Reader, agentId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('knowledge_bases')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  return n
}

/** Slow for many documents, so it is called with `scanReader`. */
export async function listBases(db: Reader, agentId: string) {
  return (
    db.q
      .selectFrom('knowledge_bases as base')
      .leftJoin('documents as doc', 'doc.base_id', 'base.id')
      .select(['base.id', 'base.name', 'base.description', 'base.is_default'])
      .select(({ fn }) => [
        fn.count<number>('doc.id').as('documents'),
        sql<number>`CAST(COALESCE(SUM(doc.pair_count), 0) AS BIGINT)`.as('pairs'),
        sql<number>`CAST(COALESCE(SUM(doc.token_count), 0) AS BIGINT)`.as('tokens'),
      ])
      .where('base.agent_id', '=', agentId)
      // By the id alone: with more columns, the rows of all documents would be sorted first.
      .groupBy('base.id')
      .orderBy('base.id')
      .execute()
  )
}

const insertRow = inserting('documents')

export async function insertDocument(tx: Tx, row: DocumentRow): Promise<void> {
  const base_version = await raiseVersion(tx, row.base_id)
  await insertRow(tx, { ...row, base_version })
  tx.happened({ kind: 'document', agent_id: row.agent_id, doc_id: row.id, state: row.status })
}

export const findDocument = finding('documents', 'agent_id', 'id')

export const lockDocument = locking('documents', 'agent_id', 'id')

export async function updateDocument(
  tx: Tx,
  { id, agent_id, base_id }: DocumentRow,
  to: Pick<DocumentRow, 'set_id' | 'revision' | 'pair_count' | 'char_count' | 'status' | 'updated_at'> &
    Partial<Pick<DocumentRow, 'format' | 'source_url' | 'token_count'>>,
): Promise<void> {
  const base_version = await raiseVersion(tx, base_id)
  await tx.q
    .updateTable('documents')
    .set({ token_count: null, ...to, base_version })
    .where('id', '=', id)
    .execute()
  tx.happened({ kind: 'document', agent_id, doc_id: id, state: to.status })
}

/** Changes the status of a document, and nothing of what it shows. */
export async function setDocumentStatus(tx: Tx, id: string, status: string, nowMs: number): Promise<void> {
  const row = await tx.q
    .updateTable('documents')
    .set({ status, updated_at: nowMs })
    .where('id', '=', id)
    .returning('agent_id')
    .executeTakeFirst()
  if (row) tx.happened({ kind: 'document', agent_id: row.agent_id, doc_id: id, state: status })
}

/** Slow for many documents, so it is called with `scanReader`. */
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

interface DocumentFilter {
  readonly agentId: string
  readonly baseId?: string | undefined
  readonly name?: string | undefined
}

function documentsOf(db: Reader, { agentId, baseId, name }: DocumentFilter) {
  let query = db.q
    .selectFrom('documents')
    .where('base_id', 'in', (base) =>
      base.selectFrom('knowledge_bases').select('id').where('agent_id', '=', agentId),
    )
  if (baseId !== undefined) query = query.where('base_id', '=', baseId)
  if (name !== undefined) query = query.where(holdsText(db.engine, 'name', name))
  return query
}

/** Newest first; `before` is the last id of the page before. */
export function listDocuments(
  db: Reader,
  filter: DocumentFilter & {
    readonly status?: string | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<DocumentRow[]> {
  let query = documentsOf(db, filter).selectAll().orderBy('id', 'desc').limit(filter.limit)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  return query.execute()
}

export async function countDocuments(db: Reader, filter: DocumentFilter): Promise<Map<string, number>> {
  const rows = await documentsOf(db, filter)
    .select('status')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}

export function documentsByIds(db: Reader, agentId: string, ids: readonly string[]) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'base_id', 'status'])
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute()
}

/** Documents whose conversion failed, by id; `after` is the last id of the page before. */
export function failedDocuments(db: Reader, agentId: string, after: string, limit: number) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'base_id', 'base_version'])
    .where('agent_id', '=', agentId)
    .where(hasFailed)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Locks the rows until the transaction ends, so that nothing replaces their content in between. */
export function lockDocuments(tx: Tx, ids: readonly string[], agentId?: string) {
  let query = tx.q.selectFrom('documents').select(['id', 'set_id']).where('id', 'in', ids).orderBy('id')
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId)
  return query.forUpdate().execute()
}

export async function deleteDocuments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q
    .updateTable('knowledge_bases')
    .set((base) => ({ version: base('version', '+', 1), removed_version: base('version', '+', 1) }))
    .where('id', 'in', (base) => base.selectFrom('documents').select('base_id').where('id', 'in', ids))
    .execute()
  await tx.q.deleteFrom('documents').where('id', 'in', ids).execute()
}

/** The documents that have waited longest for their tokens to be counted. */
export function uncountedDocuments(db: Reader, limit: number) {
  return db.q
    .selectFrom('documents')
    .select(['id', 'set_id', 'revision'])
    .where('token_count', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Does nothing when the document has changed since it was counted. */
export async function setTokenCount(
  tx: Tx,
  counted: Pick<DocumentRow, 'id' | 'revision'>,
  tokens: number,
): Promise<void> {
  await tx.q
    .updateTable('documents')
    .set({ token_count: tokens })
    .where('id', '=', counted.id)
    .where('revision', '=', counted.revision)
    .execute()
}

/** The oldest document of this name for pairs that were typed in. */
export async function documentNamed(db: Reader, agentId: string, name: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('documents')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('name', '=', name)
    .where(isQa)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
