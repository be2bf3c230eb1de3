/** Tells by its header what a column holds. The names of columns are in the files of the languages. */
import { columnNames } from '@tandem/languages/column-names'
import { limited } from '@tandem/languages/limited'

export type Role = 'question' | 'answer' | 'similar' | 'keywords'

/** How far a name is to be believed: nothing else is called so, it is one of the words of a header, or other columns have it too. */
export const [SURE, GUESSED, LIKELY] = [60, 30, 10]

export interface NamedColumn {
  readonly role: Role
  readonly trust: number
  /** What the name says besides: which of several ("2"), in which language ("en"). */
  readonly variant: string
}

const NAMES = [
  ['similar', SURE, columnNames('similar')],
  ['keywords', SURE, columnNames('keywords')],
  ['question', SURE, columnNames('question')],
  ['answer', SURE, columnNames('answer')],
  ['question', LIKELY, columnNames('maybeQuestion')],
  ['answer', LIKELY, columnNames('maybeAnswer')],
] as const
const SURE_NAMES = { question: NAMES[2][2], answer: NAMES[3][2] }

const NAME_CHARS = 200

/** What a header cell names, if anything: `Question 2 (required):` is a question. */
export function columnNamed(header: string): NamedColumn | undefined {
  // A heading does not ask; without this, a question "A?" would be taken for the column A.
  if (header.length > NAME_CHARS || /[?？]/.test(header)) return undefined
  const plain = plainName(header)
  const bracketed = /[（(［[【]([^）)］\]】]{1,12})/u.exec(header)?.[1]?.toLowerCase() ?? ''
  for (const [variant, name] of [[bracketed, plain], ...variantsOf(plain)] as const) {
    const found = NAMES.find(([, , names]) => names.has(name))
    if (found) return { role: found[0], trust: found[1], variant }
  }
  return undefined
}

const NAME_AND_VARIANT = /^(.+?)[ .]?(\d{1,2}| [a-z]| (?!(?:id|no|nr|by)$)[a-z]{2}(?: [a-z]{2})?)$/u

// Rule (off: []): "question_en" and "answer_de", "Question 2", "Réponse A" say a language, a number or a choice beside the name; lists in several languages.
function variantsOf(plain: string): [variant: string, name: string][] {
  const [, name = '', after = ''] = NAME_AND_VARIANT.exec(plain) ?? []
  const [, before = '', rest = ''] = /^([a-z]{2}) (.+)$/u.exec(plain) ?? []
  return [
    [after.trim(), name.trim()],
    [before, rest],
  ]
}

export interface QaColumns {
  readonly question: number
  readonly answer: number
}

/** Where both are, by names that can mean nothing else: a table of a document, or an object of JSON, may have any columns. */
export function findQaColumns(names: readonly string[]): QaColumns | undefined {
  const named = names.map(columnNamed)
  const find = (role: Role) => named.findIndex((each) => each?.role === role && each.trust === SURE)
  const [question, answer] = [find('question'), find('answer')]
  return question >= 0 && answer >= 0 ? { question, answer } : undefined
}

const SHORT_CHARS = 40
const SENTENCE = limited(/[?？!！。]|\.\s|\s.*\.$|[:：]\s*\S/u, SHORT_CHARS)

/** A header cell is short, and no sentence. */
export function isNameLike(cell: string): boolean {
  const text = cell.trim()
  return text.length <= SHORT_CHARS && !SENTENCE.test(text) && !/^[\d.,:/-]+$/.test(text)
}

/** What each cell of a header names. Where all look like names, some may be guessed. */
export function columnsNamed(header: readonly string[]): (NamedColumn | undefined)[] {
  const canGuess = header.every(isNameLike)
  return header.map((cell) => {
    const known = columnNamed(cell)
    const role = canGuess && known?.trust !== SURE ? guessedRole(cell) : undefined
    return role ? { role, trust: GUESSED, variant: known?.variant ?? '' } : known
  })
}

const GUESS_WORDS = 4
/** A column about questions or answers, and not of them: "Question ID", "response time". */
const ABOUT = [...columnNames('about')]

// Rule (off: undefined): a header of a few words may have the name among them ("Customer question"), German at the end of a word (Kundenfrage), Chinese and Korean anywhere in it (修正提問); exports of help desks.
function guessedRole(header: string): 'question' | 'answer' | undefined {
  const plain = plainName(header)
  const words = plain.split(' ')
  const isIn = (name: string) =>
    words.includes(name) ||
    (/[\p{sc=Han}\p{sc=Hangul}]/u.test(name)
      ? name.length > 1 && plain.includes(name)
      : name.length > 4 && words.some((word) => word.endsWith(name)))
  if (words.length > GUESS_WORDS || ABOUT.some(isIn)) return undefined
  const named = (['question', 'answer'] as const).filter((role) => [...SURE_NAMES[role]].some(isIn))
  return named.length === 1 ? named[0] : undefined
}

function plainName(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[（(［[【][\s\S]*$/u, '')
    .replace(/[_\-\s]+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim()
}
