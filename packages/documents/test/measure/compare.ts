// Compares pairs with those a careful reader expects: by letters and digits, a number or label before a question left aside.
import type { ExpectedPair } from './expected.ts'

export interface Pair {
  readonly question: string
  readonly answer: string
}

export interface Comparison {
  readonly right: number
  readonly missing: readonly ExpectedPair[]
  readonly wrong: readonly Pair[]
}

/** An answer begins and ends as expected when so many letters of it stand so near to its beginning and end. */
const COMPARED_CHARS = 24
const NEAR_CHARS = 200
/** A longer question may have its section's name before it. */
const SECTION_FROM_CHARS = 12

const LINK_ADDRESS = /\((?:https?:|mailto:|\/|#)[^)]*\)/g
const TAG = /<[^>]+>/g
const NUMBER_OR_LABEL =
  /^\s*(?:(?:Q|Question|Kérdés|F|FAQ)?\s*[.#]?\s*[\d.]+[a-z]?\s*[.:)\]]?\s*|(?:Q|Question|Kérdés)\s*[.:]\s*)/i

/** Each pair is taken for one expected pair at most; those left are wrong. */
export function comparePairs(expected: readonly ExpectedPair[], pairs: readonly Pair[]): Comparison {
  const wrong = [...pairs]
  const missing = expected.filter((each) => {
    const at = wrong.findIndex((pair) => asksTheSame(each, pair) && answersTheSame(each, pair))
    if (at >= 0) wrong.splice(at, 1)
    return at < 0
  })
  return { right: expected.length - missing.length, missing, wrong }
}

/** Letters and digits, small, without tags and the addresses of links. */
export const lettersOf = (text: string) => lettersAndTags(text.replace(TAG, ''))

/** The same where tags are what the text is about. */
function lettersAndTags(text: string): string {
  const plain = text.replace(LINK_ADDRESS, '').normalize('NFKC').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '')
}

const unnumbered = (question: string) => lettersOf(question.replace(NUMBER_OR_LABEL, ''))

function asksTheSame(expected: ExpectedPair, { question }: Pair): boolean {
  const wanted = [lettersOf(expected.question), unnumbered(expected.question)]
  const afterSection = question.split(/[:>›»]/).at(-1)!
  const found = [lettersOf(question), unnumbered(question), unnumbered(afterSection)]
  return found.some((own) =>
    wanted.some((want) => own === want || (want.length > SECTION_FROM_CHARS && own.endsWith(want))),
  )
}

function answersTheSame({ answer, answer_starts, answer_ends }: ExpectedPair, pair: Pair): boolean {
  if (answer !== undefined) return oneBlank(answer) === oneBlank(pair.answer)
  return [lettersOf, lettersAndTags].some((letters) => {
    const own = letters(pair.answer)
    const start = letters(answer_starts ?? '').slice(0, COMPARED_CHARS)
    const end = letters(answer_ends ?? '').slice(-COMPARED_CHARS)
    return own.slice(0, NEAR_CHARS).includes(start) && own.slice(-NEAR_CHARS).includes(end)
  })
}

const oneBlank = (text: string) => text.replace(/\s+/g, ' ').trim()
