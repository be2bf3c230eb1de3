// Proves that no regular expression that reads outside text can block the service: its time grows at most linearly with the
// length of the text, or `limited(…)` keeps the text short enough.
//   node scripts/check-expressions.ts

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Expression, expressionsOf, type Place } from './expressions/find-expressions.ts'
import { slowness } from './expressions/measure.ts'
import { modulesInScope, SANDBOX_ENTRIES } from './expressions/modules.ts'
import type { Built } from './expressions/record-built.ts'
import { openVerdictCache, type VerdictCache } from './expressions/verdict-cache.ts'

export interface Finding extends Place {
  readonly text: string
}

/** All findings in the packages below `root`, and the number of expressions that were checked. */
export function findingsIn(
  root: string,
  cache: VerdictCache,
  entries = SANDBOX_ENTRIES,
): { findings: Finding[]; count: number } {
  const found = modulesInScope(root, entries).map(expressionsOf)
  const sites = found.flatMap((each) => each.sites)
  const files = [...new Set(sites.map(({ path }) => resolve(root, path)))]
  const built = files.length === 0 ? [] : builtBy(files)
  const findings: Finding[] = found.flatMap((each) => each.faults)
  const expressions: Expression[] = found.flatMap((each) => each.literals)
  for (const site of sites) {
    const here = built.filter(
      ({ file, line, column }) =>
        file === resolve(root, site.path) && line === site.line && column === site.column,
    )
    if (here.length === 0) findings.push({ ...site, text: 'builds no expression when the module loads' })
    for (const { source, flags } of here) expressions.push({ ...site, source, flags })
  }
  for (const expression of expressions) {
    const text = faultOf(expression, cache)
    if (text)
      findings.push({ ...expression, text: `/${shortened(expression.source)}/${expression.flags} ${text}` })
  }
  return { findings, count: expressions.length }
}

function faultOf(expression: Expression, cache: VerdictCache): string | undefined {
  const verdict = cache.verdictOf(expression.source, expression.flags)
  if (verdict.kind === 'linear') return undefined
  if (verdict.kind === 'unknown') return `could not be judged (${verdict.why}): write it in a simpler way`
  const slow = verdict.attacks
    .map((attack) => slowness(expression, attack))
    .find((each) => each !== undefined)
  if (verdict.kind === 'exponential') return `takes exponential time: ${slow ?? 'see its repetitions'}`
  return slow === undefined ? undefined : `is too slow: ${slow}`
}

function builtBy(files: readonly string[]): Built[] {
  const recorder = join(import.meta.dirname, 'expressions/record-built.ts')
  const output = execFileSync(process.execPath, [recorder, ...files], { maxBuffer: 64 << 20 })
  return JSON.parse(String(output)) as Built[]
}

const shortened = (source: string) => (source.length > 100 ? `${source.slice(0, 100)}…` : source)

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const cache = openVerdictCache(join(import.meta.dirname, 'expressions/verdicts.json'))
  const { findings, count } = findingsIn(root, cache)
  cache.save()
  for (const { path, line, text } of findings) console.log(`${path}:${line} ${text}`)
  console.log(`expressions: ${count} looked at, ${findings.length === 0 ? 'no' : findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
