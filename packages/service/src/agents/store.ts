/** All SQL of the agents slice: agents, settings, API keys, the message webhook and the human service components. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import { finding, inserting, locking } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { SEALED } from './webhook-username.ts'

export type AgentRow = Schema['agents']
export type ApiKeyRow = Schema['api_keys']
export type MessageWebhookRow = Schema['message_webhooks']
export type HumanServiceRow = Schema['human_services']
type SigningSecretRow = Schema['signing_secrets']

const keyByPrefix = prepared<{ prefix: string }>()((q, p) =>
  q
    .selectFrom('api_keys')
    .innerJoin('agents', 'agents.id', 'api_keys.agent_id')
    .select([
      'api_keys.id',
      'api_keys.agent_id',
      'api_keys.hash',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
      'agents.deleted_at',
    ])
    .where('api_keys.prefix', '=', p.prefix),
)

export async function findKeyByPrefix(db: Reader, prefix: string) {
  return (await db.run(keyByPrefix, { prefix }))[0]
}

export const insertAgent = inserting('agents')

/** Newest first; `cursor` is the last id of the page before. */
export function listAgents(
  db: Reader,
  page: {
    status: 'active' | 'deleted' | undefined
    ids?: 'all' | readonly string[]
    cursor: string | undefined
    limit: number
  },
): Promise<AgentRow[]> {
  let query = db.q.selectFrom('agents').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.status) query = query.where('deleted_at', page.status === 'active' ? 'is' : 'is not', null)
  if (page.ids !== undefined && page.ids !== 'all') query = query.where('id', 'in', page.ids)
  if (page.cursor) query = query.where('id', '<', page.cursor)
  return query.execute()
}

export const findAgent = finding('agents', 'id')

/** Undefined also when the agent was deleted. */
export async function findLivingAgent(db: Reader, id: string): Promise<AgentRow | undefined> {
  const agent = await findAgent(db, id)
  return agent?.deleted_at === null ? agent : undefined
}

export async function renameAgent(tx: Tx, id: string, name: string, nowMs: number): Promise<void> {
  await tx.q.updateTable('agents').set({ name, updated_at: nowMs }).where('id', '=', id).execute()
}

export async function markAgentDeleted(tx: Tx, id: string, nowMs: number): Promise<void> {
  await tx.q
    .updateTable('agents')
    .set({ deleted_at: nowMs, updated_at: nowMs })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

const findSettings = finding('agent_settings', 'agent_id')

/** The settings that were set, without defaults. */
export async function storedSettings(db: Reader, agentId: string): Promise<object> {
  const row = await findSettings(db, agentId)
  return row === undefined ? {} : (JSON.parse(row.settings) as object)
}

export async function putSettings(tx: Tx, agentId: string, settings: string, now: number): Promise<void> {
  await tx.q
    .insertInto('agent_settings')
    .values({ agent_id: agentId, settings, updated_at: now })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ settings, updated_at: now }))
    .execute()
}

/** Locks the agent's row until the transaction ends. */
export const lockAgent = locking('agents', 'id')

export const insertKey = inserting('api_keys')

export async function countValidKeys(db: Reader, agentId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** The valid keys, then the revoked ones, each newest first. */
export function listKeys(db: Reader, agentId: string, limit: number): Promise<ApiKeyRow[]> {
  return db.q
    .selectFrom('api_keys')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy(sql`CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const findKey = finding('api_keys', 'id', 'agent_id')

export async function isKeyValid(db: Reader, agentId: string, keyId: string): Promise<boolean> {
  const key = await findKey(db, keyId, agentId)
  return key?.revoked_at === null
}

export async function revokeKey(
  tx: Tx,
  agentId: string,
  keyId: string,
  nowMs: number,
): Promise<ApiKeyRow | undefined> {
  await tx.q
    .updateTable('api_keys')
    .set({ revoked_at: nowMs })
    .where('id', '=', keyId)
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .execute()
  return findKey(tx, keyId, agentId)
}

export async function recordKeyUse(tx: Tx, keyId: string, nowMs: number): Promise<void> {
  await tx.q.updateTable('api_keys').set({ last_used_at: nowMs }).where('id', '=', keyId).execute()
}

export async function putMessageWebhook(tx: Tx, row: MessageWebhookRow): Promise<void> {
  const { url, username, sealed_secret, updated_at } = row
  await tx.q
    .insertInto('message_webhooks')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet({ url, username, sealed_secret, updated_at }),
    )
    .execute()
}

export const findMessageWebhook = finding('message_webhooks', 'agent_id')

export async function deleteMessageWebhook(tx: Tx, agentId: string): Promise<void> {
  await tx.q.deleteFrom('message_webhooks').where('agent_id', '=', agentId).execute()
}

export const insertHumanService = inserting('human_services')

export function listHumanServices(db: Reader, agentId: string): Promise<HumanServiceRow[]> {
  return db.q.selectFrom('human_services').selectAll().where('agent_id', '=', agentId).orderBy('id').execute()
}

export async function hasHumanService(db: Reader, agentId: string): Promise<boolean> {
  const query = db.q.selectFrom('human_services').select('id').where('agent_id', '=', agentId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

export async function humanServiceIds(db: Reader, agentId: string): Promise<string[]> {
  const query = db.q.selectFrom('human_services').select('id').where('agent_id', '=', agentId).orderBy('id')
  return (await query.execute()).map(({ id }) => id)
}

export const findHumanService = finding('human_services', 'agent_id', 'id')

/** Also locks the row until the transaction ends, so that two changes at once do not undo each other. */
export const lockHumanService = locking('human_services', 'agent_id', 'id')

export const findHumanServiceById = finding('human_services', 'id')

export async function updateHumanService(tx: Tx, row: HumanServiceRow): Promise<void> {
  const { id, ...rest } = row
  await tx.q.updateTable('human_services').set(rest).where('id', '=', id).execute()
}

export async function deleteHumanService(tx: Tx, id: string): Promise<void> {
  await tx.q.deleteFrom('human_services').where('id', '=', id).execute()
}

export const insertSigningSecret = inserting('signing_secrets')

/** Newest first. */
export function listSigningSecrets(db: Reader, owner: string): Promise<SigningSecretRow[]> {
  return db.q
    .selectFrom('signing_secrets')
    .selectAll()
    .where('owner', '=', owner)
    .orderBy('id', 'desc')
    .execute()
}

/** The same without those that have expired. */
export async function listLivingSecrets(db: Reader, owner: string, now: number): Promise<SigningSecretRow[]> {
  const all = await listSigningSecrets(db, owner)
  return all.filter(({ expires_at }) => expires_at === null || expires_at > now)
}

/** Sets the expiry of secrets that have none or a later one. */
export async function expireSigningSecrets(tx: Tx, owner: string, expiresAt: number): Promise<void> {
  await tx.q
    .updateTable('signing_secrets')
    .set({ expires_at: expiresAt })
    .where('owner', '=', owner)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', expiresAt)]))
    .execute()
}

export async function deleteSigningSecrets(tx: Tx, owner: string): Promise<void> {
  await tx.q.deleteFrom('signing_secrets').where('owner', '=', owner).execute()
}

export async function deleteSigningSecret(tx: Tx, owner: string, id: string): Promise<boolean> {
  const result = await tx.q
    .deleteFrom('signing_secrets')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

/** Where secrets are stored. A token is a username that stands alone, without a secret beside it. */
const SECRETS = {
  webhook: { table: 'message_webhooks', key: 'agent_id', column: 'sealed_secret' },
  service: { table: 'human_services', key: 'id', column: 'sealed_secret' },
  signing: { table: 'signing_secrets', key: 'id', column: 'sealed_secret' },
  webhookToken: { table: 'message_webhooks', key: 'agent_id', column: 'username' },
  serviceToken: { table: 'human_services', key: 'id', column: 'username' },
} as const
const STANDS_ALONE = sql`sealed_secret IS NULL`
const MARKED = `${SEALED}%`

export interface SealedSecret {
  readonly of: keyof typeof SECRETS
  readonly id: string
  readonly sealed: string
}

async function secretsIn(db: Reader, of: SealedSecret['of'], condition: RawBuilder<unknown>) {
  const { table, key, column } = SECRETS[of]
  const { rows } = await sql<Omit<SealedSecret, 'of'>>`
    SELECT ${sql.ref(key)} AS id, ${sql.ref(column)} AS sealed FROM ${sql.table(table)} WHERE ${condition}`.execute(
    db.q,
  )
  return rows.map((row) => ({ of, ...row }))
}

/** Every stored secret with the place it is bound to, for re-encryption under a new key. */
export async function listSealedSecrets(db: Reader): Promise<SealedSecret[]> {
  const isSealed = sql`sealed_secret IS NOT NULL`
  return [
    ...(await tokens(db, sql`username LIKE ${MARKED}`)),
    ...(await secretsIn(db, 'webhook', isSealed)),
    ...(await secretsIn(db, 'service', isSealed)),
    ...(await secretsIn(db, 'signing', isSealed)),
  ]
}

/** Usernames that stand alone and are not sealed. */
export const plainTokens = (db: Reader) => tokens(db, sql`username NOT LIKE ${MARKED}`)

async function tokens(db: Reader, condition: RawBuilder<unknown>) {
  const alone = sql`${STANDS_ALONE} AND ${condition}`
  return [...(await secretsIn(db, 'webhookToken', alone)), ...(await secretsIn(db, 'serviceToken', alone))]
}

/** Does nothing when the stored secret has changed. */
export async function resealSecret(
  tx: Tx,
  { of, id, sealed }: SealedSecret,
  resealed: string,
): Promise<void> {
  const { table, key, column } = SECRETS[of]
  const isSame = sql`${sql.ref(key)} = ${id} AND ${sql.ref(column)} = ${sealed}`
  const condition = column === 'username' ? sql`${isSame} AND ${STANDS_ALONE}` : isSame
  await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${resealed} WHERE ${condition}`.execute(tx.q)
}
