/**
 * Work that runs beside the requests: at intervals, and at once when woken. One run at a time; a wake-up during a
 * run leads to one more. A run that fails is logged and tried again at the next interval.
 */
import type { Core } from './core.ts'

export interface Background {
  wake(): void
  /** Waits for the run under way; none starts afterwards. */
  stop(): Promise<void>
}

export function startBackground(
  options: Pick<Core, 'log' | 'clock'> & {
    name: string
    everyMs: number
    run: (stopped: () => boolean) => Promise<unknown>
  },
): Background {
  const { name, everyMs, clock, log } = options
  let stopping = false
  let running: Promise<void> | undefined
  let again = false
  let cancelTimer = () => {}

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await options.run(() => stopping)
      } catch (error) {
        if (!stopping)
          log.error({ err: error, work: name }, 'background work failed; it is tried again later')
      }
    } while (again && !stopping)
    running = undefined
    if (!stopping) cancelTimer = clock.after(everyMs, wake)
  }

  function wake(): void {
    if (stopping) return
    if (running) {
      again = true
      return
    }
    cancelTimer()
    running = run()
  }

  cancelTimer = clock.after(everyMs, wake)
  return {
    wake: wake,
    async stop() {
      stopping = true
      cancelTimer()
      await running
    },
  }
}
