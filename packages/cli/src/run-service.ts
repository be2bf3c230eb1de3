/** Runs the service until it is told to stop: SIGTERM or SIGINT drain it, a second one ends it at once. */
import type { Service } from '@tandem/service/main'
import type { Log } from '@tandem/service/platform/log'

/** Listens from the call on; to be called before anything starts, so that no signal finds nobody there. */
export function stopSignal(): Promise<string> {
  let isTold = false
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.on(name, () => {
        if (isTold) process.exit(1)
        isTold = true
        resolve(name)
      })
    }
  })
}

export async function untilStopped(service: Service, log: Log, told: Promise<string>): Promise<number> {
  const signal = await told
  log.info({ signal }, 'told to stop')
  await stopInTime(service)
  log.flush()
  return 0
}

/** Whatever hangs, the process is gone within ten seconds. */
export async function stopInTime(service: Service): Promise<void> {
  const limit = setTimeout(() => process.exit(1), 9500)
  await service.stop()
  clearTimeout(limit)
}
