/** The thread's side of a sandbox: takes one job at a time, posts parts of its result on the way, then the result. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** Hands a part over, and the buffers named with it; resolves when the service has taken what was handed over before, so that neither side fills up. */
export type Emit = (part: unknown, transfer?: readonly ArrayBuffer[]) => Promise<void>

export type ToThread = { input: unknown } | 'taken'
/** 'ready' once, when the module is loaded. */
export type FromThread = 'ready' | { part: unknown } | { result: unknown } | { failure: string }

/** A third of the share of other threads when the processor is short; less, and a busy machine would starve imports. */
const GIVE_WAY = 5
/** Parts on the way at a time: with so many the thread waits. */
export const MOST_UNTAKEN = 2

export function serveSandbox<In, Out>(work: (input: In, emit: Emit) => Promise<Out> | Out): void {
  const port = parentPort
  if (!port) throw new Error('A sandbox module runs in a worker thread.')
  giveWay()
  const post = (message: FromThread) => port.postMessage(message)
  let untaken = 0
  let noteTaken: (() => void) | undefined

  const emit: Emit = async (part, transfer = []) => {
    port.postMessage({ part } satisfies FromThread, [...transfer])
    untaken++
    while (untaken >= MOST_UNTAKEN) {
      await new Promise<void>((resolve) => {
        noteTaken = resolve
      })
    }
  }

  port.on('message', async (message: ToThread) => {
    if (message === 'taken') {
      untaken--
      noteTaken?.()
      return
    }
    untaken = 0
    try {
      post({ result: await work(message.input as In, emit) })
    } catch (error) {
      post({ failure: error instanceof Error ? error.message : String(error) })
    }
  })
  post('ready')
}

/** Requests come first: where the system lets a thread be told apart (Linux), this one takes the processor after the others. */
function giveWay(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), GIVE_WAY)
  } catch {
    // It works just as well, only not as politely.
  }
}
