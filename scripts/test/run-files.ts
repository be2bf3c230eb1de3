// Runs test files, each in a process of its own, a few at a time, and hands back what each one did.

import { join } from 'node:path'
import { run } from 'node:test'
import { type Count, countFile, type TestEvent } from './count.ts'

export type FileResult = { file: string; count: Count; durationMs: number; output: string }

export type RunOptions = {
  root: string
  files: string[]
  /** Run only tests whose full name contains this text. */
  only?: string | undefined
  concurrency: number
  fileTimeoutMs: number
  signal: AbortSignal
  onFile(result: FileResult): void
}

// Enough to see what a failing file said last, without keeping a chatty one in memory.
const OUTPUT_LIMIT_CHARACTERS = 200_000

export async function runFiles(options: RunOptions): Promise<void> {
  const waiting = [...options.files]
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      if (options.signal.aborted) return
      options.onFile(await runFile(options, file))
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, worker))
}

// One call of run() per file: run()'s own timeout is one for each test and leaves a file that never ends running.
async function runFile(options: RunOptions, file: string): Promise<FileResult> {
  const path = join(options.root, file)
  const startedAt = performance.now()
  const events: TestEvent[] = []
  let output = ''
  const stream = run({
    files: [path],
    cwd: options.root,
    isolation: 'process',
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.fileTimeoutMs)]),
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
  return { file, count, durationMs: performance.now() - startedAt, output }
}

function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
