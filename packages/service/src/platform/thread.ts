/**
 * A thread that is asked by messages and replies to each. It starts when it is first asked, and again when it has ended. Notes
 * go either way and get no reply.
 */
import { parentPort, Worker } from 'node:worker_threads'

type ToThread<Ask, Note> = { readonly id: number; readonly ask: Ask } | { readonly note: Note }
/** An error goes with its code, which gets lost when an error is sent between threads. */
type FromThread<Reply, Note> =
  | { readonly id: number; readonly reply: Reply }
  | { readonly id: number; readonly error: Error; readonly code: string | undefined }
  | { readonly note: Note }

export interface Thread<Ask, Reply, Note> {
  ask(ask: Ask): Promise<Reply>
  /** A thread that does not run is not started for it. */
  tell(note: Note): void
  isRunning(): boolean
  /** With a last note the thread ends by itself; else it is ended. What still waits for a reply is rejected. */
  close(last?: Note): Promise<void>
}

export interface ThreadOptions<FromNote> {
  /** Errors name the thread by it: `The search thread ended.` */
  readonly name: string
  /** A module that calls `serveThread`. */
  readonly module: URL
  readonly workerData?: unknown
  /** How often something is asked of threads that end before they reply; once unless said otherwise. */
  readonly tries?: number
  readonly onNote?: (note: FromNote) => void
  /** Told why a thread failed, before what waits for it is rejected or asked again. */
  readonly onError?: (error: Error) => void
}

interface Waiting<Ask, Reply> {
  readonly ask: Ask
  tries: number
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
}

/** For objects that live shortly. On a machine with much memory Node would let each thread have many times as much. */
const YOUNG_MB = 12

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
    // Idle, it must not keep a process alive that is otherwise done.
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

/** The thread's side: replies to what is asked, from now on. What was asked before has waited. */
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
