/** Programs in processes of their own that are told what to do: calls by name, each answered once or given up in time. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { HEAP_LIMITS, LARGE_BLOCKS } from '../../processes.ts'

interface Call {
  readonly id: number
  readonly name: string
  readonly input: unknown
}
interface CallResult {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

export interface Peer {
  call<T>(name: string, input?: object, limitMs?: number): Promise<T>
  stop(): Promise<void>
}

const LIMIT_MS = 90_000
const STOP_LIMIT_MS = 10_000

/** Starts a program of `programs/`, with the options of the service. It ends with this process, however that ends. */
export function startPeer(program: string): Peer {
  const child = fork(join(import.meta.dirname, '../../programs', program), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: HEAP_LIMITS,
    env: { ...process.env, ...LARGE_BLOCKS },
  })
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let calls = 0
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      for (const { reject } of open.values()) reject(new Error(`${program} ended with ${code}`))
      resolve()
    }),
  )
  child.on('message', (message) => {
    const { id, value, error } = message as CallResult
    const waiting = open.get(id)
    open.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(`${program}: ${error}`))
  })
  return {
    call<T>(name: string, input: object = {}, limitMs = LIMIT_MS) {
      const id = ++calls
      const answered = new Promise<unknown>((resolve, reject) => open.set(id, { resolve, reject }))
      const limit = setTimeout(() => {
        open.get(id)?.reject(new Error(`${program} did not answer ${name} within ${limitMs} ms`))
        child.kill('SIGKILL')
      }, limitMs)
      child.send({ id, name, input } satisfies Call)
      return answered.finally(() => clearTimeout(limit)) as Promise<T>
    },
    async stop() {
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      if (child.connected) child.disconnect()
      await ended
      clearTimeout(limit)
    },
  }
}

/** The other side: answers calls until the one who asks is gone. */
export function answerCalls(handlers: Readonly<Record<string, (input: never) => unknown>>): void {
  process.on('message', async (message) => {
    const { id, name, input } = message as Call
    try {
      const handler = handlers[name]
      if (!handler) throw new Error(`there is no ${name}`)
      process.send?.({ id, value: await handler(input as never) })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.once('disconnect', () => process.exit())
}

/** Milliseconds of a clock that all processes of this machine share. */
export const sharedNowMs = () => Number(process.hrtime.bigint()) / 1e6
