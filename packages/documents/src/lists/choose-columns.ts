/** Which column asks and which answers, by their names and by what their cells hold; and which go with them. */
import { LIKELY, type Role, SURE } from './column-names.ts'
import { type Column, MOST } from './columns.ts'

export interface Chosen {
  readonly question: Column | undefined
  readonly answer: Column | undefined
}

/** A column whose name says little answers only beside one that is seen to ask, where there is no other, or at length. */
export function chooseColumns(columns: readonly Column[]): Chosen {
  const asking = best(columns, questionScore)
  const others = columns.filter((each) => each !== asking)
  const texts = columns.filter(({ content }) => content.text >= MOST && content.filled >= MOST)
  const isSeen = asking !== undefined && (asksMostly(asking) || texts.length <= 2)
  const mayBe = (each: Column) => {
    const trust = trustIn(each, 'answer')
    return isSeen || trust > LIKELY || (trust > 0 && each.content.atLength >= MOST)
  }
  const answer = best(others.filter(mayBe), (each) => answerScore(each, asking, others.length === 1))
  // Issues and their solutions: what is answered at length is the only other text.
  const isAtLength = answer !== undefined && answer.content.atLength >= MOST
  const only = isAtLength && texts.length === 2 ? texts.find((each) => each !== answer) : undefined
  return { question: asking ?? only, answer }
}

function best(columns: readonly Column[], scoreOf: (column: Column) => number): Column | undefined {
  const scored = columns.map((column) => ({ column, score: scoreOf(column) }))
  const highest = Math.max(0, ...scored.map(({ score }) => score))
  return highest > 0 ? scored.find(({ score }) => score === highest)?.column : undefined
}

/** How far its name makes it what is wanted. */
export const trustIn = ({ role, trust = 0 }: Column, wanted: Role) => (role === wanted ? trust : 0)

/** Called something else. */
const isOther = ({ role, trust = 0 }: Column, wanted: Role) =>
  role !== undefined && role !== wanted && trust > LIKELY

/** A sure name, then cells that ask, then a guessed name, then one that other columns have too. */
function questionScore(column: Column): number {
  const trust = trustIn(column, 'question')
  if (isOther(column, 'question') || (trust < SURE && column.content.text < MOST)) return 0
  return trust + (asksMostly(column) ? 40 : 0)
}

// Rule (off: false): the column whose cells ask has the questions, whatever its name and place; lists in the fourth and fifth column, names in any language.
function asksMostly({ content }: Column): boolean {
  return content.asks >= MOST && content.text >= MOST
}

/** A name that is more than likely, then the language of the question, then how much a column that may answer says. */
function answerScore(column: Column, question: Column | undefined, isOnly: boolean): number {
  const trust = trustIn(column, 'answer')
  const isCalled = trust > LIKELY
  if (isOther(column, 'answer') || !(isCalled || mayAnswer(column, isOnly))) return 0
  const { unlike, chars, atLength } = column.content
  const isSame = trust > 0 && question?.variant === column.variant
  const isNext = column.at - 1 === question?.at
  const says = isCalled ? 0 : unlike + Math.min(1, chars / 1000) + (atLength >= MOST ? 2 : 0)
  return trust + (isSame ? 5 : 0) + (isNext ? 0.5 : 0) + says
}

// Rule (off: true): a column whose name says nothing answers only if its cells are text, mostly there and unlike each other; else a category, a type or a code would. The only one beside the questions may be all yes and no.
function mayAnswer(column: Column, isOnly: boolean): boolean {
  const { text, unlike, filled, codes } = column.content
  if (isOnly) return codes < MOST
  return text >= MOST && unlike >= MOST && filled >= MOST && !asksMostly(column)
}

// Rule (off: undefined): what an instruction is about stands in a column of its own, called input.
export function aboutColumn(columns: readonly Column[], question: Column): Column | undefined {
  const isInstruction = question.name.toLowerCase() === 'instruction'
  return isInstruction ? columns.find(({ name }) => name.toLowerCase() === 'input') : undefined
}

export interface FurtherColumn {
  readonly question: number
  /** The answer of its row or, where the header has one for it, an answer of its own. */
  readonly answer: number
}

/** Other ways to ask, and pairs in further languages or beside the first. */
export function furtherColumns(
  columns: readonly Column[],
  question: Column,
  answer: Column,
): readonly FurtherColumn[] {
  const isVariant = ({ trust, variant }: Column) => trust === LIKELY && variant !== ''
  // Beside title_en and text_en, title_de and text_de are a pair as well.
  const isNamed = (column: Column, role: Role) =>
    column.role === role &&
    (column.trust === SURE || (isVariant(column) && isVariant(question) && isVariant(answer)))
  const answers = columns.filter((each) => each !== answer && isNamed(each, 'answer'))
  const ownAnswer = (column: Column) =>
    answers.find(({ variant }) => column.variant && variant === column.variant) ??
    answers.find(({ at, variant }) => variant === '' && at === column.at + 1)
  return columns.flatMap((column) => {
    if (isNamed(column, 'similar')) return [{ question: column.at, answer: answer.at }]
    if (column === question || column === answer || !isNamed(column, 'question')) return []
    return [{ question: column.at, answer: (ownAnswer(column) ?? answer).at }]
  })
}
