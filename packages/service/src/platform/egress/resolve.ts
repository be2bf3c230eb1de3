/**
 * Name to addresses, guarded: every address a name has must be allowed, else none is used. Look-ups of one name that overlap
 * share a single call, because the system resolver has few threads and 64 connections to a slow name would take them all.
 * Nothing is cached beyond that: each new connection judges fresh addresses.
 */
import { lookup as systemLookup } from 'node:dns'
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

export const lookupBySystem: Lookup = (hostname, callback) => {
  systemLookup(hostname, { all: true }, callback)
}

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
