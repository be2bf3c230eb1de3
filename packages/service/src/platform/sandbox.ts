/**
 * Runs parsers of untrusted formats in child processes with limits on processor time and memory: a file that makes a parser hang
 * or take too much memory ends only its own process. Processes start when first needed, run one job at a time, and end when idle.
 *
 * The owner of a job is an agent. Owners take turns. Neither the jobs of one owner nor long jobs may occupy all processes, so that
 * a short job only ever waits for short ones.
 */
import { createFairQueue } from './fair-queue.ts'
import { type ProcessUsage, processUsage } from './process-usage.ts'
import { type ChildJob, startChild as forkChild, type SandboxChild, SandboxError } from './sandbox-child.ts'

export interface SandboxOptions {
  /** A module that calls `serveSandbox`. */
  readonly module: URL
  /** The limit of processor time for a job of any size. */
  readonly timeoutMs: number
  readonly processes?: number
  /** How long a process is kept without a job. */
  readonly keptMs?: number
  readonly usageOf?: (pid: number) => ProcessUsage | undefined
  readonly startChild?: typeof forkChild | undefined
}

interface Task extends ChildJob {
  readonly owner: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface Member {
  readonly child: SandboxChild
  task: Task | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** Limits of resident memory. Both processes together stay within 500 MB, since only one of them may have a long job. */
const MEMORY_MB = 300
const SHORT_MEMORY_MB = 200
const PROCESSES = 2
const KEPT_MS = 10_000
/** A process with more memory after its job is not kept: too little would be left for the next job. */
const MOST_KEPT_MB = 150
/** Processor time by size: a PDF that is all text takes 10 s per MB, most other files less than 1 s. */
const BASE_MS = 3000
const MS_PER_MB = 20_000
/** A larger job counts as long; a job of this size is allowed 6 s. */
const SHORT_BYTES = 150_000
/** Jobs beyond this limit are refused rather than kept in memory. */
const MOST_WAITING = { jobs: 1000, bytes: 256 * 1024 * 1024 }
export const TOO_MANY_WAIT = 'Too many files wait to be read at the moment; try again later.'

export function createSandbox<Job, Result>(options: SandboxOptions) {
  const { module, usageOf = processUsage, processes = PROCESSES, startChild = forkChild } = options
  /** The most processes for jobs of one owner, and for long jobs. */
  const mostAlike = Math.max(1, processes - 1)
  const members = new Set<Member>()
  const waiting = createFairQueue<Task>(MOST_WAITING)
  let isClosed = false

  function start(): Member {
    const child = startChild({ module, usageOf })
    const member: Member = { child, task: undefined, idleTimer: undefined }
    members.add(member)
    // A new process may start once the memory of this one is free.
    void child.exited.then(() => {
      clearTimeout(member.idleTimer)
      members.delete(member)
      next()
    })
    return member
  }

  function next(): void {
    while (!isClosed) {
      const idle = [...members].find(({ task, child }) => !task && !child.isEnded())
      if (!idle && members.size >= processes) return
      const turn = waiting.take(mayRun)
      if (!turn) return
      void give(idle ?? start(), turn.job)
    }
  }

  function mayRun(owner: string, bytes: number): boolean {
    const tasks = [...members].flatMap(({ task }) => (task ? [task] : []))
    const alike = isLong(bytes) ? tasks.filter((task) => isLong(task.bytes.length)) : []
    return alike.length < mostAlike && tasks.filter((task) => task.owner === owner).length < mostAlike
  }

  async function give(member: Member, task: Task): Promise<void> {
    clearTimeout(member.idleTimer)
    member.task = task
    // Idle processes end, to leave the memory to working ones.
    for (const other of members) if (!other.task) other.child.end(unwanted())
    try {
      task.resolve(await member.child.run(task))
    } catch (error) {
      task.reject(error as Error)
    }
    member.task = undefined
    const end = () => member.child.end(unwanted())
    if ((member.child.residentMb() ?? 0) > MOST_KEPT_MB) end()
    else member.idleTimer = setTimeout(end, options.keptMs ?? KEPT_MS)
    next()
  }

  const allowedMs = (bytes: number) =>
    Math.min(options.timeoutMs, BASE_MS + Math.round((MS_PER_MB * bytes) / 1e6))

  return {
    /**
     * `onPart` receives the parts before the result; see `ChildJob`. `signal` cancels the job: it leaves the queue, or its process
     * is ended.
     */
    async run(
      job: Job,
      bytes: Uint8Array,
      owner: string,
      onPart?: ChildJob['onPart'],
      signal?: AbortSignal,
    ): Promise<Result> {
      if (isClosed) throw new SandboxError('failed', 'Tandem is shutting down and reads no more files.')
      if (signal?.aborted) throw unwanted()
      let giveUp = () => {}
      try {
        return await new Promise<Result>((resolve, reject) => {
          const allowedMb = isLong(bytes.length) ? MEMORY_MB : SHORT_MEMORY_MB
          const limits = { allowedMs: allowedMs(bytes.length), allowedMb }
          const settle = { resolve: resolve as Task['resolve'], reject }
          const task: Task = { job, bytes, onPart, owner, ...limits, ...settle }
          giveUp = () => {
            if (waiting.remove(owner, task)) reject(unwanted())
            for (const member of members) if (member.task === task) member.child.end(unwanted())
          }
          signal?.addEventListener('abort', giveUp)
          if (!waiting.add(owner, task, bytes.length)) reject(new SandboxError('failed', TOO_MANY_WAIT))
          next()
        })
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
    },
    async close() {
      isClosed = true
      const ended = new SandboxError('failed', 'Tandem was shut down before the file was read.')
      for (const task of waiting.takeAll()) task.reject(ended)
      for (const { child } of members) child.end(ended)
      await Promise.all([...members].map(({ child }) => child.exited))
    },
  }
}

const isLong = (bytes: number) => bytes > SHORT_BYTES

const unwanted = () => new SandboxError('failed', 'Reading the file was given up.')
