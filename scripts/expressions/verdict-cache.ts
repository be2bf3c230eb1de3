// Stores verdicts by pattern and flags in the repository, so that the check is quick on every machine.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { JUDGE, judge, type Verdict } from './judge.ts'

export interface VerdictCache {
  verdictOf(source: string, flags: string): Verdict
  /** Stores the verdicts that were used in this run, and drops the others. */
  save(): void
}

/** The stored file: keys of linear expressions, and the verdicts of the others. */
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
        // Unknown verdicts are not stored, because a quicker machine may reach a verdict.
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
