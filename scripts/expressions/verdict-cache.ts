// Verdicts that were reached before, by pattern and flags: kept in the repository, so that the check is quick on every machine.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { JUDGE, judge, type Verdict } from './judge.ts'

export interface VerdictCache {
  verdictOf(source: string, flags: string): Verdict
  /** Keeps what was asked for, and forgets the rest. */
  save(): void
}

/** Expressions without an entry in `known` are linear when their key is in `linear`. */
interface Kept {
  judge: string
  linear: string[]
  known: Record<string, Verdict>
}

export function openVerdictCache(path: string): VerdictCache {
  const kept = read(path)
  const linear = new Set(kept.linear)
  const used = new Map<string, Verdict>()
  return {
    verdictOf(source, flags) {
      const key = createHash('sha256').update(`${flags}/${source}`).digest('hex').slice(0, 16)
      const verdict =
        used.get(key) ?? kept.known[key] ?? (linear.has(key) ? { kind: 'linear' } : judge(source, flags))
      used.set(key, verdict)
      return verdict
    },
    save() {
      const all = [...used].sort(([a], [b]) => (a < b ? -1 : 1))
      const next: Kept = {
        judge: JUDGE,
        linear: all.filter(([, { kind }]) => kind === 'linear').map(([key]) => key),
        // An unknown one may be known on a quicker machine.
        known: Object.fromEntries(all.filter(([, { kind }]) => kind !== 'linear' && kind !== 'unknown')),
      }
      const text = `${JSON.stringify(next, null, 2)}\n`
      if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    },
  }
}

function read(path: string): Kept {
  const none: Kept = { judge: JUDGE, linear: [], known: {} }
  if (!existsSync(path)) return none
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept
  return kept.judge === JUDGE ? kept : none
}
