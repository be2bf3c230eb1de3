/** What a reader left out and why: counted, and listed so that an editor sees whether any of it was wanted. */
import { excerptOf } from './split-text.ts'

export type LeaveOut = (why: string, text: string) => void

/** Struck-out text is not what the document says. */
export const STRUCK_OUT = 'Left out because it is struck through'
export const CONTENTS = 'A table of contents was left out'
const MOST_LISTED = 20

export function createLeftOut() {
  const byReason = new Map<string, { parts: number; chars: number; texts: string[] }>()
  return {
    add(why: string, raw: string) {
      const text = raw.replace(/\s+/g, ' ').trim()
      if (!text) return
      const all = byReason.get(why) ?? { parts: 0, chars: 0, texts: [] }
      byReason.set(why, all)
      all.parts++
      all.chars += text.length
      if (all.texts.length < MOST_LISTED) all.texts.push(`“${excerptOf(text)}”`)
    },
    /** One for each reason. */
    warnings: () =>
      [...byReason].map(([why, { parts, chars, texts }]) => {
        const counted = `${parts} ${parts === 1 ? 'part' : 'parts'}, ${chars} characters`
        return `${why}: ${counted}: ${someOf(texts, ', ', parts)}.`
      }),
  }
}

/** The first of them, and how many more there are. */
export function someOf(items: readonly unknown[], separator = ', ', count = items.length): string {
  const shown = items.slice(0, MOST_LISTED)
  return shown.join(separator) + (count > shown.length ? ` and ${count - shown.length} more` : '')
}
