// Tells how the time of an expression grows with the text, with texts that make it slow.

import { checkSync, type Diagnostics } from 'recheck'
import { relaxedParts } from './relax.ts'

/** A text that makes an expression slow: `before`, then `pumps` again and again, then `after`. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[]
  readonly after: string
}

export type Verdict =
  | { readonly kind: 'linear' }
  /** Slow, or not proved to be fast: the attacks are measured on the expression as it is. */
  | { readonly kind: 'suspect'; readonly attacks: readonly Attack[] }
  | { readonly kind: 'exponential'; readonly attacks: readonly Attack[] }
  | { readonly kind: 'unknown'; readonly why: string }

/** Verdicts of another version of the checker or of these rules are not used. */
export const JUDGE = 'recheck 4.5.0, rules 1'

// The backend in plain JavaScript runs on every machine; the others need Java or a binary.
process.env.RECHECK_BACKEND = 'pure'
const TIMEOUT_MS = 20_000
const AUTOMATON = { checker: 'automaton', timeout: TIMEOUT_MS, maxNFASize: 200_000 } as const

/**
 * First the automaton, which proves: it cannot read lookarounds and counts, so it is asked about an expression that takes no less
 * time (`relax.ts`). Where that one is slow, the expression itself is searched for slow texts as well.
 */
export function judge(source: string, flags: string): Verdict {
  const plainFlags = flags.replace(/[dgy]/g, '')
  const relaxed = relaxedParts(source, flags).map((part) => checkSync(part, plainFlags, AUTOMATON))
  if (relaxed.every(({ status }) => status === 'safe')) return { kind: 'linear' }
  const itself = checkSync(source, plainFlags, { timeout: TIMEOUT_MS, randomSeed: 1 })
  if (itself.status === 'unknown') return { kind: 'unknown', why: itself.error.kind }
  const attacks = [itself, ...relaxed].flatMap(attackOf)
  if (itself.status === 'vulnerable' && itself.complexity.type === 'exponential')
    return { kind: 'exponential', attacks }
  return attacks.length > 0 ? { kind: 'suspect', attacks } : { kind: 'linear' }
}

function attackOf(diagnosed: Diagnostics): Attack[] {
  if (diagnosed.status !== 'vulnerable') return []
  const { pumps, suffix } = diagnosed.attack
  return [{ pumps: pumps.map(({ prefix, pump }) => ({ before: prefix, pump })), after: suffix }]
}
