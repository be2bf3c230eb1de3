/** A resolver for tests: names answer as scripted, a different list each time if wanted, and look-ups are counted. */
import { isIP } from 'node:net'
import type { Lookup } from '../../src/platform/egress/resolve.ts'

/** Addresses, an error code such as ENOTFOUND, or silence. */
export type DnsAnswer = string[] | { code: string } | 'silence'

export interface DnsStub {
  readonly lookup: Lookup
  /** `answers` are given one look-up after the other; the last one stays. */
  name(hostname: string, ...answers: DnsAnswer[]): void
  lookupCount(hostname: string): number
}

export function createDnsStub(): DnsStub {
  const scripts = new Map<string, DnsAnswer[]>()
  const counts = new Map<string, number>()

  return {
    name(hostname, ...answers) {
      scripts.set(hostname, answers)
    },
    lookupCount: (hostname) => counts.get(hostname) ?? 0,
    lookup(hostname, callback) {
      const count = counts.get(hostname) ?? 0
      counts.set(hostname, count + 1)
      const answers = scripts.get(hostname) ?? []
      const answer = answers[Math.min(count, answers.length - 1)] ?? { code: 'ENOTFOUND' }
      if (answer === 'silence') return
      // Real resolvers never answer within the call.
      setImmediate(() => {
        if (Array.isArray(answer)) {
          callback(
            null,
            answer.map((address) => ({ address, family: isIP(address) })),
          )
        } else {
          const error = new Error(`${answer.code} ${hostname}`)
          callback(Object.assign(error, { code: answer.code, hostname }), [])
        }
      })
    },
  }
}
