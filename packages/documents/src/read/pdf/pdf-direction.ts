/**
 * Arabic, Hebrew and their like, which run from right to left. A PDF holds glyphs where they are drawn; what is stored must be the
 * letters in the order they are read. Figures and Latin words among them run from left to right.
 */

import { Unreadable } from '../../unreadable.ts'
import { type Run, WORD_GAP } from './pdf-rows.ts'

const RTL_LETTER =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const RTL_LETTERS = new RegExp(RTL_LETTER, 'gu')
const LETTERS = /\p{L}/gu
/** Letters drawn joined, as their form at the beginning, middle or end of a word; and ligatures such as ﬁ. */
const DRAWN_FORMS = /[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]/g

/** Drawn forms are letters again; full-width marks stay as they are. */
export function plainLetters(text: string): string {
  return text.replace(DRAWN_FORMS, (form) => form.normalize('NFKC').trim() || form)
}

const count = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0

/** Whether most of these letters run from right to left. */
export function runsRightToLeft(texts: readonly { readonly text: string }[]): boolean {
  let rtl = 0
  let all = 0
  for (const { text } of texts) {
    rtl += count(text, RTL_LETTERS)
    all += count(text, LETTERS)
  }
  return rtl > 0 && rtl * 2 > all
}

/** The page as in a mirror, so that what is read first stands left, as in other pages. */
export function mirrored(runs: readonly Run[], pageWidth: number): Run[] {
  return runs.map((run) => ({ ...run, x: pageWidth - run.x - run.width }))
}

/** Text of runs in the order of the page; `isMirrored` says that their places are those in the mirror. */
export function joinRuns(runs: readonly Run[], isMirrored: boolean): string {
  const hasRtl = runs.some(({ text }) => RTL_LETTER.test(text))
  const fromLeft = isMirrored ? [...runs].reverse() : [...runs]
  if (!hasRtl) return isMirrored && !runs.some(hasLetter) ? turnedFigures(spaced(fromLeft)) : spaced(fromLeft)
  if (!isMirrored && !runsRightToLeft(runs)) return spaced(withTurned(fromLeft, 'rtl'))
  const turned = withTurned(fromLeft, 'ltr')
  return withOpenBrackets(spaced(turned.reverse()))
}

type Piece = Pick<Run, 'text' | 'x' | 'width' | 'size'>

/** Runs of one direction that follow each other as one piece, its text in reading order. */
function withTurned(runs: readonly Run[], direction: 'ltr' | 'rtl'): Piece[] {
  const pieces: Piece[] = []
  for (let i = 0; i < runs.length; i++) {
    const last = direction === 'ltr' ? lastOfLtr(runs, i) : lastOfRtl(runs, i)
    const own = runs.slice(i, last + 1)
    if (direction === 'rtl' && last > i) pieces.push(pieceOf(own, spaced([...own].reverse())))
    else if (direction === 'ltr' && !RTL_LETTER.test(runs[i]!.text)) {
      pieces.push(
        pieceOf(own, own.some(hasLetter) ? withTurnedEnds(spaced(own)) : turnedFigures(spaced(own))),
      )
    } else pieces.push(...own)
    i = last
  }
  return pieces
}

function pieceOf(runs: readonly Run[], text: string): Piece {
  const { x } = runs[0]!
  const left = Math.min(...runs.map((run) => run.x))
  const right = Math.max(...runs.map((run) => run.x + run.width))
  return { text, x: Math.min(x, left), width: right - Math.min(x, left), size: runs[0]!.size }
}

const hasLetter = ({ text }: Run) => /\p{L}/u.test(text)
const isRtl = ({ text }: Run) => RTL_LETTER.test(text)

/** From a Latin word on, all up to the last Latin word or figure before a letter of the other direction; figures only without a blank. */
function lastOfLtr(runs: readonly Run[], at: number): number {
  let last = at
  if (isRtl(runs[at]!)) return last
  const fromWord = hasLetter(runs[at]!)
  for (let i = at + 1; i < runs.length && !isRtl(runs[i]!); i++) {
    if (!fromWord && isApart(runs[i - 1]!, runs[i]!)) break
    if (hasLetter(runs[i]!) || /\p{N}/u.test(runs[i]!.text) || !fromWord) last = i
  }
  return last
}

function lastOfRtl(runs: readonly Run[], at: number): number {
  let last = at
  if (!isRtl(runs[at]!)) return last
  for (let i = at + 1; i < runs.length; i++) {
    if (isRtl(runs[i]!)) last = i
    else if (hasLetter(runs[i]!)) break
  }
  return last
}

const isApart = (a: Piece, b: Piece) => distance(a, b) > WORD_GAP * b.size
const distance = (a: Piece, b: Piece) => Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width))

function spaced(pieces: readonly Piece[]): string {
  let text = ''
  for (const [i, piece] of pieces.entries()) {
    const before = pieces[i - 1]
    if (before && isApart(before, piece) && !/\s$/.test(text) && !/^[\s⁰¹²³⁴-⁹]/.test(piece.text)) text += ' '
    text += piece.text
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** "from 9 – 17": among letters that run from right to left, figures with a blank or a dash between them follow each other so too. */
function turnedFigures(text: string): string {
  return text
    .split(/(\s+|[–—])/)
    .reverse()
    .map((part) => (/\s/.test(part) ? part : withTurnedEnds(part)))
    .join('')
}

/** A full stop after a figure is drawn at its left; read on, it comes after it. */
function withTurnedEnds(text: string): string {
  const found = /^([.,:;!?()[\]{}"“”«»'…–-]*)(.*?)([.,:;!?()[\]{}"“”«»'…]*)$/su.exec(text)
  const [, left = '', core = '', right = ''] = found ?? []
  // A minus sign belongs to its figure.
  const sign = /^\p{N}/u.test(core) ? (/[-–]$/.exec(left)?.[0] ?? '') : ''
  if (!core) return turned(left + right)
  return turned(right) + sign + core + turned(left.slice(0, left.length - sign.length))
}

const turned = (text: string) => swapped([...text].reverse().join(''))

const PAIRED = '()[]{}«»'
function swapped(text: string): string {
  return text.replace(/[()[\]{}«»]/g, (mark) => PAIRED[PAIRED.indexOf(mark) ^ 1]!)
}

/** Brackets are drawn by how they look: ")so(" in reading order was "(so)". */
function withOpenBrackets(text: string): string {
  return isNested(text) ? text : swapped(text)
}

function isNested(text: string): boolean {
  const open: string[] = []
  for (const mark of text.match(/[()[\]{}«»]/g) ?? []) {
    const at = PAIRED.indexOf(mark)
    if (at % 2 === 0) open.push(mark)
    else if (open.pop() !== PAIRED[at - 1]) return false
  }
  return open.length === 0
}

const ENDS_RIGHT = /[ךםןףץةى](?![\p{L}\p{M}])|(?<![\p{L}\p{M}])ال(?=\p{L}{2})/gu
const ENDS_WRONG = /[ךםןףץةى](?=\p{L})|(?<=\p{L}{2})لا(?![\p{L}\p{M}])/gu

/**
 * Letters that end words tell whether the text was drawn as it is read. Some programs draw it the wrong way round; that can be
 * undone. Where the signs contradict each other nothing is stored, since nobody would find it.
 */
export function readingOrder(texts: readonly string[]): (text: string) => string {
  const rtl = texts.filter((text) => RTL_LETTER.test(text))
  const right = rtl.reduce((sum, text) => sum + count(text, ENDS_RIGHT), 0)
  const wrong = rtl.reduce((sum, text) => sum + count(text, ENDS_WRONG), 0)
  if (wrong < 3 || wrong < right * 0.5) return (text) => text
  if (wrong < right * 3)
    throw new Unreadable(
      'The PDF draws its right-to-left text in an order that cannot be told for sure. Send the Word document or the page it was made from.',
    )
  return (text) => (RTL_LETTER.test(text) ? withOpenBrackets(reversed(text)) : text)
}

function reversed(text: string): string {
  const back = [...new Intl.Segmenter().segment(text)].reverse().map(({ segment }) => segment)
  const LTR_STRETCH =
    /[\p{Script=Latin}\p{N}](?:[^\p{Script=Hebrew}\p{Script=Arabic}]*[\p{Script=Latin}\p{N}])?/gu
  return back.join('').replace(LTR_STRETCH, (stretch) => [...stretch].reverse().join(''))
}
