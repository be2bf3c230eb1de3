/** What a reader left out: counted, and listed so that an editor sees whether any of it was wanted. */
import type { DocumentBuilder } from './document.ts'
import { shorten } from './section-question.ts'

/** Struck-out text is not what the document says. */
export const STRUCK_OUT = 'Left out because it is struck through'
const MOST_LISTED = 20
const EXCERPT_CHARS = 80

export interface LeftOut {
  add(text: string): void
  /** One warning for all of it; none when nothing was left out. */
  warn(builder: Pick<DocumentBuilder, 'warn'>, why: string): void
}

export function createLeftOut(): LeftOut {
  const listed: string[] = []
  let parts = 0
  let chars = 0
  return {
    add(raw) {
      const text = raw.replace(/\s+/g, ' ').trim()
      if (!text) return
      parts++
      chars += text.length
      if (listed.length < MOST_LISTED) listed.push(`“${shorten(text, EXCERPT_CHARS)}”`)
    },
    warn(builder, why) {
      if (parts === 0) return
      const more = parts > listed.length ? ` and ${parts - listed.length} more` : ''
      const counted = `${parts} ${parts === 1 ? 'part' : 'parts'}, ${chars} characters`
      builder.warn(`${why}: ${counted}: ${listed.join(', ')}${more}.`)
    },
  }
}
