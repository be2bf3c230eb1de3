/** Chooses what of the history a model is given: the newest messages that fit into the budget of tokens. */
import type { Remembered } from './prompt.ts'
import type { TokenCounter } from './token-counter.ts'

/** Of one message so much at most: a long one must not push out all the others. */
const MOST_CHARS = 8_000

export async function withinBudget(
  counter: TokenCounter,
  messages: readonly Remembered[],
  tokens: number,
): Promise<Remembered[]> {
  if (tokens === 0 || messages.length === 0) return []
  const cut = messages.map(({ from, text }) => ({
    from,
    text: text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS).toWellFormed()} …` : text,
  }))
  const counts = await Promise.all(cut.map(({ text }) => counter.count(text)))
  let left = tokens
  let first = cut.length
  while (first > 0 && (counts[first - 1] as number) <= left) left -= counts[--first] as number
  return cut.slice(first)
}
