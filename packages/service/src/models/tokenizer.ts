/**
 * Counts tokens (o200k, the encoding of current models) in a thread of its own, started when first needed. The thread lends its
 * tables, so that a short text can also be counted without it: a message to it and back costs several times as much.
 */
import { Worker } from 'node:worker_threads'
import type { O200kTables } from './o200k.ts'
import type { FromTokenizer } from './tokenizer-worker.ts'

export interface Tokenizer {
  /** Tokens of each text. Many texts in one call: a message between threads costs more than counting a short text. */
  count(texts: readonly string[]): Promise<number[]>
  /** Tokens of a short text, once the tables are here; undefined when it has to be left to `count`. */
  countNow(text: string): number | undefined
  close(): Promise<void>
}

/** What it makes is short-lived: with more room it would only be let go later. */
const YOUNG_MB = 12
/** Counted within a millisecond, whatever is in it. */
const SHORT_CHARS = 300

interface Waiting {
  resolve: (tokens: number[]) => void
  reject: (error: Error) => void
}

export function createTokenizer(): Tokenizer {
  let worker: Worker | undefined
  let tokensOf: ((text: string) => number) | undefined
  let nextId = 0
  const waiting = new Map<number, Waiting>()

  function failAll(error: Error): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function borrow(tables: O200kTables): Promise<void> {
    const [{ useTables }, { tokensIn }] = await Promise.all([
      import('./o200k.ts'),
      import('./token-count.ts'),
    ])
    useTables(tables)
    tokensOf = tokensIn
  }

  function start(): Worker {
    const started = new Worker(new URL('./tokenizer-worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    started.on('message', (message: FromTokenizer) => {
      if ('tables' in message) return void borrow(message.tables)
      waiting.get(message.id)?.resolve(message.tokens)
      waiting.delete(message.id)
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
    countNow: (text) => (text.length > SHORT_CHARS ? undefined : tokensOf?.(text)),
    async close() {
      await worker?.terminate()
    },
  }
}
