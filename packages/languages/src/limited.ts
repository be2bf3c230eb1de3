/**
 * A regular expression that never runs on a text longer than its limit. For patterns whose time grows faster than the text:
 * `scripts/check-expressions.ts` measures the worst text of that length, and refuses such patterns without a limit.
 */
class Limited extends RegExp {
  // The copies that `split` and `matchAll` make have no limit: the length of the text is checked before.
  #maxChars = Number.POSITIVE_INFINITY

  static of(pattern: RegExp, maxChars: number): Limited {
    const made = new Limited(pattern)
    made.#maxChars = maxChars
    return made
  }

  /** `test`, `replace`, `match` and `search` end up here. */
  override exec(text: string): RegExpExecArray | null {
    if (text.length <= this.#maxChars) return super.exec(text)
    this.lastIndex = 0
    return null
  }

  override [Symbol.split](text: string, most?: number): string[] {
    return text.length <= this.#maxChars ? super[Symbol.split](text, most) : [text]
  }
  override [Symbol.matchAll](text: string): RegExpStringIterator<RegExpExecArray> {
    return text.length <= this.#maxChars ? super[Symbol.matchAll](text) : ''.matchAll(/(?!)/g)
  }
}

/** Makes the pattern find nothing in a text of more than `maxChars` UTF-16 units. Callers cut the text first. */
export function limited(pattern: RegExp, maxChars: number): RegExp {
  return Limited.of(pattern, maxChars)
}
