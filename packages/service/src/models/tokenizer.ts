/** Counts tokens in a thread of its own, which is started when first needed. */
import { Worker } from 'node:worker_threads'
import type { Counted } from './tokenizer-worker.ts'

export interface Tokenizer {
  /** Tokens of each text. Many texts in one call: a message between threads costs more than counting a short text. */
  count(texts: readonly string[]): Promise<number[]>
  close(): Promise<void>
}

interface Waiting {
  resolve: (tokens: number[]) => void
  reject: (error: Error) => void
}

export function createTokenizer(): Tokenizer {
  let worker: Worker | undefined
  let nextId = 0
  const waiting = new Map<number, Waiting>()

  function failAll(error: Error): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./tokenizer-worker.ts', import.meta.url))
    started.on('message', ({ id, tokens }: Counted) => {
      waiting.get(id)?.resolve(tokens)
      waiting.delete(id)
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error('The tokenizer thread ended.')))
    // It must not keep a process alive that is otherwise done.
    started.unref()
    return started
  }

  return {
    count(texts) {
      worker ??= start()
      const id = nextId++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage({ id, texts })
      })
    },
    async close() {
      await worker?.terminate()
    },
  }
}
