/**
 * The watchdog: a thread that notices when the event loop stands still, logs the current activity, and after a limit ends the
 * process with a special exit code, so that a service manager starts it again. The main thread counts heartbeats in shared memory.
 * The watchdog counts its own ticks without a heartbeat, not time: while the machine or the process is suspended, its thread
 * is suspended too, and that is no stall.
 */
import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { currentActivity } from './activity.ts'
import type { DatabaseLocation } from './database/handle.ts'
import type { Log } from './log.ts'

/** EX_SOFTWARE of sysexits.h: an error inside the program. */
export const STALL_EXIT_CODE = 70

/** The name of the global function that returns the current activity, for the thread. */
export const ACTIVITY_SYMBOL = 'tandem.activity'

/** Indexes in the shared memory. */
export const BEATS = 0
export const IS_DEBUGGED = 1

export interface WatchdogData {
  readonly shared: SharedArrayBuffer
  readonly tickMs: number
  /** The number of ticks without a heartbeat after which the stall is logged, and after which the process is ended. */
  readonly noticeTicks: number
  readonly limitTicks: number
  readonly isLogged: boolean
  readonly location: DatabaseLocation
  /** The name of this machine in the database. */
  readonly host: string
  /** A module whose `recordStall(location, host, activity)` stores the activity durably. */
  readonly recorder: string
}

export type Watchdog = ReturnType<typeof startWatchdog>

const NOTICE_MS = 3000

export function startWatchdog(options: {
  limitMs: number
  location: DatabaseLocation
  host: string
  recorder: URL
  log: Log
}) {
  const { limitMs, location, host, recorder, log } = options
  const tickMs = Math.min(500, Math.ceil(limitMs / 20))
  const limitTicks = Math.ceil(limitMs / tickMs)
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  const counters = new Int32Array(shared)
  const beat = () => {
    Atomics.add(counters, BEATS, 1)
    // A debugger stops the event loop on purpose.
    Atomics.store(counters, IS_DEBUGGED, inspectorUrl() === undefined ? 0 : 1)
  }
  beat()
  const heart = setInterval(beat, Math.ceil(tickMs / 2)).unref()
  Reflect.set(globalThis, Symbol.for(ACTIVITY_SYMBOL), currentActivity)
  const workerData: WatchdogData = {
    shared,
    tickMs,
    noticeTicks: Math.min(Math.ceil(NOTICE_MS / tickMs), Math.ceil(limitTicks / 2)),
    limitTicks,
    isLogged: log.isLevelEnabled('error'),
    location,
    host,
    recorder: recorder.href,
  }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  })
  thread.unref()
  thread.on('error', (error) => log.error({ err: error }, 'the watchdog ended; stalls are no longer noticed'))
  return {
    async stop() {
      clearInterval(heart)
      await thread.terminate()
    },
  }
}
