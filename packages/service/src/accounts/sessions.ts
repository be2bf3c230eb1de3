/**
 * Sessions of people: a cookie with a random token, of which the database stores the hash. A session ends 12 hours after its
 * last use, 30 days after its start, when it is ended by hand, when its account is disabled, and when another session changes
 * the password. Every request looks it up, so an end takes effect at once.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@tandem/contract/admin-accounts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import type { Person } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { sha256 } from '../platform/secrets.ts'
import { findSession, insertSession, touchSession } from './store.ts'

const IDLE_MS = 12 * 3_600_000
const LONGEST_MS = 30 * 86_400_000
/** The last use is recorded once a minute, as for API keys, which saves a write per request. */
const USE_RECORDED_EVERY_MS = 60_000
const USER_AGENT_CHARS = 300

/** Sessions last used and begun after these times are alive. */
export const livingSince = (now: number) => ({ usedSince: now - IDLE_MS, begunSince: now - LONGEST_MS })

export const newToken = () => randomBytes(32).toString('base64url')
/** A token has 256 random bits, so a fast hash cannot be reversed by guessing. */
export const hashToken = (token: string) => sha256(token).toString('hex')

export type SessionDeps = Pick<Core, 'log' | 'clock' | 'database'>

/** Begins a session in the transaction that verified the person, and returns its token. */
export async function beginSession(
  tx: Tx,
  { accountId, byLink, address, userAgent = '' }: NewSession,
  now: number,
): Promise<{ id: string; token: string }> {
  const token = newToken()
  const id = newId(now)
  await insertSession(tx, {
    token_hash: hashToken(token),
    id,
    account_id: accountId,
    by_link: byLink ? 1 : 0,
    address,
    user_agent: userAgent.slice(0, USER_AGENT_CHARS).toWellFormed(),
    created_at: now,
    last_used_at: now,
  })
  return { id, token }
}

interface NewSession {
  readonly accountId: string
  readonly byLink: boolean
  readonly address: string
  readonly userAgent: string | undefined
}

/** The person behind a token and the agents they may see; undefined when the session has ended. Does not count as a use. */
export async function sessionOf({ database, clock }: SessionDeps, token: string) {
  const row = await findSession(database, { tokenHash: hashToken(token), ...livingSince(clock.now()) })
  if (!row) return undefined
  const person: Person = {
    accountId: row.account_id,
    sessionId: row.id,
    email: row.email,
    name: row.name,
    role: row.role as Role,
    isAtDesk: row.desk === 1,
    isByLink: row.by_link === 1,
  }
  return { person, agents: agentsOf(row.agents), lastUsedAt: row.last_used_at }
}

export const sessionEnded = () => new Fault('authenticationFailed', 'The session has ended. Sign in again.')

/** The same for a request, which counts as a use of the session. */
export async function useSession(deps: SessionDeps, token: string) {
  const { database, clock, log } = deps
  const found = await sessionOf(deps, token)
  const now = clock.now()
  if (found && now - found.lastUsedAt >= USE_RECORDED_EVERY_MS)
    database
      .transaction('sessions: touch', (tx) => touchSession(tx, found.person.sessionId, now))
      .catch((error) => log.warn({ err: error }, 'the last use of a session could not be recorded'))
  return found
}

export const agentsOf = (stored: string | null): 'all' | readonly string[] =>
  stored === null ? 'all' : JSON.parse(stored)

/** Browsers accept `__Host-` cookies only over https. On loopback http is enough, so the cookie has a plain name there. */
function isPlain({ host = '', ...headers }: IncomingHttpHeaders): boolean {
  const proxyHeader = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  return proxyHeader === undefined && isLoopbackHost(host)
}

export const isLoopbackHost = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)

const nameFor = (headers: IncomingHttpHeaders) => (isPlain(headers) ? 'tandem' : '__Host-tandem')

export function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const start = `${nameFor(headers)}=`
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim())
  return pairs?.find((pair) => pair.startsWith(start))?.slice(start.length)
}

/** The header that sets the cookie or, without a token, deletes it. */
export function cookieFor(headers: IncomingHttpHeaders, token?: string): Record<string, string> {
  const secure = isPlain(headers) ? '' : ' Secure;'
  const ageS = token === undefined ? 0 : LONGEST_MS / 1000
  const cookie = `${nameFor(headers)}=${token ?? ''}; Path=/; HttpOnly;${secure} SameSite=Strict; Max-Age=${ageS}`
  return { 'set-cookie': cookie }
}
