/** Cuts text at the ends of sentences. */
import { languages } from './languages.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a sentence ends: at a point and a blank before what begins a sentence, or at a full-width mark. Abbreviations end none. */
const SENTENCE_END =
  /(?:[.!?…]["'”’»)\]]*(?=\s+["'“„«(¿¡[]*[\p{Lu}\p{N}\p{Lo}¿¡])|[。！？｡]["'”’」』）)]*)\s*|\n{2,}/gu
const abbreviations = languages.flatMap((each) => each.abbreviations?.replaceAll('.', '\\.') ?? []).join('|')
const ABBREVIATION = new RegExp(`(?:^|[\\s(])(?:\\p{L}|${abbreviations})\\.$`, 'iu')

export function sentences(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    const sentence = text.slice(start, match.index + 1)
    if (ABBREVIATION.test(sentence.slice(-12)) || /^\s*\(?[0-9]{1,3}\.$/.test(sentence)) continue
    spans.push({ start, end })
    start = end
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

export const firstSentence = (text: string) => text.slice(0, sentences(text)[0]?.end).trim()
