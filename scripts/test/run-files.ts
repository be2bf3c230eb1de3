// Runs groups of test files, each group in a process of its own, a few at a time, and hands back the result of each file.

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
  /** Shorter, so that a test that hangs is named. */
  testTimeoutMs: number
  signal: AbortSignal
  onGroup(result: GroupResult): void
}

// Enough to see what a failing file said last, without keeping a chatty one in memory.
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

// One call of run() per process: run()'s own timeout is for one test, and leaves a file that never ends running.
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
