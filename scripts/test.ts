// The test command: the gate, then every test file (or those given), against a PostgreSQL of the run's own.
//   node scripts/test.ts [--only <text>] [file or folder ...]

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { addCounts, emptyCount } from './test/count.ts'
import { findChromium } from './test/find-chromium.ts'
import { findTestFiles } from './test/find-files.ts'
import { closingLines, fileLines } from './test/report.ts'
import { runFiles } from './test/run-files.ts'
import { startPostgres } from './test-postgres.ts'

const ROOT = join(import.meta.dirname, '..')
/** More than there are processors as a rule: a file waits for disks, timers and other processes for a quarter of its time. */
const CONCURRENCY = 3
/** Long: only a file that hangs ever takes all of it, and a busy machine is no failure. */
const FILE_TIMEOUT_MS = 900_000

process.exit(await main())

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  const isFullRun = positionals.length === 0 && values.only === undefined
  const startedAt = performance.now()
  const interrupted = abortOnSignal()
  const problems: string[] = []
  let total = emptyCount()

  try {
    const files = findTestFiles(ROOT, positionals)
    if (isFullRun && !(await passesGate(interrupted))) problems.push('the gate (npm run check), see above')
    // Every file is a process of its own, and most load the whole service: compiled once, that is a second less for each.
    process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/tandem-tests')
    if (files.some((file) => file.endsWith('.browser.test.ts')))
      process.env.TANDEM_TEST_CHROMIUM = findChromium()
    const server = await testServer()
    process.env.TANDEM_TEST_POSTGRES_URL = server.url
    try {
      await runFiles({
        root: ROOT,
        files,
        only: values.only,
        concurrency: CONCURRENCY,
        fileTimeoutMs: FILE_TIMEOUT_MS,
        signal: interrupted,
        onFile(result) {
          // What an interrupt cut short has neither passed nor failed.
          if (interrupted.aborted) return
          total = addCounts(total, result.count)
          console.log(fileLines(result))
        },
      })
    } finally {
      await server.stop()
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }

  const ran = total.passed + total.failed
  if (interrupted.aborted) problems.push(`interrupted by ${interrupted.reason.message}`)
  else if (problems.length === 0 && ran === 0) problems.push('no test ran')
  else if (isFullRun && ran > 0 && total.ranOn.postgres === 0) problems.push('no test ran on postgres')
  console.log(closingLines(total, problems, performance.now() - startedAt))
  return total.failed + problems.length > 0 ? 1 : 0
}

/** A server named in the environment is used as it is; else one is started for this run. */
async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.TANDEM_TEST_POSTGRES_URL
  return url ? { url, stop: async () => {} } : startPostgres()
}

/** The first signal stops the run in order; a second one ends it at once, and the server's guard cleans up. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      // node:test marks the reason it is given, so that it must be an object.
      controller.abort(new Error(name))
    })
  }
  return controller.signal
}

function passesGate(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/check.ts')], {
      cwd: ROOT,
      stdio: 'inherit',
      signal,
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
