/**
 * Name to addresses, guarded: every address a name has must be allowed, else none is used. Look-ups of one name that overlap
 * share a single call. Nothing is cached beyond that: each new connection judges fresh addresses.
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

/** Knows every name of this machine and its network. Two at a time, as Node has threads for no more: a name whose server is silent holds one. */
export const lookupBySystem: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, callback)
}

/**
 * Asks name servers, any number at a time: however many names of one tenant get no answer, those of others do. A name without a
 * dot is no public one, so the system says what it is. `servers` are those of the system unless a test has its own.
 */
export function lookupByServers(servers?: readonly string[]): Lookup {
  return async (hostname, callback) => {
    if (!hostname.includes('.')) return lookupBySystem(hostname, callback)
    // A new one each time reads which servers the system has now.
    const resolver = new Resolver({ timeout: ASKED_AGAIN_MS, tries: 2 })
    if (servers) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [...addressesIn(v4, 4), ...addressesIn(v6, 6)]
    if (v4.status === 'rejected' && found.length === 0) callback(v4.reason, [])
    else callback(null, found)
  }
}

/** With the second try, which waits twice as long, it ends before the time of a connection does. */
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
