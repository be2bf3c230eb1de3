/** What a reader left out: counted, and listed so that an editor sees whether any of it was wanted. */
import type { DocumentBuilder } from './document.ts'
import { shorten } from './section-question.ts'

/** Struck-out text is not what the document says. */
export const STRUCK_OUT = 'Left out because it is struck through'
const MOST_LISTED = 20
const EXCERPT_CHARS = 80

export type LeftOut = ReturnType<typeof createLeftOut>

export function createLeftOut() {
  const texts: string[] = []
  let [parts, chars] = [0, 0]
  return {
    add(raw: string) {
      const text = raw.replace(/\s+/g, ' ').trim()
      if (!text) return
      parts++
      chars += text.length
      if (texts.length < MOST_LISTED) texts.push(text)
    },
    /** One warning for all of it; none when nothing was left out. */
    warn(builder: Pick<DocumentBuilder, 'warn'>, why: string) {
      if (parts === 0) return
      const counted = `${parts} ${parts === 1 ? 'part' : 'parts'}, ${chars} characters`
      builder.warn(`${why}: ${counted}: ${listed(texts, parts)}.`)
    },
  }
}

/** The first of them, each shortened, and how many more there are. */
export function listed(texts: readonly string[], count = texts.length): string {
  return someOf(
    texts.slice(0, MOST_LISTED).map((text) => `“${shorten(text, EXCERPT_CHARS)}”`),
    ', ',
    count,
  )
}

export function someOf(items: readonly unknown[], separator = ', ', count = items.length): string {
  const shown = items.slice(0, MOST_LISTED)
  return shown.join(separator) + (count > shown.length ? ` and ${count - shown.length} more` : '')
}
