/**
 * Signing in with a password or with the code of a link. Tries are limited by account and address together, by address, and by
 * account over all addresses. Every limit recovers within minutes, so nobody is locked out for long; and at an address from
 * which the account has a session, the limit by account does not apply.
 */
import type { SignInRequest } from '@tandem/contract/admin-accounts'
import type { Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { createRate, tooMany } from '../platform/limit-rate.ts'
import type { Passwords } from './passwords.ts'
import { beginSession, hashToken, livingSince, type SessionDeps } from './sessions.ts'
import {
  type AccountRow,
  deleteLink,
  findAccountByEmail,
  listSessions,
  lockAccount,
  storedEmail,
} from './store.ts'

export const LINK_MS = 600_000
const OF_PAIR = { atOnce: 10, perSecond: 1 / 10 }
/** Fewer than the passwords that may wait to be checked, so that one address leaves room for others. */
const OF_ADDRESS = { atOnce: 30, perSecond: 1 / 2 }
const OF_ACCOUNT = { atOnce: 30, perSecond: 1 / 10 }

interface From {
  readonly address: string
  readonly userAgent: string | undefined
}

export function createSignIn(deps: SessionDeps & { readonly passwords: Passwords }) {
  const { database, clock, log, passwords } = deps
  const ofPair = createRate(clock, OF_PAIR)
  const ofAddress = createRate(clock, OF_ADDRESS)
  const ofAccount = createRate(clock, OF_ACCOUNT)

  const throwIfLimited = (waitMs: number) => {
    if (waitMs > 0) throw tooMany('found too many tries to sign in', waitMs)
  }

  function refuse(address: string, what: string): Fault {
    log.warn({ address }, 'a sign-in was refused')
    return new Fault('authenticationFailed', what)
  }

  async function hasSessionFrom(accountId: string, address: string): Promise<boolean> {
    const sessions = await listSessions(database, accountId, livingSince(clock.now()))
    return sessions.some((session) => session.address === address)
  }

  /**
   * Returns the account if the password is right. Everything else gets the same error after the same work. A try counts before
   * it is checked, so a thousand tries at once are limited like a thousand in a row.
   */
  async function checkPassword(email: string, password: string, address: string): Promise<AccountRow> {
    throwIfLimited(ofPair.take(`${email} ${address}`) || ofAddress.take(address))
    const account = await findAccountByEmail(database, email)
    if (!(await hasSessionFrom(account?.id ?? '', address))) throwIfLimited(ofAccount.take(email))
    const stored = account?.disabled_at === null ? account.password : undefined
    if ((await passwords.isSame(password, stored)) && account) return account
    throw refuse(
      address,
      'The email address or the password is wrong. An administrator can make you a sign-in link.',
    )
  }

  async function byPassword(email: string, password: string, from: From) {
    const checked = await checkPassword(storedEmail(email), password, from.address)
    const found = await database.transaction('sign-in: password', (tx) =>
      begin(tx, checked.id, from, checked.password),
    )
    if (!found) throw refuse(from.address, 'The account was disabled, or has a new password.')
    return found
  }

  async function byCode(code: string, from: From) {
    throwIfLimited(ofAddress.take(from.address))
    const found = await database.transaction('sign-in: link', async (tx) => {
      const link = await deleteLink(tx, hashToken(code))
      if (!link || clock.now() - link.created_at >= LINK_MS) return undefined
      return begin(tx, link.account_id, from)
    })
    if (found) return found
    throw refuse(
      from.address,
      'The code is unknown, was used, or is older than ten minutes. Ask for a new sign-in link.',
    )
  }

  /** `checked` is the stored password that was found right; it may have been changed since. Undefined for a link. */
  async function begin(tx: Tx, accountId: string, { address, userAgent }: From, checked?: string | null) {
    const account = await lockAccount(tx, accountId)
    if (account?.disabled_at !== null) return undefined
    const byLink = checked === undefined
    if (!byLink && account.password !== checked) return undefined
    const { id, token } = await beginSession(tx, { accountId, byLink, address, userAgent }, clock.now())
    return { account, sessionId: id, token }
  }

  return {
    checkPassword,
    signIn: ({ code, email = '', password = '' }: SignInRequest, from: From) =>
      code === undefined ? byPassword(email, password, from) : byCode(code, from),
  }
}
