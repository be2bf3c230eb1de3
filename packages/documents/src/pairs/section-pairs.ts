/** Makes pairs of the remaining text: sections under their headings, or texts without headings. */
import { isQuestion } from '@tandem/languages/is-question'
import { isAboutQuestions, labelOf } from '@tandem/languages/question-labels'
import { firstSentence } from '@tandem/languages/sentences'
import type { Block } from '../document/document.ts'
import { numberMarkChars, openingQuestions } from '../document/question-marks.ts'
import { shorten } from '../document/split-text.ts'
import { type Drafting, hasContent, lastFrom, takePair } from './draft.ts'

/** In a document that was cut by a splitter, each piece is one pair, regardless of its headings. */
export function takeSections(drafting: Drafting): void {
  const { blocks, text } = drafting.document
  const byPiece = blocks.some(({ piece }) => piece > 0)
  const drafts = drafting.drafts.toSorted((a, b) => a.from - b.from)
  const askedChars = drafts.reduce((sum, { from, end }) => sum + end - from, 0)
  const isFaq = drafts.length >= FEWEST_QUESTIONS && askedChars * 2 >= text.length
  const asked = isFaq ? drafts : []
  let passed = 0
  for (let i = 0; i < blocks.length; i++) {
    if (drafting.taken[i] || (!byPiece && blocks[i]!.kind === 'heading')) continue
    const last = lastFrom(drafting, i, ({ kind }) => byPiece || kind !== 'heading')
    while (passed < asked.length && asked[passed]!.from < blocks[i]!.start) passed++
    const run = blocks.slice(i, last + 1)
    // In a FAQ, questions without other text are a list of subjects, or have no answer yet.
    const onlyAsks = isFaq && run.every((block) => openingQuestions(block.text) === block.text)
    const next = blocks[asked[passed]?.at ?? -1]
    if (!onlyAsks && !isIntroduction(run, next, passed === 0)) takeRun(drafting, i, last, byPiece)
    i = last
  }
}

const FEWEST_QUESTIONS = 3
const LONGEST_INTRODUCTION_CHARS = 1000

// Rule (off: false): in a FAQ, text between a heading and its first question ("Find answers below"), or text about the questions before all of them, answers nothing.
function isIntroduction(run: readonly Block[], next: Block | undefined, isFirst: boolean): boolean {
  const { start, path } = run[0]!
  if (!next || run.at(-1)!.end - start > LONGEST_INTRODUCTION_CHARS) return false
  if (isQuestion(path.at(-1) ?? '') || run.some(({ text }) => isQuestion(text))) return false
  if (path.every((name, i) => next.path[i] === name)) return true
  return isFirst && run.some(({ text }) => isAboutQuestions(text))
}

function takeRun(drafting: Drafting, first: number, last: number, byPiece: boolean): void {
  const { blocks, text } = drafting.document
  let from = first
  while (from <= last && blocks[from]!.kind === 'heading') from++
  const body = blocks.slice(from, last + 1)
  const [opening] = body
  if (!opening || body.every(isUnanswered)) return
  if (body.length === 1 && blocks.length > 1 && isNoMore(opening)) return
  // A piece that does not begin with its heading is known only by its own text.
  const isHeaded = opening.path.length > 0 && (!byPiece || from > first)
  const heading = isHeaded ? headingQuestion(drafting, opening.path) : ''
  const question = heading || openingQuestion(text.slice(opening.start, blocks[last]!.end))
  const how = heading ? 'section' : 'paragraph'
  takePair(drafting, { question, at: first, last, start: opening.start, how })
}

/** "Q: Who pays?" or a bare "A:" without a counterpart is listed as uncovered instead of being stored as its own answer. */
function isUnanswered({ text }: Block): boolean {
  const label = labelOf(text)
  if (!label || label.weak) return false
  return label.role === 'question' || !hasContent(text.slice(label.chars))
}

/** Whether a text is only a title, a date or a copyright notice. Its question would equal its answer, so it is listed as uncovered instead. */
function isNoMore({ kind, text, path }: Block): boolean {
  const isName = text.length <= 60 && !/\n|[.!?。！？…:：]$|\d.*\p{L}{3}|\p{L}{3}.*\d/u.test(text)
  return path.length === 0 && kind === 'paragraph' && (isName || /^(?:©|copyright\b)/iu.test(text))
}

const DEEPEST = 3
const QUESTION_CHARS = 200
const SHORTEST_CHARS = 12

/** The question of a section: its headings as written in the document, outermost first. The last element may be a term below them. */
export function headingQuestion({ title }: Drafting, path: readonly string[]): string {
  const names = path.map(plainHeading).filter(Boolean)
  const hasTitle = path[0] === title?.text && names.length > 1
  // All pairs of a document share its title, so it distinguishes them only from other documents.
  const own = hasTitle ? names.slice(1) : names
  const used = (own.length === 1 && isTerse(own[0]!) ? names : own).slice(-DEEPEST)
  const unlike = used.filter((each, i) => each !== used[i + 1])
  const isCjk = /[\u3040-\u9fff]/u.test(unlike.join(''))
  return unlike.join(/[:：]/u.test(unlike.join('')) ? ' – ' : isCjk ? '：' : ': ')
}

/** The first heading, if it is above all others. */
export function titleOf(blocks: readonly Block[]): Block | undefined {
  const [first, ...others] = blocks.filter(({ kind }) => kind === 'heading')
  if (!first || others.length === 0) return undefined
  return others.every(({ level }) => level > first.level) ? first : undefined
}

function plainHeading(text: string): string {
  const name = text.slice(numberMarkChars(text)).replace(/\s+/g, ' ')
  // Removes a footnote mark and a colon at the end.
  return name.replace(/(?: ?\[\d{1,3}\])?[:：]?$/u, '').trim()
}

/** One or two words are too vague without the title. */
function isTerse(text: string): boolean {
  const isCjk = /[\u3040-\u9fff\uac00-\ud7a3]/u.test(text)
  return isCjk ? text.length < 5 : text.split(/\s+/).length <= 2 && text.length < 20
}

/** The question of a text without headings: its first sentence. */
export function openingQuestion(whole: string): string {
  // Removes ASCII art at the beginning.
  const text = whole.replace(/^[^\p{L}\p{N}\p{So}]{20,}/u, '')
  let opening = firstSentence(text)
  if (opening.length < SHORTEST_CHARS && opening.length < text.length) {
    opening = `${opening} ${firstSentence(text.slice(opening.length).trimStart())}`
  }
  return shorten(opening.replace(/\s+/g, ' '), QUESTION_CHARS)
}
