/** Leaves out a table of contents at the top of a FAQ or manual: all its entries occur again below. */
import { isQuestion } from '@tandem/languages/is-question'
import { labelOf } from '@tandem/languages/question-labels'
import { type Block, LONGEST_HEADING_CHARS } from '../document/document.ts'
import { numberMarkChars } from '../document/question-marks.ts'
import { isContentsLine, lettersOf, withoutPage } from '../document/wrapped-lines.ts'
import { type Drafting, leaveOut } from './draft.ts'

const FEWEST = 3
const FEWEST_PAGES = 2
const SHORTEST_CHARS = 3
const MOST_TIMES = 4

/** Takes the blocks of a table of contents, so that no pair contains them; they are listed as uncovered. */
export function leaveOutContents(drafting: Drafting): void {
  const { blocks } = drafting.document
  const names = blocks.map(nameOf)
  const places = Map.groupBy(names.keys(), (i) => names[i]!)
  /** The last block with the same name, further down. A name that occurs too often is repeated text, not an entry. */
  const again = names.map((name, i) => {
    const all = places.get(name)!
    const isAgain = name.length >= SHORTEST_CHARS && all.length <= MOST_TIMES && all.at(-1)! > i
    return isAgain ? all.at(-1) : undefined
  })
  const isListed = (at: number) => again[at] !== undefined || hasPage(blocks[at]?.text)
  /** An entry of two lines has its page on the second line; a question may have other words below. */
  const isBetween = (at: number) =>
    hasPage(blocks[at + 1]?.text) || (isQuestion(blocks[at]!.text) && isListed(at + 1))
  let lines = 0
  for (let i = 0, end = 0; i < blocks.length; i = Math.max(i + 1, end)) {
    end = i
    while (end < blocks.length && (isListed(end) || (end > i && isBetween(end)))) end++
    if (!isContents(blocks.slice(i, end), again.slice(i, end))) end = i
    for (let at = i; at < end; at++) leaveOut(drafting, at)
    lines += end - i
  }
  if (lines > 0) drafting.warn(`A table of contents was left out (${lines} lines).`)
}

// Rule (off: false): consecutive lines in FAQs and manuals that occur again further down, mostly with text in between; of lines with pages, half.
function isContents(run: readonly Block[], again: readonly (number | undefined)[]): boolean {
  const places = again.flatMap((place) => place ?? [])
  const withPages = run.filter(({ text }) => hasPage(text)).length
  if (withPages >= FEWEST_PAGES) return places.length * 2 >= withPages
  const apart = places.filter((place, i) => i > 0 && place !== places[i - 1]! + 1)
  return places.length >= FEWEST && apart.length * 2 > places.length - 1
}

/** A page number that a wide gap separates from its entry. */
const PAGE_APART = /\s\|\s\d{1,4}$/
const hasPage = (text = '') => isContentsLine(text) || PAGE_APART.test(text.slice(-10))

/** The name of an entry without number and page; empty for a text that cannot be a name. */
function nameOf({ kind, text }: Block): string {
  if (kind === 'row' || kind === 'code' || text.length > LONGEST_HEADING_CHARS) return ''
  const name = text.slice(labelOf(text)?.chars ?? numberMarkChars(text))
  return lettersOf(withoutPage(name).replace(PAGE_APART, ''))
}
