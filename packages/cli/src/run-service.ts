/**
 * Runs the service until a signal: SIGTERM or SIGINT stop it gracefully, a second one ends it at once. A service whose database
 * was migrated by a newer Tandem stops by itself, with the exit code of a failure.
 */
import type { Service } from '@tandem/service/main'
import type { Log } from '@tandem/service/platform/log'

/**
 * One stop may send several signals: a terminal and a service manager signal every process, and npm and the process of an older
 * Node pass signals on. Signals within this time after the first count as the same stop.
 */
const SAME_STOP_MS = 1000

/** Listens from the call on. Must be called before anything starts, so that no signal is missed. */
export function stopSignal(
  signals: Pick<NodeJS.EventEmitter, 'on'> = process,
  now: () => number = () => performance.now(),
  endAtOnce: () => void = () => process.exit(1),
): Promise<string> {
  let firstAt: number | undefined
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      signals.on(name, () => {
        firstAt ??= now()
        if (now() - firstAt >= SAME_STOP_MS) endAtOnce()
        resolve(name)
      })
    }
  })
}

export async function untilStopped(service: Service, log: Log, stopped: Promise<string>): Promise<number> {
  const signal = await Promise.race([stopped, service.superseded])
  if (signal !== undefined) log.info({ signal }, 'told to stop')
  await stopInTime(service)
  return signal === undefined ? 1 : 0
}

/** Ends the process within ten seconds, even if something hangs. */
export async function stopInTime(service: Pick<Service, 'stop'>): Promise<void> {
  const limit = setTimeout(() => process.exit(1), 9500)
  try {
    await service.stop()
  } finally {
    clearTimeout(limit)
  }
}
