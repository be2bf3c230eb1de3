// Runs groups of test files, each group in its own process and a few groups at a time, and reports the result of each group.

import { join } from 'node:path'
import { run } from 'node:test'
import { type Count, countFile, type TestEvent } from './count.ts'

export type GroupResult = { files: readonly string[]; count: Count; durationMs: number; output: string }

export type RunOptions = {
  root: string
  groups: readonly (readonly string[])[]
  /** Run only tests whose full name contains this text. */
  only?: string | undefined
  concurrency: number
  timeoutMs: number
  /** Shorter than `timeoutMs`, so that the report names a test that hangs. */
  testTimeoutMs: number
  signal: AbortSignal
  onGroup(result: GroupResult): void
}

// Enough to see the last output of a failing file, without keeping the whole output of a verbose one in memory.
const OUTPUT_LIMIT_CHARACTERS = 200_000

export async function runGroups(options: RunOptions): Promise<void> {
  const waiting = [...options.groups]
  const worker = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      if (options.signal.aborted) return
      options.onGroup(await runGroup(options, group))
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, worker))
}

// Each process has its own call of run() and its own time limit, because the timeout of run() applies to single tests and does
// not end a file that never finishes.
async function runGroup(options: RunOptions, files: readonly string[]): Promise<GroupResult> {
  const paths = files.map((file) => join(options.root, file))
  const [first = ''] = paths
  const path = paths.length === 1 ? first : join(import.meta.dirname, 'together.ts')
  const startedAt = performance.now()
  const events: TestEvent[] = []
  let output = ''
  const stream = run({
    files: [path],
    argv: paths.length === 1 ? [] : paths,
    cwd: options.root,
    isolation: 'process',
    timeout: options.testTimeoutMs,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    ...(options.only === undefined ? {} : { testNamePatterns: [literalPattern(options.only)] }),
  })
  for await (const event of stream as AsyncIterable<{ type: string; data: unknown }>) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      output = (output + (event.data as { message: string }).message).slice(-OUTPUT_LIMIT_CHARACTERS)
    } else {
      events.push(event as TestEvent)
    }
  }
  const count = countFile(path, events, options.only !== undefined)
  return { files, count, durationMs: performance.now() - startedAt, output }
}

function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
