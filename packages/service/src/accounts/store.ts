/** All SQL of accounts, sessions, sign-in links and the audit. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { prepared } from '../platform/database/prepared.ts'
import { finding, inserting, locking } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'
import { deleteSlice } from '../platform/database/slice-store.ts'

export type AccountRow = Schema['accounts']
type SessionRow = Schema['sessions']
type LinkRow = Schema['sign_in_links']

/** The stored form of an address: its letters may be typed in either case, and as different code points. */
export const storedEmail = (given: string) => given.toLowerCase().normalize('NFC')

/** Returns false when the email address has an account already. */
export async function insertAccount(tx: Tx, row: AccountRow): Promise<boolean> {
  const result = await tx.q
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) === 1
}

export const findAccount = finding('accounts', 'id')

export const findAccountByEmail = finding('accounts', 'email')

export function listAccounts(
  db: Reader,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<AccountRow[]> {
  const all = db.q.selectFrom('accounts').selectAll().orderBy('id', 'desc').limit(limit)
  return (cursor === undefined ? all : all.where('id', '<', cursor)).execute()
}

/** Locks the account until the transaction ends, so that its changes are made one after the other. */
export const lockAccount = locking('accounts', 'id')

/** Locks every admin who can sign in until the transaction ends. */
export function lockAdmins(tx: Tx): Promise<AccountRow[]> {
  return tx.q
    .selectFrom('accounts')
    .selectAll()
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateAccount(tx: Tx, { id, ...row }: AccountRow): Promise<void> {
  await tx.q.updateTable('accounts').set(row).where('id', '=', id).execute()
}

export const insertSession = inserting('sessions')

interface SessionSearch {
  readonly tokenHash: string
  readonly usedSince: number
  readonly begunSince: number
}

const livingSession = prepared<SessionSearch>()((q, p) =>
  q
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id',
      'sessions.account_id',
      'sessions.by_link',
      'sessions.last_used_at',
      'accounts.email',
      'accounts.role',
      'accounts.agents',
      'accounts.name',
      'accounts.desk',
    ])
    .where('sessions.token_hash', '=', p.tokenHash)
    .where('sessions.last_used_at', '>', p.usedSince)
    .where('sessions.created_at', '>', p.begunSince)
    .where('accounts.disabled_at', 'is', null),
)

export async function findSession(db: Reader, search: SessionSearch) {
  return (await db.run(livingSession, search))[0]
}

export function listSessions(
  db: Reader,
  accountId: string,
  { usedSince, begunSince }: { usedSince: number; begunSince: number },
): Promise<SessionRow[]> {
  return db.q
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('last_used_at', '>', usedSince)
    .where('created_at', '>', begunSince)
    .orderBy('id', 'desc')
    .execute()
}

export async function hasSession(db: Reader, id: string): Promise<boolean> {
  const row = await db.q.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Of two uses at once the earlier may be written last, and must not count as the last one. */
export async function touchSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx.q
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<', now)
    .execute()
}

/** With `accountId`, only deletes a session of that account. Returns the account of the deleted session. */
export async function deleteSession(tx: Tx, id: string, accountId?: string): Promise<string | undefined> {
  const one = tx.q.deleteFrom('sessions').where('id', '=', id).returning('account_id')
  const own = accountId === undefined ? one : one.where('account_id', '=', accountId)
  return (await own.executeTakeFirst())?.account_id
}

/** Ends the sessions of the account except `exceptId`, and revokes its links. */
export async function deleteSessionsAndLinks(tx: Tx, accountId: string, exceptId = ''): Promise<void> {
  await tx.q.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '<>', exceptId).execute()
  await tx.q.deleteFrom('sign_in_links').where('account_id', '=', accountId).execute()
}

export const insertLink = inserting('sign_in_links')

/** Deletes the link and returns it: of two requests that use it at once, only one gets it. */
export function deleteLink(tx: Tx, codeHash: string): Promise<LinkRow | undefined> {
  return tx.q.deleteFrom('sign_in_links').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()
}

export async function deleteOldSessions(
  tx: Tx,
  before: { usedSince: number; begunSince: number; linksSince: number },
): Promise<void> {
  await tx.q
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('last_used_at', '<=', before.usedSince), where('created_at', '<=', before.begunSince)]),
    )
    .execute()
  await tx.q.deleteFrom('sign_in_links').where('created_at', '<=', before.linksSince).execute()
}

export type AuditRow = Schema['audit']

export const insertAudit = inserting('audit')

type Filter = Partial<Record<'account_id' | 'agent_id' | 'action' | 'target', string | undefined>>

export function listAudit(
  db: Reader,
  filter: Filter & { cursor: string | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = db.q.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(filter.limit)
  for (const column of ['account_id', 'agent_id', 'action', 'target'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted)
  }
  return (filter.cursor === undefined ? query : query.where('id', '<', filter.cursor)).execute()
}

export const deleteOldAudit = (tx: Tx, before: number, limit: number) =>
  deleteSlice(tx, 'audit', ['id'], sql`at < ${before}`, limit)
