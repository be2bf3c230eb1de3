/** The tokenizer's thread: loading its tables and counting would hold up the event loop of the service. */
import { parentPort } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

parentPort?.on('message', ({ id, texts }: { id: number; texts: string[] }) => {
  // Special tokens written in a text are ordinary text there.
  const tokens = texts.map((text) => countTokens(text, { disallowedSpecial: new Set() }))
  parentPort?.postMessage({ id, tokens })
})
