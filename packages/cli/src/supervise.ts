/**
 * Runs a command in a process of its own, and starts it again when that ends by itself after it was up: with the watchdog's
 * exit code, or by a crash. One that fails before it is up, or is told to stop, is not started again. Signals are passed on.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from '@tandem/service/platform/config'
import { STALL_EXIT_CODE } from '@tandem/service/platform/watchdog'

/** Set for the process that does the work: which start it is. */
export const START_NUMBER = 'TANDEM_DEV_START'

/** More restarts within this time than this many, and there is no use in another. */
const QUICK_RESTARTS = 10
const QUICK_MS = 60_000

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Its address, once it was up. */
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
      ...environment,
      ...(port === undefined ? {} : { PORT: port }),
      [START_NUMBER]: String(start),
    }
    child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const end = await untilEnded(child)
    const { code, signal, url } = end
    if (isStopping || code === 0 || url === undefined) return code ?? 1
    // Pages that are open find it at the same address again.
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
    say(`${reasonOf({ code, signal, url })}; it is started again.`)
  }
}

function untilEnded(child: ChildProcess): Promise<End> {
  let url: string | undefined
  child.on('message', (told) => {
    url = (told as { url: string }).url
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
