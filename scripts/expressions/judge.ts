// Judges how the time of a regular expression grows with the length of the text, and finds texts that make it slow.

import { checkSync, type Diagnostics } from 'recheck'
import { partsOf } from './relax.ts'

/** The parts of a text that makes an expression slow: each `before` and its repeated `pump`, then `after`. */
export interface Attack {
  readonly pumps: readonly { readonly before: string; readonly pump: string }[]
  readonly after: string
}

export type Verdict =
  | { readonly kind: 'linear' }
  /** Slow, or not proved to be fast: the attacks must be measured on the original expression. */
  | { readonly kind: 'suspect'; readonly attacks: readonly Attack[] }
  | { readonly kind: 'exponential'; readonly attacks: readonly Attack[] }
  | { readonly kind: 'unknown'; readonly why: string }

/** The version of the checker and of these rules. Stored verdicts of other versions are not used. */
export const JUDGE = 'recheck 4.5.0, rules 1'

// The backend in plain JavaScript runs on every machine; the others need Java or a binary.
process.env.RECHECK_BACKEND = 'pure'
const TIMEOUT_MS = 20_000
const AUTOMATON = { checker: 'automaton', timeout: TIMEOUT_MS, maxNFASize: 200_000 } as const

/**
 * The automaton checker can prove that an expression is fast, but cannot read lookarounds and counts. It therefore gets relaxed
 * expressions, which take no less time (`relax.ts`). For an alternative whose relaxed form is slow, slow texts are also
 * searched for the original.
 */
export function judge(source: string, flags: string): Verdict {
  const plainFlags = flags.replace(/[dgy]/g, '')
  const attacks: Attack[] = []
  let isExponential = false
  for (const part of partsOf(source, flags)) {
    const relaxed = part.relaxed.map((each) => checkSync(each, plainFlags, AUTOMATON))
    if (relaxed.every(({ status }) => status === 'safe')) continue
    const itself = checkSync(part.source, plainFlags, { timeout: TIMEOUT_MS, randomSeed: 1 })
    if (itself.status === 'unknown') return { kind: 'unknown', why: itself.error.kind }
    isExponential ||= itself.status === 'vulnerable' && itself.complexity.type === 'exponential'
    attacks.push(...[itself, ...relaxed].flatMap(attackOf))
  }
  if (attacks.length === 0) return { kind: 'linear' }
  return { kind: isExponential ? 'exponential' : 'suspect', attacks }
}

function attackOf(diagnosed: Diagnostics): Attack[] {
  if (diagnosed.status !== 'vulnerable') return []
  const { pumps, suffix } = diagnosed.attack
  return [{ pumps: pumps.map(({ prefix, pump }) => ({ before: prefix, pump })), after: suffix }]
}
