/** Counts tokens in a thread of its own. */
import { createThread } from '../platform/thread.ts'

export type Tokenizer = ReturnType<typeof createTokenizer>

const CHARS_PER_TOKEN = 4

export function createTokenizer() {
  const module = new URL('./tokenizer-worker.ts', import.meta.url)
  const thread = createThread<readonly string[], number[]>({ name: 'tokenizer', module })
  const estimated = (texts: readonly string[]) =>
    texts.map(({ length }) => Math.ceil(length / CHARS_PER_TOKEN))
  return {
    /** Counts the tokens of each text. Pass many texts: a message between threads takes longer than counting a short text. */
    count: thread.ask,
    /** The same, but estimates if the thread fails, so that a failed tokenizer does not lose an answer. */
    about: (texts: readonly string[]) => thread.ask(texts).catch(() => estimated(texts)),
    close: () => thread.close(),
  }
}
