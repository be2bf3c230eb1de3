/** Whether a text is in another language than its source, told by the little words of both. Pure. */
import { normalise } from '@tandem/languages/normalise'
import { stopWordLists } from '@tandem/languages/stop-words'

/** With fewer little words of one language a text may be in any. */
const LEAST_OF_TEXT = 2
const LEAST_OF_SOURCE = 3

export function languagesOf(text: string): number[] {
  const words = new Set(normalise(text).match(/[\p{L}\p{M}]+/gu))
  return stopWordLists.map((little) => [...words].filter((word) => little.has(word)).length)
}

/** Only where it is plain: languages share words, and a text may quote another. `source` as `languagesOf` tells. */
export function isOtherLanguage(text: string, source: readonly number[], least = LEAST_OF_TEXT): boolean {
  const own = languagesOf(text)
  const [most, of] = best(own)
  const [sourceMost, sourceOf] = best(source)
  if (most < least || sourceMost < LEAST_OF_SOURCE) return false
  return 3 * (own[sourceOf] ?? 0) <= most && 2 * (source[of] ?? 0) < sourceMost
}

function best(counts: readonly number[]): [count: number, at: number] {
  const most = Math.max(...counts)
  return [most, counts.indexOf(most)]
}
