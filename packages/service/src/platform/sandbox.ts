/**
 * Runs parsers of untrusted formats in threads of their own, with bounds on time and memory: a file that hangs or swells
 * takes its thread with it and nothing else. Threads start when first needed, take one job at a time, and are replaced
 * after one that had to be ended. Work has an owner, an agent as a rule: owners take turns, and one of them never holds the
 * last thread, so that its hostile files keep nobody else's waiting. Memory outside the JavaScript heap (ArrayBuffers) is not bounded by the thread; callers
 * bound what they put in, and parsers what they unpack.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createFairQueue } from './fair-queue.ts'
import { type FromThread, MOST_UNTAKEN, type ToThread } from './sandbox-thread.ts'

export interface Sandbox<In, Out> {
  /**
   * Buffers among the input's own fields are handed over: the caller's are empty afterwards. `onPart` takes what the work
   * emits before its result, one part after another; the work waits while it is behind, and fails when it does. `signal`
   * gives the work up: it leaves the line, or the thread that has it ends.
   */
  run(input: In, owner: string, onPart?: OnPart, signal?: AbortSignal): Promise<Out>
  close(): Promise<void>
}

/** A promise is waited for. */
type OnPart = (part: unknown) => unknown

export interface SandboxOptions {
  /** A module that calls `serveSandbox`. */
  readonly module: URL
  readonly memoryMb: number
  /** The part of it for what was made just now; without it, as much as the service itself takes. */
  readonly youngMb?: number
  /** Of one job, from when a thread takes it; neither the start of a thread nor waiting for `onPart` is held against it. */
  readonly timeoutMs: number
  readonly threads: number
}

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

interface Job {
  readonly input: unknown
  readonly bytes: number
  readonly onPart: OnPart | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  owner: string | undefined
  isReady: boolean
  /** Parts that came and are not taken yet, and the taking of them. */
  untaken: number
  taking: Promise<void>
  timer: NodeJS.Timeout | undefined
  /** What the job had left when the timer was set. */
  leftMs: number
  timedSinceMs: number
}

/** What may wait for a thread; more is refused rather than kept in memory. */
const MOST_WAITING = { jobs: 1000, bytes: 256 * 1024 * 1024 }
const MOST_THREADS = 4
/** A thread stays as large as such an input made it, so it ends with its job. */
const LARGE_BYTES = 4 * 1024 * 1024
export const TOO_MANY_WAIT = 'Too many files wait to be read at the moment; try again later.'
/** For a thread to start and load its module, on a machine that has much else to do. */
const STARTING_MS = 30_000

/** Two at least, so that one owner can be kept from the last; beyond four, memory is better left to the service. */
export function threadsForCores(cores = availableParallelism()): number {
  return Math.min(MOST_THREADS, Math.max(2, cores))
}

export function createSandbox<In, Out>(options: SandboxOptions): Sandbox<In, Out> {
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  const waiting = createFairQueue<Job>(MOST_WAITING)
  const mostOfOneOwner = Math.max(1, options.threads - 1)
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(options.module, {
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryMb,
        ...(options.youngMb && { maxYoungGenerationSizeMb: options.youngMb }),
      },
      // A parser's complaints are not the service's log.
      stdout: true,
      stderr: true,
    })
    const thread: Thread = {
      worker,
      job: undefined,
      owner: undefined,
      isReady: false,
      untaken: 0,
      taking: Promise.resolve(),
      timer: undefined,
      leftMs: 0,
      timedSinceMs: 0,
    }
    threads.add(thread)
    worker.on('message', (message: FromThread) => take(thread, message))
    worker.on('error', (error: NodeJS.ErrnoException) => drop(thread, failureOf(error)))
    worker.on('exit', () =>
      drop(thread, new SandboxError('crash', 'The reader of the file ended unexpectedly.')),
    )
    return thread
  }

  function failureOf(error: NodeJS.ErrnoException): SandboxError {
    return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new SandboxError(
          'memory',
          `Reading the file took more than the ${options.memoryMb} MB of memory allowed.`,
        )
      : new SandboxError('crash', 'The reader of the file broke down on it.')
  }

  function take(thread: Thread, message: FromThread): void {
    const { job } = thread
    if (message === 'ready') {
      thread.isReady = true
      if (job) startTimer(thread, options.timeoutMs)
      return
    }
    if (!job) return
    if ('part' in message) {
      if (++thread.untaken >= MOST_UNTAKEN) stopTimer(thread)
      thread.taking = thread.taking.then(() => takePart(thread, job, message.part))
      return
    }
    stopTimer(thread)
    thread.taking = thread.taking.then(() => conclude(thread, job, message))
  }

  async function takePart(thread: Thread, job: Job, part: unknown): Promise<void> {
    // Parts of work that has failed are nobody's.
    if (thread.job !== job) return
    try {
      await job.onPart?.(part)
    } catch (error) {
      drop(thread, error as Error)
      return
    }
    // On a later turn of the event loop, so that a long result leaves room for requests between its parts.
    setImmediate(() => {
      if (thread.job !== job) return
      if (thread.untaken-- === MOST_UNTAKEN) startTimer(thread, thread.leftMs)
      thread.worker.postMessage('taken' satisfies ToThread)
    })
  }

  function conclude(thread: Thread, job: Job, message: { result: unknown } | { failure: string }): void {
    if (thread.job !== job) return
    settle(thread)
    if ('result' in message) job.resolve(message.result)
    else job.reject(new SandboxError('failed', message.failure))
    if (job.bytes > LARGE_BYTES) end(thread)
    else idle.push(thread)
    next()
  }

  function settle(thread: Thread): Job | undefined {
    const { job } = thread
    stopTimer(thread)
    thread.job = undefined
    thread.owner = undefined
    thread.worker.unref()
    return job
  }

  function drop(thread: Thread, error: Error): void {
    if (!threads.has(thread)) return
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    settle(thread)?.reject(error)
    end(thread)
    next()
  }

  function end(thread: Thread): void {
    threads.delete(thread)
    void thread.worker.terminate()
  }

  function next(): void {
    while (!isClosed && (idle.length > 0 || threads.size < options.threads)) {
      const turn = waiting.take(mayRun)
      if (!turn) return
      give(idle.pop() ?? start(), turn.job, turn.owner)
    }
  }

  function mayRun(owner: string): boolean {
    let held = 0
    for (const thread of threads) if (thread.job && thread.owner === owner) held++
    return held < mostOfOneOwner
  }

  function give(thread: Thread, job: Job, owner: string): void {
    thread.job = job
    thread.owner = owner
    thread.untaken = 0
    thread.worker.ref()
    startTimer(thread, thread.isReady ? options.timeoutMs : options.timeoutMs + STARTING_MS)
    const { input, transfer } = handedOver(job.input)
    try {
      thread.worker.postMessage({ input } satisfies ToThread, transfer)
    } catch (error) {
      settle(thread)
      idle.push(thread)
      job.reject(new SandboxError('failed', error instanceof Error ? error.message : String(error)))
    }
  }

  /** Nobody wants it any more. */
  function withdraw(job: Job, owner: string): void {
    if (waiting.remove(owner, job)) job.reject(givenUp())
    for (const thread of threads) if (thread.job === job) drop(thread, givenUp())
  }

  function startTimer(thread: Thread, leftMs: number): void {
    clearTimeout(thread.timer)
    const seconds = options.timeoutMs / 1000
    const late = `Reading the file took longer than the ${seconds} seconds allowed.`
    thread.leftMs = leftMs
    thread.timedSinceMs = performance.now()
    thread.timer = setTimeout(() => drop(thread, new SandboxError('timeout', late)), leftMs)
  }

  function stopTimer(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.leftMs -= performance.now() - thread.timedSinceMs
  }

  return {
    async run(input, owner, onPart, signal) {
      if (isClosed) throw new SandboxError('failed', 'Tandem is shutting down and reads no more files.')
      if (signal?.aborted) throw givenUp()
      let giveUp = () => {}
      try {
        return await new Promise<Out>((resolve, reject) => {
          const bytes = bytesOf(input)
          const job = { input, bytes, onPart, resolve: resolve as (result: unknown) => void, reject }
          giveUp = () => withdraw(job, owner)
          signal?.addEventListener('abort', giveUp)
          if (!waiting.add(owner, job, bytes)) reject(new SandboxError('failed', TOO_MANY_WAIT))
          next()
        })
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
    },
    async close() {
      isClosed = true
      const ended = new SandboxError('failed', 'Tandem was shut down before the file was read.')
      for (const job of waiting.takeAll()) job.reject(ended)
      const workers = [...threads].map(({ worker }) => worker)
      for (const thread of [...threads]) drop(thread, ended)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const givenUp = () => new SandboxError('failed', 'Reading the file was given up.')

function bytesOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0
  const values = input instanceof Uint8Array ? [input] : Object.values(input)
  return values.reduce((sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0), 0)
}

/** The input with its own buffers ready to change hands. One that shares its memory with others is copied first. */
function handedOver(input: unknown): { input: unknown; transfer: ArrayBuffer[] } {
  if (typeof input !== 'object' || input === null) return { input, transfer: [] }
  const transfer = new Set<ArrayBuffer>()
  const whole = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value
    const isOwn = value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
    const bytes = isOwn ? new Uint8Array(value.buffer as ArrayBuffer) : Uint8Array.from(value)
    transfer.add(bytes.buffer)
    return bytes
  }
  if (input instanceof Uint8Array) return { input: whole(input), transfer: [...transfer] }
  const fields = Object.entries(input).map(([name, value]) => [name, whole(value)])
  return {
    input: Array.isArray(input) ? input.map(whole) : Object.fromEntries(fields),
    transfer: [...transfer],
  }
}
