// The test command: runs the checks, then all test files (or the given ones), with a PostgreSQL server of its own. A file that
// fails runs again alone, unless a second run could hide lost work (`test/plan.ts`); if it then passes, it is listed as flaky.
//   node scripts/test.ts [--only <text>] [file or folder ...]

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { addCounts, emptyCount } from './test/count.ts'
import { findChromium, findShell } from './test/find-chromium.ts'
import { findTestFiles } from './test/find-files.ts'
import { mayTryAgain, planGroups } from './test/plan.ts'
import { closingLines, groupLines } from './test/report.ts'
import { runGroups } from './test/run-files.ts'
import { startPostgres } from './test-postgres.ts'

const ROOT = join(import.meta.dirname, '..')
/** Usually more than the number of processors, because a test file spends a third of its time waiting. */
const CONCURRENCY = 4
/** Long enough that only a group that hangs reaches it, even on a busy machine. */
const TIMEOUT_MS = 900_000
const TEST_TIMEOUT_MS = 600_000

const MEMORY_FOLDER = '/dev/shm'
/** Four times the space that a run needs. */
const MEMORY_FOLDER_BYTES = 4 * 2 ** 30

process.exit(await main())

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  const isFullRun = positionals.length === 0 && values.only === undefined
  const startedAt = performance.now()
  const interrupted = abortOnSignal()
  const problems: string[] = []
  const flaky: string[] = []
  let total = emptyCount()

  try {
    const files = findTestFiles(ROOT, positionals)
    if (isFullRun && !(await runs('scripts/check.ts', [], interrupted)))
      problems.push('the gate (npm run check), see above')
    useMemoryFolder()
    // Most test processes load the whole service; the compile cache saves a second for each of them.
    process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/tandem-tests')
    if (files.some((file) => file.endsWith('.browser.test.ts'))) {
      const [chromium, shell] = [findChromium(), findShell()]
      process.env.TANDEM_TEST_CHROMIUM = chromium
      if (shell) process.env.TANDEM_TEST_CHROMIUM_SHELL = shell
      // Browsers load the built files, which may be older than the sources.
      for (const screens of ['console', 'widget'])
        if (!(await runs(`packages/${screens}/build.js`, [], interrupted)))
          throw new Error(`the ${screens} could not be built, see above`)
    }
    const server = await testServer()
    process.env.TANDEM_TEST_POSTGRES_URL = server.url
    const templates = mkdtempSync(join(tmpdir(), 'tandem-templates-'))
    const shared = {
      root: ROOT,
      only: values.only,
      timeoutMs: TIMEOUT_MS,
      testTimeoutMs: TEST_TIMEOUT_MS,
      signal: interrupted,
    }
    const again: string[] = []
    const failedIn = new Set<string>()
    try {
      if (!(await runs('packages/service/test/harness/make-templates.ts', [templates], interrupted)))
        throw new Error('the templates of databases could not be made, see above')
      process.env.TANDEM_TEST_TEMPLATES = templates
      await runGroups({
        ...shared,
        groups: planGroups(ROOT, files),
        concurrency: CONCURRENCY,
        onGroup(result) {
          // A group that an interrupt stopped has neither passed nor failed.
          if (interrupted.aborted) return
          console.log(groupLines(result))
          if (result.count.failed === 0 || !result.files.every(mayTryAgain)) {
            total = addCounts(total, result.count)
            return
          }
          again.push(...result.files)
          // A failure without a file is that of a process that died: any file of its group may be the cause.
          for (const { file } of result.count.failures)
            for (const each of file ? [relative(ROOT, file)] : result.files) failedIn.add(each)
        },
      })
      await runGroups({
        ...shared,
        groups: again.map((file) => [file]),
        concurrency: 1,
        onGroup(result) {
          if (interrupted.aborted) return
          total = addCounts(total, result.count)
          console.log(`again: ${groupLines(result)}`)
          if (result.count.failed === 0) flaky.push(...result.files.filter((file) => failedIn.has(file)))
        },
      })
    } finally {
      rmSync(templates, { recursive: true, force: true })
      await server.stop()
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
  }

  const ran = total.passed + total.failed
  if (interrupted.aborted) problems.push(`interrupted by ${interrupted.reason.message}`)
  else if (problems.length === 0 && ran === 0) problems.push('no test ran')
  else if (isFullRun && ran > 0 && total.ranOn.postgres === 0) problems.push('no test ran on postgres')
  console.log(closingLines(total, problems, performance.now() - startedAt, flaky))
  return total.failed + problems.length > 0 ? 1 : 0
}

/** Uses a folder in memory if there is enough: creating and removing hundreds of databases there takes a fifth of the time. */
function useMemoryFolder(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY_FOLDER)) return
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  if (Math.min(bavail * bsize, freemem()) > MEMORY_FOLDER_BYTES) process.env.TMPDIR = MEMORY_FOLDER
}

/** Uses the server named in the environment, or starts one for this run. */
async function testServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.TANDEM_TEST_POSTGRES_URL
  return url ? { url, stop: async () => {} } : startPostgres()
}

/** The first signal stops the run in an orderly way; a second one ends it at once, and the guard of the server cleans up. */
function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      // The reason must be an object, because node:test adds a property to it.
      controller.abort(new Error(name))
    })
  }
  return controller.signal
}

/** Runs a program of this repository to its end, and returns whether it succeeded. */
function runs(program: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, program), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      signal,
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
