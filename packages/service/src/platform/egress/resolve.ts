/**
 * Resolves names to addresses, guarded: if any address of a name is refused, none is used. Overlapping look-ups of one name share
 * a single call. Nothing is cached beyond that: each new connection judges fresh addresses.
 */
import { lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { type AllowRule, judgeAddress } from './address-rules.ts'
import { RefusedError } from './reasons.ts'

interface ResolvedAddress {
  address: string
  family: number
}

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: ResolvedAddress[]) => void

/** Returns all addresses of a name. Tests pass their own. */
export type Lookup = (hostname: string, callback: LookupCallback) => void

/** Knows every name of this machine and its network, but Node has only two threads for it, and a silent name server occupies one. */
export const lookupBySystem: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, callback)
}

/**
 * Asks the name servers directly, with any number of look-ups at a time, so that silent name servers of one tenant do not hold up
 * the look-ups of others. A name without a dot is not public, so the system resolves it. Tests pass their own `servers`.
 */
export function lookupByServers(servers?: readonly string[]): Lookup {
  return async (hostname, callback) => {
    if (!hostname.includes('.')) return lookupBySystem(hostname, callback)
    // A new resolver reads the system's current servers.
    const resolver = new Resolver({ timeout: ASKED_AGAIN_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [...addressesIn(v4, 4), ...addressesIn(v6, 6)]
    if (v4.status === 'rejected' && found.length === 0) callback(v4.reason, [])
    else callback(null, found)
  }
}

/** Both tries, of which the second waits twice as long, end before the time limit of a connection. */
const ASKED_AGAIN_MS = 3000

const addressesIn = (result: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] =>
  result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family }))

/** A `lookup` for sockets that fails with a RefusedError when any address of the name is refused. */
export function guardLookup(lookup: Lookup, allow: readonly AllowRule[]): LookupFunction {
  const shared = shareOverlapping(lookup)
  return (hostname, options, callback) => {
    shared(hostname, (error, addresses) => {
      const problem = error ?? findProblem(hostname, addresses, allow)
      if (problem) return callback(problem, '', 0)
      if (options.all) return callback(null, addresses)
      const first = addresses[0] as ResolvedAddress
      callback(null, first.address, first.family)
    })
  }
}

function findProblem(
  hostname: string,
  addresses: ResolvedAddress[],
  allow: readonly AllowRule[],
): Error | null {
  if (addresses.length === 0) {
    return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND', hostname })
  }
  for (const { address } of addresses) {
    const verdict = judgeAddress(address, allow)
    if (!verdict.allowed)
      return new RefusedError(`the name ${hostname} leads to a refused address: ${verdict.reason}`)
  }
  return null
}

function shareOverlapping(lookup: Lookup): Lookup {
  const waiting = new Map<string, LookupCallback[]>()
  return (hostname, callback) => {
    const others = waiting.get(hostname)
    if (others) {
      others.push(callback)
      return
    }
    const callbacks = [callback]
    waiting.set(hostname, callbacks)
    lookup(hostname, (error, addresses) => {
      waiting.delete(hostname)
      for (const each of callbacks) each(error, addresses)
    })
  }
}
