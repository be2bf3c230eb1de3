/** The tokenizer's thread: loading its tables and counting would hold up the event loop of the service. */
import { parentPort } from 'node:worker_threads'
import { type O200kTables, tablesToShare } from './o200k.ts'
import { tokensIn } from './token-count.ts'

export type FromTokenizer =
  | { readonly id: number; readonly tokens: number[] }
  /** Told first: with these the service counts short texts itself. */
  | { readonly tables: O200kTables }

const tell = (message: FromTokenizer) => parentPort?.postMessage(message)

tell({ tables: tablesToShare() })
parentPort?.on('message', ({ id, texts }: { id: number; texts: string[] }) => {
  tell({ id, tokens: texts.map(tokensIn) })
})
