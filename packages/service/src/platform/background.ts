/**
 * Background work: runs at intervals, and at once when woken. One run at a time; a wake-up during a run causes one more run.
 * A failed run is logged and tried again at the next interval.
 */
import type { Core } from './core.ts'
import { throttled } from './log.ts'

/** Some work runs twice a second: an hour without the database must not fill the log. */
const LOGGED_EVERY_MS = 30_000

export type Background = ReturnType<typeof startBackground>

export function startBackground(
  options: Pick<Core, 'log' | 'clock'> & {
    name: string
    everyMs: number
    run: (stopped: () => boolean) => Promise<unknown>
  },
) {
  const { name, everyMs, clock, log } = options
  let stopping = false
  let running: Promise<void> | undefined
  let again = false
  let cancelTimer = () => {}
  /** The deadline of a wake-up that waits for a pause. */
  let wakeBy: number | undefined
  const logFailure = throttled(
    LOGGED_EVERY_MS,
    () => clock.now(),
    (error: unknown) =>
      log.error({ err: error, work: name }, 'background work failed; it is tried again later'),
  )

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await options.run(() => stopping)
      } catch (error) {
        if (!stopping) logFailure(error)
      }
    } while (again && !stopping)
    running = undefined
    if (!stopping && wakeBy === undefined) cancelTimer = clock.after(everyMs, wake)
  }

  function wake(): void {
    if (stopping) return
    cancelTimer()
    wakeBy = undefined
    if (running) again = true
    else running = run()
  }

  /** Wakes the work once no further call came for `pauseMs`, at the latest `mostMs` after the first call. */
  function wakeInPause(pauseMs: number, mostMs: number): void {
    if (stopping) return
    cancelTimer()
    wakeBy ??= clock.now() + mostMs
    cancelTimer = clock.after(Math.max(0, Math.min(pauseMs, wakeBy - clock.now())), wake)
  }

  cancelTimer = clock.after(everyMs, wake)
  return {
    wake,
    wakeInPause,
    /** Resolves after the current run; no run starts afterwards. */
    async stop() {
      stopping = true
      cancelTimer()
      await running
    },
  }
}
