/**
 * A thread that replies to requests. It starts at the first request, and again if it has ended. Notes may be sent in either
 * direction and get no reply.
 */
import { parentPort, Worker } from 'node:worker_threads'

type ToThread<Ask, Note> = { readonly id: number; readonly ask: Ask } | { readonly note: Note }
/** The code of an error is sent beside it, because it is lost when an error is sent between threads. */
type FromThread<Reply, Note> =
  | { readonly id: number; readonly reply: Reply }
  | { readonly id: number; readonly error: Error; readonly code: string | undefined }
  | { readonly note: Note }

export interface Thread<Ask, Reply, Note> {
  ask(ask: Ask): Promise<Reply>
  /** Sends a note; a thread that does not run gets none and is not started. */
  tell(note: Note): void
  isRunning(): boolean
  /** With a last note the thread ends by itself; otherwise it is terminated. Requests without a reply are rejected. */
  close(last?: Note): Promise<void>
}

export interface ThreadOptions<FromNote> {
  /** Used in errors: `The search thread ended.` */
  readonly name: string
  /** A module that calls `serveThread`. */
  readonly module: URL
  readonly workerData?: unknown
  /** How often a request is sent when threads end before they reply; 1 by default. */
  readonly tries?: number
  readonly onNote?: (note: FromNote) => void
  /** Called with the reason when a thread fails, before its requests are rejected or sent again. */
  readonly onError?: (error: Error) => void
}

interface Waiting<Ask, Reply> {
  readonly ask: Ask
  tries: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** For short-lived objects. On a machine with much memory Node's default for each thread is many times larger. */
const YOUNG_MB = 8

export function createThread<Ask, Reply, ToNote = never, FromNote = never>(
  options: ThreadOptions<FromNote>,
): Thread<Ask, Reply, ToNote> {
  const { name, module, workerData, tries = 1 } = options
  const waiting = new Map<number, Waiting<Ask, Reply>>()
  let worker: Worker | undefined
  let nextId = 0
  let isClosed = false
  let failure: Error | undefined

  function start(): Worker {
    const started = new Worker(module, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    started.on('message', take)
    started.on('error', (error: Error) => {
      failure = error
      options.onError?.(error)
    })
    started.on('exit', ended)
    return started
  }

  function take(message: FromThread<Reply, FromNote>): void {
    if ('note' in message) {
      options.onNote?.(message.note)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    // An idle thread must not keep a finished process alive.
    if (waiting.size === 0) worker?.unref()
    if ('reply' in message) asked?.resolve(message.reply)
    else asked?.reject(Object.assign(message.error, message.code && { code: message.code }))
  }

  function ended(): void {
    worker = undefined
    const why = failure ? `: ${failure.message}` : '.'
    failure = undefined
    for (const [id, asked] of waiting) {
      if (!isClosed && ++asked.tries <= tries) post(id, asked.ask)
      else {
        waiting.delete(id)
        asked.reject(new Error(`The ${name} thread ended${why}`))
      }
    }
  }

  function post(id: number, ask: Ask): void {
    worker ??= start()
    worker.ref()
    worker.postMessage({ id, ask } satisfies ToThread<Ask, ToNote>)
  }

  return {
    ask(ask) {
      if (isClosed) return Promise.reject(new Error(`The ${name} thread has ended.`))
      return new Promise((resolve, reject) => {
        const id = nextId++
        waiting.set(id, { ask, tries: 1, resolve, reject })
        post(id, ask)
      })
    },
    tell: (note) => worker?.postMessage({ note } satisfies ToThread<Ask, ToNote>),
    isRunning: () => worker !== undefined,
    async close(last) {
      isClosed = true
      const leaving = worker
      if (!leaving) return
      leaving.ref()
      const gone = new Promise((resolve) => leaving.once('exit', resolve))
      if (last === undefined) void leaving.terminate()
      else leaving.postMessage({ note: last } satisfies ToThread<Ask, ToNote>)
      await gone
    },
  }
}

/** The thread's side: replies to requests. Requests from before this call have waited for it. */
export function serveThread<Ask, Reply, ToNote = never>(
  reply: (ask: Ask) => Promise<Reply> | Reply,
  onNote: (note: ToNote) => void = () => {},
): void {
  const post = (message: FromThread<Reply, never>) => parentPort?.postMessage(message)
  parentPort?.on('message', async (message: ToThread<Ask, ToNote>) => {
    if ('note' in message) {
      onNote(message.note)
      return
    }
    const { id, ask } = message
    try {
      post({ id, reply: await reply(ask) })
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      post({ id, error, code: (error as { code?: string }).code })
    }
  })
}

/** Sends a note from the thread to the service. */
export function tellService<Note>(note: Note): void {
  parentPort?.postMessage({ note } satisfies FromThread<never, Note>)
}
