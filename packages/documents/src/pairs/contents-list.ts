/** A list of the questions below, as FAQs have it at their top: no part of the text, since all of it comes again. */
import type { Block } from '../document/document.ts'
import { isQuestion, labelOf, numberMarkChars } from '../document/question-marks.ts'
import type { Drafting } from './draft.ts'

const FEWEST = 3
const FEWEST_QUESTIONS = 2
const SHORTEST_CHARS = 3
const LONGEST_CHARS = 160

/** Takes such blocks, so that no pair is made of them; they are listed as uncovered. */
export function leaveOutContents(
  { document, taken, unused }: Drafting,
  warn: (warning: string) => void,
): void {
  const { blocks } = document
  const lastPlaces = new Map<string, number>()
  for (const [i, block] of blocks.entries()) lastPlaces.set(plain(block), i)
  let lines = 0
  for (let i = 0; i < blocks.length; i++) {
    let end = i
    while (end < blocks.length && comesAgain(blocks[end]!, end, lastPlaces)) end++
    const places = blocks.slice(i, end).map((block) => lastPlaces.get(plain(block))!)
    if (isContents(blocks.slice(i, end), places)) {
      for (const { start, end: to } of blocks.slice(i, end)) unused.push({ start, end: to })
      taken.fill(true, i, end)
      lines += end - i
    }
    i = Math.max(i, end - 1)
  }
  if (lines > 0) warn(`A table of contents was left out (${lines} lines).`)
}

// Rule (off: false): lines one after another, each of which stands again further down with its answer between it and the next.
function isContents(run: readonly Block[], places: readonly number[]): boolean {
  const fewest = run.every(({ text }) => isQuestion(text)) ? FEWEST_QUESTIONS : FEWEST
  const apart = places.filter((place, i) => i > 0 && place !== places[i - 1]! + 1)
  return run.length >= fewest && apart.length * 2 > run.length - 1
}

function comesAgain(block: Block, at: number, lastPlaces: ReadonlyMap<string, number>): boolean {
  if (block.kind === 'row' || block.kind === 'code' || block.text.length > LONGEST_CHARS) return false
  const text = plain(block)
  return text.length >= SHORTEST_CHARS && lastPlaces.get(text)! > at
}

function plain({ text }: Block): string {
  const bare = text.slice(labelOf(text)?.chars ?? numberMarkChars(text), 400)
  return bare.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
