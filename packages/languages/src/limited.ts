/**
 * A regular expression that is never run on a text longer than its limit. For patterns whose time grows faster than the text:
 * `scripts/check-expressions.ts` measures the worst text of that length, and refuses such a pattern without a limit.
 */

class Limited extends RegExp {
  // A copy that `split` or `matchAll` makes has no limit: it is made when the text was found to be short enough.
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

/** The pattern, which finds nothing in a text of more than `maxChars` UTF-16 units: callers cut the text first. */
export function limited(pattern: RegExp, maxChars: number): RegExp {
  return Limited.of(pattern, maxChars)
}
