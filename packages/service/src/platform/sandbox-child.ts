/**
 * The service's side of one child process of a sandbox: sends a job with its bytes, receives the parts of the result, and ends the
 * process when the job uses more processor time or memory than allowed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { ProcessUsage } from './process-usage.ts'
import { type FromChild, MOST_PENDING_PARTS, type ToChild } from './sandbox-work.ts'

interface ChildOptions {
  /** A module that calls `serveSandbox`. */
  readonly module: URL
  readonly usageOf: (pid: number) => ProcessUsage | undefined
}

export interface ChildJob {
  readonly job: unknown
  readonly bytes: Uint8Array
  /** Processor time. */
  readonly allowedMs: number
  /** Resident memory of the process. */
  readonly allowedMb: number
  /** Called with one part after another, and awaited. The work waits while it is behind, and fails when it throws. */
  readonly onPart: ((part: unknown) => unknown) | undefined
}

export type SandboxChild = ReturnType<typeof startChild>

export type SandboxErrorKind = 'timeout' | 'memory' | 'crash' | 'failed'

/** Its message is a sentence for a person. */
export class SandboxError extends Error {
  readonly kind: SandboxErrorKind
  constructor(kind: SandboxErrorKind, message: string) {
    super(message)
    this.name = 'SandboxError'
    this.kind = kind
  }
}

interface Running extends ChildJob {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** The number of parts that `onPart` has not handled yet, and the end of their handling. */
  pendingParts: number
  taking: Promise<void>
  spentMs: number
  stillLooks: number
}

const MIB = 2 ** 20
/** The limit of the JavaScript heap. Buffers outside the heap and Node itself take the rest of the memory that a job is allowed. */
const HEAP_MB = 165
/** Small, because this memory stays resident, garbage or not. With Node's default a file of 3 MB takes twice the memory. */
const YOUNG_MB = 8
/** A decompression bomb that fills a gigabyte per second exceeds the limit by 10 MB at most. */
const LOOK_MS = 10
/** A minute without any processor time: even on a busy machine the child hangs. */
const MOST_STILL_LOOKS = 60_000 / LOOK_MS
/** Requests have priority; a still lower priority of the child would starve imports on a busy machine. */
const PRIORITY = 5
/** Bytes per message, so that the event loop runs in between. */
const SLICE_BYTES = 1024 * 1024

export function startChild({ module, usageOf }: ChildOptions) {
  const child = fork(module, {
    // The service's own environment holds secrets.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`],
    // The child ends when its standard input does, at the end of the service. The output of parsers does not belong in our log.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  lowerPriority(child.pid)
  let isReady = false
  let isEnded = false
  let running: Running | undefined
  let looking: NodeJS.Timeout | undefined
  let processorMs = 0
  const exited = new Promise<void>((resolve) => {
    const gone = (signal?: NodeJS.Signals | null) => {
      // Node aborts when its heap is full.
      end(
        signal === 'SIGABRT'
          ? tooMuchMemory(running?.allowedMb ?? HEAP_MB)
          : new SandboxError('crash', 'The reader of the file crashed.'),
      )
      resolve()
    }
    child.on('exit', (_code, signal) => gone(signal))
    child.on('error', () => gone())
  })
  child.on('message', take)
  child.stdin?.on('error', () => {})

  function take(message: FromChild): void {
    if (message === 'ready') isReady = true
    const mine = running
    if (message === 'ready' || !mine) return
    if ('part' in message) mine.pendingParts++
    mine.taking = mine.taking.then(() => {
      // Messages of a failed job are ignored.
      if (mine !== running) return
      return 'part' in message ? takePart(mine, message.part) : conclude(mine, message)
    })
  }

  async function takePart(mine: Running, part: unknown): Promise<void> {
    try {
      await mine.onPart?.(part)
    } catch (error) {
      end(error as Error)
    }
    // In a later tick of the event loop, so that requests are handled between the parts of a long result.
    setImmediate(() => {
      mine.pendingParts--
      if (mine === running) void post('taken')
    })
  }

  function conclude(mine: Running, message: { result: unknown } | { failure: string }): void {
    settle()
    if ('result' in message) mine.resolve(message.result)
    else mine.reject(new SandboxError('failed', message.failure))
  }

  function settle(): Running | undefined {
    const settled = running
    running = undefined
    clearInterval(looking)
    // An idle child must not keep a finished process alive.
    keepAlive(child, false)
    return settled
  }

  /** Ends the process; the current job, if any, fails with the error. */
  function end(error: Error): void {
    isEnded = true
    child.kill('SIGKILL')
    settle()?.reject(error)
    // `exited` is awaited.
    child.ref()
  }

  /**
   * Processor time counts, so that a file does not fail because the machine is busy. If the system does not report it (Windows
   * and macOS have no /proc), the time between looks counts instead, and only the heap's limit bounds memory.
   */
  function look(mine: Running): void {
    const usage = usageOf(child.pid ?? 0)
    // Time that `onPart` needs does not count as the job's.
    const isBehind = mine.pendingParts >= MOST_PENDING_PARTS
    const spentMs = usage ? usage.processorMs - processorMs : isBehind ? 0 : LOOK_MS
    processorMs += spentMs
    mine.stillLooks = spentMs > 0 || isBehind ? 0 : mine.stillLooks + 1
    // The start of the process does not count as time of its first job.
    if (isReady) mine.spentMs += spentMs
    if (usage && usage.residentBytes > mine.allowedMb * MIB) end(tooMuchMemory(mine.allowedMb))
    else if (mine.spentMs > mine.allowedMs) end(tooLong(mine.allowedMs))
    else if (mine.stillLooks > MOST_STILL_LOOKS)
      end(new SandboxError('timeout', 'The reader of the file did nothing for a minute.'))
  }

  /** Resolves when the message is written. A message to an ended process is lost; `exited` reports the end. */
  const post = (message: ToChild) =>
    new Promise<void>((resolve) => {
      child.send(message, () => resolve())
    })

  return {
    /** Runs one job at a time. A job that exceeds a limit ends the process. */
    async run(job: ChildJob): Promise<unknown> {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const counts = { pendingParts: 0, spentMs: 0, stillLooks: 0 }
      const mine: Running = { ...job, ...counts, resolve, reject, taking: Promise.resolve() }
      running = mine
      processorMs = usageOf(child.pid ?? 0)?.processorMs ?? 0
      looking = setInterval(() => look(mine), LOOK_MS)
      keepAlive(child, true)
      void send()
      return promise

      async function send(): Promise<void> {
        await post({ job: job.job, bytes: job.bytes.length })
        for (let at = 0; at < job.bytes.length && mine === running; at += SLICE_BYTES) {
          await post({ slice: job.bytes.subarray(at, at + SLICE_BYTES) })
        }
      }
    },
    end,
    isEnded: () => isEnded,
    /** Undefined if the system does not report it. */
    residentMb(): number | undefined {
      const usage = usageOf(child.pid ?? 0)
      return usage && usage.residentBytes / MIB
    },
    exited,
  }
}

/** Whether the child, its channel and its standard input keep this process alive. */
function keepAlive(child: ChildProcess, isWanted: boolean): void {
  for (const handle of [child, child.channel, child.stdin as Socket | null])
    if (isWanted) handle?.ref()
    else handle?.unref()
}

/** Must be called right after the start, because the child's threads inherit the priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY)
  } catch {
    // The child works without it.
  }
}

function tooMuchMemory(allowedMb: number): SandboxError {
  return new SandboxError(
    'memory',
    `Reading the file took more than the ${allowedMb} MB of memory allowed for its size. Split it, or save it in a simpler form.`,
  )
}

function tooLong(allowedMs: number): SandboxError {
  const seconds = Math.round(allowedMs / 100) / 10
  return new SandboxError(
    'timeout',
    `Reading the file took longer than the ${seconds} seconds of processor time allowed for its size.`,
  )
}
