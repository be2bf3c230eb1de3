/** Recognises the role of a column by its header cell. The names are defined by the language files. */
import { columnNames } from '@tandem/languages/column-names'
import { limited } from '@tandem/languages/limited'

export type Role = 'question' | 'answer' | 'similar' | 'keywords'

/** Trust in a name: SURE names have no other meaning, GUESSED ones contain a known word, LIKELY ones also occur for other columns. */
export const [SURE, GUESSED, LIKELY] = [60, 30, 10]

/** `variant` is the rest of the name: a number ("2"), a language ("en") or a letter. */
export type NamedColumn = NonNullable<ReturnType<typeof columnsNamed>[number]>

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

/** The role that a header cell names, if any: `Question 2 (required):` is a question. */
export function columnNamed(header: string) {
  // A header cell does not ask; without this check, the question "A?" would be taken for the column name "A".
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

// Rule (off: []): "question_en", "answer_de", "Question 2" and "Réponse A" add a language, a number or a letter to the name; lists in several languages.
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

/** Finds both columns by unambiguous names only, because a table in a document or an object in JSON may have any columns. */
export function findQaColumns(names: readonly string[]): QaColumns | undefined {
  const named = names.map(columnNamed)
  const find = (role: Role) => named.findIndex((each) => each?.role === role && each.trust === SURE)
  const [question, answer] = [find('question'), find('answer')]
  return question >= 0 && answer >= 0 ? { question, answer } : undefined
}

const SHORT_CHARS = 40
const SENTENCE = limited(/[?？!！。]|\.\s|\s.*\.$|[:：]\s*\S/u, SHORT_CHARS)

/** Whether a cell is short and neither a sentence nor a number, like a column name. */
export function isNameLike(cell: string): boolean {
  const text = cell.trim()
  return text.length <= SHORT_CHARS && !SENTENCE.test(text) && !/^[\d.,:/-]+$/.test(text)
}

/** The role of each header cell. Roles are guessed only if all cells look like names. */
export function columnsNamed(header: readonly string[]) {
  const canGuess = header.every(isNameLike)
  return header.map((cell) => {
    const known = columnNamed(cell)
    const role = canGuess && known?.trust !== SURE ? guessedRole(cell) : undefined
    return role ? { role, trust: GUESSED, variant: known?.variant ?? '' } : known
  })
}

const GUESS_WORDS = 4
/** Words that indicate a column about questions or answers, not one that contains them: "Question ID", "response time". */
const ABOUT = [...columnNames('about')]

// Rule (off: undefined): a header of a few words may contain the name ("Customer question"), in German at the end of a word (Kundenfrage), in Chinese and Korean anywhere (修正提問); help desk exports.
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
