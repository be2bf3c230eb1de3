/** Counts tokens in a thread of its own. */
import { createThread } from '../platform/thread.ts'

export interface Tokenizer {
  /** Tokens of each text. Many texts in one call: a message between threads costs more than counting a short text. */
  count(texts: readonly string[]): Promise<number[]>
  /** The same, estimated where the thread fails: a tokenizer that is gone must not take an answer with it. */
  about(texts: readonly string[]): Promise<number[]>
  close(): Promise<void>
}

const CHARS_PER_TOKEN = 4

export function createTokenizer(): Tokenizer {
  const module = new URL('./tokenizer-worker.ts', import.meta.url)
  const thread = createThread<readonly string[], number[]>({ name: 'tokenizer', module })
  const estimated = (texts: readonly string[]) =>
    texts.map(({ length }) => Math.ceil(length / CHARS_PER_TOKEN))
  return {
    count: thread.ask,
    about: (texts) => thread.ask(texts).catch(() => estimated(texts)),
    close: () => thread.close(),
  }
}
