/** The tokenizer's thread: loading its tables and counting would hold up the event loop of the service. */
import { parentPort } from 'node:worker_threads'
import { tokensIn } from './token-count.ts'

export interface Counted {
  readonly id: number
  readonly tokens: number[]
}

parentPort?.on('message', ({ id, texts }: { id: number; texts: string[] }) => {
  parentPort?.postMessage({ id, tokens: texts.map(tokensIn) } satisfies Counted)
})
