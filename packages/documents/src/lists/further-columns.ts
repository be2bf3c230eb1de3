/** Columns beside the question and the answer: other ways to ask, pairs in further languages, and the choices of a quiz. */
import type { Column } from './column-content.ts'

export interface FurtherColumn {
  readonly question: number
  /** The answer of its row or, where the header has one for it, an answer of its own. */
  readonly answer: number
}

export function furtherColumns(
  columns: readonly Column[],
  question: Column,
  answer: Column,
): readonly FurtherColumn[] {
  // Beside title_en and text_en, title_de and text_de are a pair as well.
  const isNamed = (column: Column, role: Column['role']) =>
    column.role === role &&
    (column.how === 'surely' || (isVariant(column) && isVariant(question) && isVariant(answer)))
  const isQuestion = (each: Column) => each !== question && each !== answer && isNamed(each, 'question')
  const questions = columns.filter(isQuestion)
  const answers = columns.filter((each) => each !== answer && isNamed(each, 'answer'))
  const ownAnswer = (column: Column) =>
    answers.find(({ variant }) => column.variant && variant === column.variant) ??
    beside(column, answers, [question, ...questions])
  return columns.flatMap((column) => {
    if (isNamed(column, 'similar')) return [{ question: column.at, answer: answer.at }]
    return isQuestion(column) ? [{ question: column.at, answer: (ownAnswer(column) ?? answer).at }] : []
  })
}

const isVariant = ({ how, variant }: Column) => how === 'maybe' && variant !== ''

// Rule (off: undefined): of question, answer, question, answer in one row each question has the answer beside it.
function beside(
  column: Column,
  answers: readonly Column[],
  questions: readonly Column[],
): Column | undefined {
  const next = answers.find(({ at, variant }) => at > column.at && variant === '')
  const isBetween = ({ at }: Column) => at > column.at && next !== undefined && at < next.at
  return questions.some(isBetween) ? undefined : next
}

// Rule (off: new Map()): columns named alike but for a letter from A on are the choices of a quiz and no answers; the answer may be given by its letter.
export function optionColumns(columns: readonly Column[]): ReadonlyMap<string, number> {
  const byStem = new Map<string, Map<string, number>>()
  for (const { name, at } of columns) {
    const found = /^(.{0,30}?)[\s_.-]?([a-h])[).]?$/i.exec(name)
    if (!found) continue
    const [, stem = '', letter = ''] = found
    const options = byStem.get(stem.toLowerCase()) ?? new Map<string, number>()
    byStem.set(stem.toLowerCase(), options.set(letter.toLowerCase(), at))
  }
  return [...byStem.values()].find((options) => options.has('a') && options.has('b')) ?? new Map()
}
