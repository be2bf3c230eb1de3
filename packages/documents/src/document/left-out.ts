/** Records the text that a reader leaves out, with the reasons. Warnings count and list it, so that an editor can check it. */
import { excerptOf } from './split-text.ts'

export type LeaveOut = (why: string, text: string) => void

/** Struck-through text is no longer part of what the document says. */
export const STRUCK_OUT = 'Left out because it is struck through'
export const CONTENTS = 'A table of contents was left out'
const MOST_LISTED = 20

export function createLeftOut() {
  const leftOut: { why: string; text: string }[] = []
  return {
    add(why: string, raw: string) {
      const text = raw.replace(/\s+/g, ' ').trim()
      if (text) leftOut.push({ why, text })
    },
    /** One warning for each reason. */
    warnings: () =>
      [...Map.groupBy(leftOut, ({ why }) => why)].map(([why, all]) => {
        const parts = `${all.length} ${all.length === 1 ? 'part' : 'parts'}`
        const chars = all.reduce((sum, { text }) => sum + text.length, 0)
        const shown = all.slice(0, MOST_LISTED).map(({ text }) => `“${excerptOf(text)}”`)
        return `${why}: ${parts}, ${chars} characters: ${someOf(shown, ', ', all.length)}.`
      }),
  }
}

/** Joins the first items and appends the number of the others. */
export function someOf(items: readonly unknown[], separator = ', ', count = items.length): string {
  const shown = items.slice(0, MOST_LISTED)
  return shown.join(separator) + (count > shown.length ? ` and ${count - shown.length} more` : '')
}
