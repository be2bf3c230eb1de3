// Writes the output of a run: a line for each group of files, failures in full, and the closing lines.

import { basename, dirname } from 'node:path'
import { inspect } from 'node:util'
import type { Count } from './count.ts'
import type { GroupResult } from './run-files.ts'

export function groupLines(result: GroupResult): string {
  const { files, count, durationMs, output } = result
  const parts = [`${count.passed} passed`]
  if (count.failed > 0) parts.push(`${count.failed} failed`)
  if (count.skipped > 0) parts.push(`${count.skipped} skipped`)
  const name = nameOf(files)
  const lines = [`${count.failed > 0 ? 'FAIL' : 'ok  '} ${name}  ${parts.join(', ')}  ${seconds(durationMs)}`]
  for (const reason of count.skipReasons) lines.push(`     skipped: ${reason}`)
  for (const { name: test, file, error } of count.failures)
    lines.push(`\n  ${file ?? name}`, `  ${test}`, indent(describe(error)), '')
  if (count.failed > 0 && output.trim() !== '')
    lines.push(`  output of ${name}:`, indent(output.trimEnd()), '')
  return lines.join('\n')
}

function nameOf(files: readonly string[]): string {
  const [first = ''] = files
  if (files.length === 1) return first
  return `${dirname(first)}: ${files.map((file) => basename(file, '.test.ts')).join(', ')}`
}

/** The engines, the flaky files, a line for each problem of the run as a whole, and the total count as the last line. */
export function closingLines(
  count: Count,
  problems: readonly string[],
  durationMs: number,
  flaky: readonly string[] = [],
): string {
  const { sqlite, postgres, none } = count.ranOn
  const failed = count.failed + problems.length
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  return [
    '',
    `${sqlite} on sqlite, ${postgres} on postgres, ${none} without an engine, in ${seconds(durationMs)}`,
    ...flaky.map((file) => `FLAKY ${file}: failed, and passed when it was run again alone`),
    ...problems.map((problem) => `FAIL ${problem}`),
    `${count.passed} passed, ${failed} failed${skipped}`,
  ].join('\n')
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`
}

// node:test wraps the error of a test; the stack of the wrapper and the frames of the runner are useless and left out.
function describe(error: unknown): string {
  if (!(error instanceof Error && 'failureType' in error)) return text(error)
  if (error.failureType === 'testAborted') return 'stopped: it took longer than one file may'
  if ('exitCode' in error)
    return `its process ended with ${error.exitCode ?? `signal ${Reflect.get(error, 'signal')}`}`
  return text(error.cause ?? error)
}

function text(thrown: unknown): string {
  const full = typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 6 })
  return full.replace(/\n +at [^\n]*(?:node:internal|node:async_hooks)[^\n]*/g, '')
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}
