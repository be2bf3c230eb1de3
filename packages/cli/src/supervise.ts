/**
 * Runs a command in a child process, and restarts it when it ends by itself after it was up: with the watchdog's exit code, or by
 * a crash. A process that fails before it is up, or that was stopped, is not restarted. Signals are passed on.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from '@tandem/service/platform/config'
import { STALL_EXIT_CODE } from '@tandem/service/platform/watchdog'

/** Environment variable with the number of the start; set for the child only. */
export const START_NUMBER = 'TANDEM_DEV_START'

/** Lets the C library of Linux return the memory of large requests to the system; see docs/operations.md, Memory. */
const LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: '1048576' }

/** After more restarts than this within this time, another one would not help. */
const QUICK_RESTARTS = 10
const QUICK_MS = 60_000

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The address of the service; undefined if it was never up. */
  readonly url: string | undefined
}

export async function supervise(environment: Environment, say: (line: string) => void): Promise<number> {
  let child: ChildProcess | undefined
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isStopping = true
      // Windows has no signals to pass on: there Ctrl-C reaches the service by itself, and kill() would cut it off.
      if (process.platform !== 'win32') child?.kill(signal)
    })
  const restarts: number[] = []
  let port: string | undefined
  for (let start = 1; ; start++) {
    const env = {
      ...LARGE_BLOCKS,
      ...environment,
      ...(port === undefined ? {} : { PORT: port }),
      [START_NUMBER]: String(start),
    }
    child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const end = await untilEnded(child)
    const { code, url } = end
    if (isStopping || code === 0 || url === undefined) return code ?? 1
    // Open pages must find the service at the same address.
    port = new URL(url).port
    restarts.push(performance.now())
    if (
      restarts.length > QUICK_RESTARTS &&
      performance.now() - (restarts.at(-1 - QUICK_RESTARTS) ?? 0) < QUICK_MS
    ) {
      say(
        `${reasonOf(end)}; it ended ${QUICK_RESTARTS + 1} times within a minute, so it is not started again.`,
      )
      return code ?? 1
    }
    say(`${reasonOf(end)}; it is started again.`)
  }
}

function untilEnded(child: ChildProcess): Promise<End> {
  let url: string | undefined
  child.on('message', (message) => {
    url = (message as { url: string }).url
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code, signal, url }))
  })
}

function reasonOf({ code, signal }: End): string {
  if (code === STALL_EXIT_CODE) return 'The service stood still and ended itself (see the log line above)'
  return signal ? `The service was ended by ${signal}` : `The service ended with exit code ${code}`
}
