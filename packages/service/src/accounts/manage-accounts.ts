/** Creates, changes and disables accounts, and makes sign-in links. Used by the service and by the command line. */
import type { Account, AccountCreateRequest, AccountUpdateRequest } from '@tandem/contract/admin-accounts'
import { findAgent } from '../agents/store.ts'
import type { Core } from '../platform/core.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { conflict, found, parameterFault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import type { Passwords } from './passwords.ts'
import { agentsOf, hashToken, newToken, sessionEnded } from './sessions.ts'
import {
  type AccountRow,
  deleteSessionsAndLinks,
  findAccount,
  findAccountByEmail,
  hasSession,
  insertAccount,
  insertLink,
  lockAccount,
  lockAdmins,
  storedEmail,
  updateAccount,
} from './store.ts'

interface AccountDeps extends Pick<Core, 'clock' | 'database'> {
  readonly passwords: Passwords
}

/** Returns the account and the code of its first sign-in link. */
export async function createAccount(
  { database, clock, passwords }: AccountDeps,
  { email, name, role, agents, desk, password }: AccountCreateRequest,
): Promise<{ account: AccountRow; code: string }> {
  await checkAgents(database, role, agents)
  const now = clock.now()
  const account: AccountRow = {
    id: newId(now),
    email: storedEmail(email),
    name,
    role,
    agents: storedAgents(agents),
    desk: desk ? 1 : 0,
    password: password === undefined ? null : await passwords.hash(password),
    created_at: now,
    disabled_at: null,
  }
  return database.transaction('accounts: create', async (tx) => {
    if (!(await insertAccount(tx, account)))
      throw conflict(`There is an account with the email address ${account.email} already.`)
    return { account, code: await addLink(tx, account, now) }
  })
}

export async function changeAccount(
  { database, clock }: Pick<AccountDeps, 'database' | 'clock'>,
  id: string,
  change: AccountUpdateRequest,
): Promise<AccountRow> {
  return database.transaction('accounts: change', async (tx) => {
    // All admins are locked first, in one order, so that two admins who disable each other at once wait for one another.
    const admins = await lockAdmins(tx)
    const before = require(await lockAccount(tx, id), id)
    const { name = before.name, role = before.role, disabled = before.disabled_at !== null } = change
    const agents = change.agents ?? agentsOf(before.agents)
    await checkAgents(tx, role, agents)
    const account: AccountRow = {
      ...before,
      name,
      role,
      agents: storedAgents(agents),
      desk: change.desk === undefined ? before.desk : Number(change.desk),
      disabled_at: disabled ? (before.disabled_at ?? clock.now()) : null,
    }
    if (disabled || role !== 'admin') checkAdminIsLeft(admins, before)
    await updateAccount(tx, account)
    if (disabled) await deleteSessionsAndLinks(tx, id)
    tx.afterCommit(() => database.announcements.notify('account', { accountId: id }))
    return account
  })
}

/** Also ends every session except `sessionId`, and revokes the sign-in links. A session that has ended changes nothing. */
export async function setPassword(
  { database, passwords }: Pick<AccountDeps, 'database' | 'passwords'>,
  id: string,
  password: string,
  sessionId?: string,
): Promise<void> {
  const hashed = await passwords.hash(password)
  await database.transaction('accounts: password', async (tx) => {
    const account = require(await lockAccount(tx, id), id)
    // Another session may have changed the password while this one was hashed or the old one was checked.
    if (sessionId !== undefined && !(await hasSession(tx, sessionId))) throw sessionEnded()
    await updateAccount(tx, { ...account, password: hashed })
    await deleteSessionsAndLinks(tx, id, sessionId)
    tx.afterCommit(() => database.announcements.notify('account', { accountId: id }))
  })
}

/** Returns the code of a new sign-in link. */
export async function createLink(
  { database, clock }: Pick<AccountDeps, 'database' | 'clock'>,
  id: string,
): Promise<string> {
  return database.transaction('accounts: link', async (tx) => {
    const account = require(await lockAccount(tx, id), id)
    if (account.disabled_at !== null) throw conflict('The account is disabled; enable it first.')
    return addLink(tx, account, clock.now())
  })
}

async function addLink(tx: Tx, { id }: AccountRow, now: number): Promise<string> {
  const code = newToken()
  await insertLink(tx, { code_hash: hashToken(code), account_id: id, created_at: now })
  return code
}

/** Browsers do not send the part after #, so the code is in no log. */
export const signInLink = (base: string, code: string) => `${base}/console/sign-in#code=${code}`

export async function requireAccount(db: Reader, id: string): Promise<AccountRow> {
  return require(await findAccount(db, id), id)
}

export async function requireAccountByEmail(db: Reader, email: string): Promise<AccountRow> {
  return require(await findAccountByEmail(db, storedEmail(email)), email)
}

function require(account: AccountRow | undefined, named: string): AccountRow {
  return found(account, `There is no account ${named.slice(0, 60)}. GET /admin/v1/accounts lists them.`)
}

const storedAgents = (agents: 'all' | readonly string[]) =>
  agents === 'all' ? null : JSON.stringify([...new Set(agents)])

/** Refuses to remove the last admin who can sign in: nobody could make another one. */
function checkAdminIsLeft(admins: readonly AccountRow[], { id, email }: AccountRow): void {
  if (admins.length !== 1 || admins[0]?.id !== id) return
  throw conflict(
    `${email} is the only admin who can sign in. Make another account an admin first, then change this one.`,
  )
}

/** An admin must have all agents: one with only some could give itself the others. */
async function checkAgents(db: Reader, role: string, agents: 'all' | readonly string[]): Promise<void> {
  if (agents === 'all') return
  if (role === 'admin') throw parameterFault('agents', 'a list', '"all", because an admin may do everything')
  for (const id of agents)
    if (!(await findAgent(db, id)))
      throw parameterFault('agents', JSON.stringify(id.slice(0, 60)), 'ids of agents that exist')
}

export function accountView(row: AccountRow): Account {
  const { id, email, name, role, created_at } = row
  return {
    id,
    email,
    name,
    role,
    agents: agentsOf(row.agents) as Account['agents'],
    desk: row.desk === 1 || role === 'operator',
    disabled: row.disabled_at !== null,
    has_password: row.password !== null,
    created_at,
  }
}
