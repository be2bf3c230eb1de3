/** Subtitles (SRT, VTT): what was said, without the times at which it is shown. */
import type { DocumentBuilder } from '../../document/document.ts'

const TIMES = /^(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}/
const FEWEST = 2

/** The text as it is where it holds no subtitles. */
export function withoutTimes(builder: DocumentBuilder, source: string): string {
  const cues = source.split(/\n{2,}/).map((cue) => cue.split('\n').map((line) => line.trim()))
  const timed = cues.filter((lines) => lines.some((line) => TIMES.test(line)))
  if (timed.length < FEWEST || timed.length < cues.length * 0.7) return source
  builder.warn(`The times of ${timed.length} subtitles were left out.`)
  const paragraphs: string[] = []
  let speaker = ''
  let before: readonly string[] = []
  for (const lines of timed) {
    const shown = lines.slice(lines.findIndex((line) => TIMES.test(line)) + 1)
    const who = /^<v(?:\.\S+)? ([^>]+)>/.exec(shown.join(' '))?.[1] ?? ''
    const said = shown.map((line) => line.replace(/<[^>]*>/g, '').trim()).filter(Boolean)
    // Captions that roll show each line again above the next one, and once more by itself.
    const text = said.filter((line) => !before.includes(line)).join(' ')
    before = said
    if (!text) continue
    if (paragraphs.length > 0 && who === speaker) paragraphs[paragraphs.length - 1] += ` ${text}`
    else paragraphs.push(who ? `${who}: ${text}` : text)
    speaker = who
  }
  return paragraphs.join('\n\n')
}
