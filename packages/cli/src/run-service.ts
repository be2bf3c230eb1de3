/** Runs the service until it is told to stop: SIGTERM or SIGINT drain it, a second one ends it at once. */
import type { Service } from '@tandem/service/main'
import type { Log } from '@tandem/service/platform/log'

export async function untilStopped(service: Service, log: Log): Promise<number> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1))
  log.info({ signal }, 'told to stop')
  // Whatever hangs, the process is gone within ten seconds.
  const limit = setTimeout(() => process.exit(1), 9500)
  await service.stop()
  clearTimeout(limit)
  log.flush()
  return 0
}
