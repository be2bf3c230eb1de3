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
  for (const lines of timed) {
    const said = lines.slice(lines.findIndex((line) => TIMES.test(line)) + 1).join(' ')
    const who = /^<v(?:\.\S+)? ([^>]+)>/.exec(said)?.[1] ?? ''
    const text = said.replace(/<[^>]*>/g, '').trim()
    if (paragraphs.length > 0 && who === speaker) paragraphs[paragraphs.length - 1] += ` ${text}`
    else paragraphs.push(who ? `${who}: ${text}` : text)
    speaker = who
  }
  return paragraphs.join('\n\n')
}
