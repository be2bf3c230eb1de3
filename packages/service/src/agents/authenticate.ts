/** The guards of routes: API keys, with the time of their last use; the admin token, with a limit on guesses; metrics. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import type { Caller, Guard } from '../platform/http/route.ts'
import { createRate, tooMany } from '../platform/limit-rate.ts'
import type { Log } from '../platform/log.ts'
import { sameSecret } from '../platform/secrets.ts'
import { hashKey, prefixOf } from './manage-agents.ts'
import { findKeyByPrefix, recordKeyUse } from './store.ts'

/** The last use is shown to people. Recording it once a minute is precise enough and saves a write per request. */
const USE_RECORDED_EVERY_MS = 60_000
const noHash = '0'.repeat(64)

export function apiKeyGuard(database: Database, clock: Clock, log: Log) {
  const recordedAt = new LRUCache<string, number>({ max: 10_000 })

  function noteUse(keyId: string, lastUsedAt: number | null): void {
    const now = clock.now()
    if (now - (recordedAt.get(keyId) ?? lastUsedAt ?? 0) < USE_RECORDED_EVERY_MS) return
    recordedAt.set(keyId, now)
    database
      .transaction('authenticate', (tx) => recordKeyUse(tx, keyId, now))
      .catch((error) => log.warn({ err: error }, 'the last use of a key could not be recorded'))
  }

  return async (headers: IncomingHttpHeaders): Promise<Caller> => {
    const key = bearerOf(headers, 'an API key of the agent')
    const prefix = prefixOf(key)
    const row = prefix === undefined ? undefined : await findKeyByPrefix(database, prefix)
    const genuine = timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(row?.hash ?? noHash))
    if (!row || !genuine)
      throw refused('The API key is unknown. Use the key shown when it was made, or make a new one.')
    if (row.revoked_at !== null)
      throw refused('The API key was revoked. Use another key of the agent, or make a new one.')
    if (row.deleted_at !== null) throw new Fault('agentDeleted')
    noteUse(row.id, row.last_used_at)
    return { agentId: row.agent_id, keyId: row.id, agents: [row.agent_id] }
  }
}

/** Ten wrong tokens at once, then one every six seconds. */
const GUESSES = { atOnce: 10, perSecond: 1 / 6 }
/** The limit of one address, which may be a proxy with many callers, or pretend to be one. */
const PASSED_ON_GUESSES = { atOnce: 100, perSecond: 10 / 6 }
const MOST_FORWARDED_CHARS = 200

/**
 * Counts wrong tokens by address. After too many, no token from there is checked for a while; the right token still works from
 * elsewhere. A proxy that was not configured may pass on many callers: then X-Forwarded-For counts as a part of the address, or
 * one caller could lock out all others. A caller can forge that header, so the address alone has a limit too.
 */
export function adminGuard(adminToken: string, clock: Clock, log: Log, proxyHops: number): Guard {
  const guesses = createRate(clock, GUESSES)
  const passedOnGuesses = createRate(clock, PASSED_ON_GUESSES)
  return async (headers, { address }) => {
    const passedOnFor = proxyHops === 0 ? String(headers['x-forwarded-for'] ?? '') : ''
    const from = `${address} ${passedOnFor.slice(0, MOST_FORWARDED_CHARS)}`
    const waitMs = () => Math.max(guesses.waitMs(from), passedOnGuesses.waitMs(address))
    if (waitMs() > 0) throw tooMany('found too many wrong admin tokens', waitMs())
    const token = bearerOf(headers, 'the admin token, or the cookie of a session')
    if (sameSecret(token, adminToken)) return undefined
    guesses.take(from)
    passedOnGuesses.take(address)
    if (waitMs() > 0) log.warn({ address }, 'wrong admin tokens came from this address; it has to wait')
    throw refused(
      'The admin token is wrong. It is TANDEM_ADMIN_TOKEN, or the file admin-token in the data folder.',
    )
  }
}

/** `local`: no token is needed from this machine. `open`: no token is needed at all. The admin token is accepted too. */
export function metricsGuard(
  access: 'local' | 'token' | 'open',
  metricsToken: string | undefined,
  admin: Guard,
): Guard {
  return async (headers, from) => {
    if (access === 'open' || (access === 'local' && from.isLocal() && headers.authorization === undefined))
      return undefined
    const token = bearerOf(headers, 'TANDEM_METRICS_TOKEN or the admin token')
    if (metricsToken !== undefined && sameSecret(token, metricsToken)) return undefined
    return admin(headers, from)
  }
}

function bearerOf(headers: IncomingHttpHeaders, what: string): string {
  if (!headers.authorization)
    throw refused(`No Authorization header was sent; needed "Authorization: Bearer <key>" with ${what}.`)
  const token = bearerIn(headers)
  if (!token) throw refused(`The Authorization header is not of the form "Bearer <key>"; needed ${what}.`)
  return token
}

export const bearerIn = ({ authorization = '' }: IncomingHttpHeaders) =>
  /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]

const refused = (why: string) => new Fault('authenticationFailed', why)
