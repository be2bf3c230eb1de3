/** Shortens text at words, and packs blocks into parts of limited size, which end inside a sentence only if it exceeds the limit. */
import { type Span, sentences } from '@tandem/languages/sentences'

export interface PackLimits {
  readonly maxTokens: number
  readonly maxChars: number
  /** Number of tokens at which a part may end; by default, all parts have about the same size. */
  readonly enoughTokens?: number
  readonly countTokens: (text: string) => number
}

/** Cuts a text after a word if possible, and appends an ellipsis. The result has at most `mostChars` characters. */
export function shorten(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text
  const cut = text.slice(0, mostChars - 1).replace(/[\ud800-\udbff]$/, '')
  const blank = cut.lastIndexOf(' ')
  return `${(blank > mostChars / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`
}

/** The beginning of a text as a single line. */
export const excerptOf = (text: string, mostChars = 80) =>
  shorten(text.replace(/[\s\0]+/gu, ' ').trim(), mostChars).toWellFormed()

/** Packs consecutive spans into parts of about equal size; each part has the indexes of its first and last span. */
export function pack(text: string, spans: readonly Span[], limits: PackLimits) {
  const { units, cutInside } = smallEnough(text, spans, limits)
  const total = units.reduce((sum, each) => sum + each.tokens, 0)
  const even = total / Math.max(1, Math.ceil(total / limits.maxTokens))
  const target = Math.min(even, limits.enoughTokens ?? even)
  const groups: (typeof units)[] = []
  let tokens = 0
  for (const unit of units) {
    const group = groups.at(-1) ?? []
    const overTokens = tokens + unit.tokens > limits.maxTokens
    const overChars = unit.end - (group[0] ?? unit).start > limits.maxChars
    if (group.length === 0 || overTokens || overChars || tokens >= target) {
      const last = group.at(-1)
      // A line that ends with a colon stays with the text that it introduces.
      const announces = last && group.length > 1 && /[:：]\s*$/u.test(text.slice(last.start, last.end))
      groups.push(announces ? group.splice(-1) : [])
      tokens = announces ? last.tokens : 0
    }
    groups.at(-1)!.push(unit)
    tokens += unit.tokens
  }
  const parts = groups.map((group) => {
    const [from, to] = [group[0]!, group.at(-1)!]
    return { ...trimSpan(text, { start: from.start, end: to.end }), first: from.at, last: to.at }
  })
  return { parts, cutInside }
}

export function trimSpan(text: string, { start, end }: Span): Span {
  const opening = text.slice(start, end).trimStart()
  const from = Math.max(start, end - opening.length)
  return { start: from, end: from + opening.trimEnd().length }
}

/** Divides the spans that exceed a limit; each resulting unit has the index of its span. */
function smallEnough(text: string, spans: readonly Span[], { maxTokens, maxChars, countTokens }: PackLimits) {
  let cutInside = false
  const units = spans.flatMap((span, at) => {
    const unitOf = ({ start, end }: Span) => ({ start, end, at, tokens: countTokens(text.slice(start, end)) })
    const whole = span.end - span.start <= maxChars ? unitOf(span) : undefined
    if (whole && whole.tokens <= maxTokens) return [whole]
    const pieces = finer(text, span).flatMap((sentence) => {
      if (sentence.end - sentence.start <= maxChars) return [sentence]
      cutInside = true
      return cutAtBlanks(text, sentence, maxChars)
    })
    return pieces.map(unitOf)
  })
  return { units, cutInside }
}

/** Divides a span into sentences, or into lines if it has only one sentence, as in code or an address list. */
function finer(text: string, span: Span): Span[] {
  const own = text.slice(span.start, span.end)
  const cuts = sentences(own)
  if (cuts.length > 1)
    return cuts.map(({ start, end }) => ({ start: span.start + start, end: span.start + end }))
  const lines = own.matchAll(/[^\n]+\n?|\n/g)
  return Array.from(lines, ({ index: at, 0: line }) => ({
    start: span.start + at,
    end: span.start + at + line.length,
  }))
}

function cutAtBlanks(text: string, { start, end }: Span, maxChars: number): Span[] {
  const spans: Span[] = []
  for (let from = start; from < end; from = spans.at(-1)!.end) {
    const most = Math.min(end, from + maxChars)
    const blank = most < end ? text.lastIndexOf(' ', most - 1) + 1 : most
    const isHalf = /[\ud800-\udbff]/.test(text[most - 1]!)
    spans.push({ start: from, end: blank > from ? blank : most - Number(isHalf) })
  }
  return spans
}
