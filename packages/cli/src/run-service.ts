/**
 * Runs the service until it is told to stop: SIGTERM or SIGINT drain it, a second one ends it at once. A service whose database
 * a newer Tandem has migrated stops by itself, as a failure.
 */
import type { Service } from '@tandem/service/main'
import type { Log } from '@tandem/service/platform/log'

/**
 * One wish to stop may come as several signals: a terminal and a service manager tell every process, and npm and the process of
 * an older Node pass on what they hear. What comes this soon after the first is the same wish.
 */
const SAME_WISH_MS = 1000

/** Listens from the call on; to be called before anything starts, so that no signal finds nobody there. */
export function stopSignal(
  signals: Pick<NodeJS.EventEmitter, 'on'> = process,
  now: () => number = () => performance.now(),
  endAtOnce: () => void = () => process.exit(1),
): Promise<string> {
  let toldAt: number | undefined
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      signals.on(name, () => {
        toldAt ??= now()
        if (now() - toldAt >= SAME_WISH_MS) endAtOnce()
        resolve(name)
      })
    }
  })
}

export async function untilStopped(service: Service, log: Log, told: Promise<string>): Promise<number> {
  const signal = await Promise.race([told, service.superseded])
  if (signal !== undefined) log.info({ signal }, 'told to stop')
  await stopInTime(service)
  return signal === undefined ? 1 : 0
}

/** Even if something hangs, the process is gone within ten seconds. */
export async function stopInTime(service: Pick<Service, 'stop'>): Promise<void> {
  const limit = setTimeout(() => process.exit(1), 9500)
  try {
    await service.stop()
  } finally {
    clearTimeout(limit)
  }
}
