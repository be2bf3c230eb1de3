/**
 * The thread of the watchdog; see `watchdog.ts`. It queries the main thread through the inspector, which interrupts running
 * JavaScript, also a regular expression, but not code outside JavaScript. An activity is blamed only if it was running both when
 * the stall was noticed and when the limit was reached. This thread writes the log lines, because the main thread cannot.
 */
import { write } from 'node:fs'
import { Session } from 'node:inspector'
import { isDeepStrictEqual, promisify } from 'node:util'
import { workerData } from 'node:worker_threads'
import type { Activity } from './activity.ts'
import type { DatabaseLocation } from './database/handle.ts'
import { ACTIVITY_SYMBOL, BEATS, IS_DEBUGGED, STALL_EXIT_CODE, type WatchdogData } from './watchdog.ts'
import { orLate } from './within-time.ts'

interface Seen {
  readonly activity?: Activity
  readonly stack?: string
}

const { shared, tickMs, noticeTicks, limitTicks, isLogged, location, host, recorder } =
  workerData as WatchdogData
const counters = new Int32Array(shared)
/** A main thread that does not respond within this time is in code outside JavaScript. */
const ANSWER_MS = 1000
/** A process ends its threads before it exits, which takes a while on a busy machine. */
const EXIT_MS = 5000
const RECORD_MS = 5000
const WRITE_MS = 1000
const writeTo = promisify<number, string, unknown>(write)
interface Recorder {
  recordStall(location: DatabaseLocation, host: string, activity: Activity): Promise<void>
}

let lastBeats = -1
let missed = 0
let noticed: Promise<Seen> | undefined
let isEnding = false

setInterval(() => {
  if (isEnding) return
  const beats = Atomics.load(counters, BEATS)
  if (beats !== lastBeats) {
    if (noticed) void writeLine('warn', { stalledMs: missed * tickMs }, 'the event loop goes on')
    lastBeats = beats
    missed = 0
    noticed = undefined
    return
  }
  missed++
  if (missed === noticeTicks) noticed = notice()
  if (missed >= limitTicks && Atomics.load(counters, IS_DEBUGGED) === 0) {
    isEnding = true
    void end()
  }
}, tickMs)

async function notice(): Promise<Seen> {
  const seen = await look()
  void writeLine('error', { stalledMs: noticeTicks * tickMs, ...seen }, 'the event loop stands still')
  return seen
}

async function end(): Promise<void> {
  const before = await noticed
  // The main thread continued in the last moment.
  if (Atomics.load(counters, BEATS) !== lastBeats) {
    isEnding = false
    return
  }
  const seen = await look()
  const isSure = seen.activity && isDeepStrictEqual(before?.activity, seen.activity)
  const recorded = isSure ? await record(seen.activity) : undefined
  await writeLine(
    'fatal',
    { stalledMs: missed * tickMs, ...seen, recorded },
    'the event loop stood still for too long; the process ends',
  )
  ask(`process.exit(${STALL_EXIT_CODE})`).catch(() => {})
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_MS)
}

/** Gives up after a while: a database that does not respond must not keep a stalled process alive. */
async function record(activity: Activity): Promise<true | string> {
  try {
    const { recordStall } = (await import(recorder)) as Recorder
    await orLate(RECORD_MS, recordStall(location, host, activity), `no answer within ${RECORD_MS} ms`)
    return true
  } catch (error) {
    return `not recorded: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function look(): Promise<Seen> {
  try {
    const text = await ask(
      `JSON.stringify({ activity: globalThis[Symbol.for('${ACTIVITY_SYMBOL}')]?.(), stack: new Error().stack })`,
    )
    const { activity, stack } = JSON.parse(text) as Seen
    // The first two lines of the stack are those of this expression.
    const frames = stack
      ?.split('\n')
      .slice(2, 12)
      .map((line) => line.trim())
      .join('\n')
    return { ...(activity && { activity }), ...(frames && { stack: frames }) }
  } catch {
    return {}
  }
}

async function ask(expression: string): Promise<string> {
  const session = new Session()
  session.connectToMainThread()
  try {
    const answer = new Promise<string>((resolve, reject) => {
      session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, given) => {
        if (error) reject(error)
        else resolve(String(given.result.value))
      })
    })
    return await orLate(ANSWER_MS, answer, `no answer within ${ANSWER_MS} ms`)
  } finally {
    session.disconnect()
  }
}

/** Gives up after a while: a log that nobody reads must not keep a stalled process alive. */
async function writeLine(level: 'warn' | 'error' | 'fatal', fields: object, msg: string): Promise<void> {
  if (!isLogged) return
  const line = `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`
  await orLate(WRITE_MS, writeTo(1, line), 'not read').catch(() => {})
}
