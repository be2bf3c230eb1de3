/**
 * Runs parsers of untrusted formats in threads of their own, with bounds on time and memory: a file that hangs or swells
 * takes its thread with it and nothing else. Threads start when first needed, take one job at a time, and are replaced
 * after one that had to be ended. Memory outside the JavaScript heap (ArrayBuffers) is not bounded by the thread; callers
 * bound what they put in, and parsers what they unpack.
 */
import { Worker } from 'node:worker_threads'
import type { FromThread, ToThread } from './sandbox-thread.ts'

export interface Sandbox<In, Out> {
  /**
   * Buffers among the input's own fields are handed over: the caller's are empty afterwards. `onPart` takes what the work
   * emits before its result, a little at a time.
   */
  run(input: In, onPart?: (part: unknown) => void): Promise<Out>
  close(): Promise<void>
}

export interface SandboxOptions {
  /** A module that calls `serveSandbox`. */
  readonly module: URL
  readonly memoryMb: number
  /** Of one job, from when a thread takes it. */
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
  readonly onPart: ((part: unknown) => void) | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/** What may wait for a thread; more is refused rather than kept in memory. */
const MOST_WAITING = 1000
const MOST_WAITING_BYTES = 256 * 1024 * 1024

export function createSandbox<In, Out>(options: SandboxOptions): Sandbox<In, Out> {
  const threads = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: Job[] = []
  let waitingBytes = 0
  let isClosed = false

  function start(): Thread {
    const worker = new Worker(options.module, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
      // A parser's complaints are not the service's log.
      stdout: true,
      stderr: true,
    })
    const thread: Thread = { worker, job: undefined, timer: undefined }
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
    if (!job) return
    if ('part' in message) {
      job.onPart?.(message.part)
      // On a later turn of the event loop, so that a long result leaves room for requests between its parts.
      setImmediate(() => thread.worker.postMessage('taken' satisfies ToThread))
      return
    }
    settle(thread)
    if ('result' in message) job.resolve(message.result)
    else job.reject(new SandboxError('failed', message.failure))
    idle.push(thread)
    next()
  }

  function settle(thread: Thread): Job | undefined {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    return job
  }

  function drop(thread: Thread, error: SandboxError): void {
    if (!threads.delete(thread)) return
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    settle(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }

  function next(): void {
    if (isClosed) return
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (threads.size < options.threads ? start() : undefined)
      const job = thread && waiting.shift()
      if (!job) return
      waitingBytes -= job.bytes
      give(thread, job)
    }
  }

  function give(thread: Thread, job: Job): void {
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(() => {
      const seconds = options.timeoutMs / 1000
      drop(
        thread,
        new SandboxError('timeout', `Reading the file took longer than the ${seconds} seconds allowed.`),
      )
    }, options.timeoutMs)
    const { input, transfer } = handedOver(job.input)
    try {
      thread.worker.postMessage({ input } satisfies ToThread, transfer)
    } catch (error) {
      settle(thread)
      idle.push(thread)
      job.reject(new SandboxError('failed', error instanceof Error ? error.message : String(error)))
    }
  }

  return {
    run(input, onPart) {
      if (isClosed)
        return Promise.reject(new SandboxError('failed', 'Tandem is shutting down and reads no more files.'))
      const bytes = bytesOf(input)
      const isFull =
        waiting.length >= MOST_WAITING || (waiting.length > 0 && waitingBytes + bytes > MOST_WAITING_BYTES)
      if (isFull) {
        const busy = 'Too many files wait to be read at the moment; try again later.'
        return Promise.reject(new SandboxError('failed', busy))
      }
      return new Promise<Out>((resolve, reject) => {
        waitingBytes += bytes
        waiting.push({ input, bytes, onPart, resolve: resolve as (result: unknown) => void, reject })
        next()
      })
    },
    async close() {
      isClosed = true
      const ended = new SandboxError('failed', 'Tandem was shut down before the file was read.')
      for (const job of waiting.splice(0)) job.reject(ended)
      const workers = [...threads].map(({ worker }) => worker)
      for (const thread of [...threads]) drop(thread, ended)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

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
