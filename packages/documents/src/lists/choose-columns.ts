/** Which column asks and which answers: by their names, and by what their cells hold. */
import { type Column, contentOf } from './column-content.ts'
import { columnsNamed, type Role } from './column-names.ts'
import { optionColumns } from './further-columns.ts'
import type { Row } from './tables.ts'

export interface Chosen {
  readonly question: Column | undefined
  readonly answer: Column | undefined
}

const MOST = 0.5
export const NAME_SCORES = { surely: 60, guessed: 30, maybe: 10 }

export function columnsOf(header: readonly string[], rows: readonly Row[]): Column[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length)
  const named = columnsNamed(header)
  const all = Array.from({ length: width }, (_, at): Column => {
    const name = (header[at] ?? '').trim()
    return { at, name, ...named[at], content: contentOf(rows, at) }
  })
  const together = namedTogether(all)
  return all
    .filter(({ name, content }) => name !== '' || content.filled > 0)
    .map((each) => (together.has(each.at) ? { ...each, role: together.get(each.at)!, how: 'surely' } : each))
}

/** In the order in which they are believed. */
const ASKING = ['instruction', 'prompt', 'patterns', 'utterances', 'q', 'question', 'input']
const ANSWERING = ['output', 'completion', 'responses', 'response', 'answer', 'a']

// Rule (off: new Map()): some names mean question and answer only beside each other; data for training, intents of chatbots.
function namedTogether(columns: readonly Column[]): ReadonlyMap<number, Role> {
  const called = (names: readonly string[]) =>
    names.flatMap((name) => columns.find((each) => each.name.toLowerCase() === name) ?? [])[0]
  const [question, answer] = [called(ASKING), called(ANSWERING)]
  if (!question || !answer || question.content.text < MOST) return new Map()
  return new Map<number, Role>([
    [question.at, 'question'],
    [answer.at, 'answer'],
  ])
}

// Rule (off: undefined): what an instruction is about stands in a column of its own, called input.
export function aboutColumn(columns: readonly Column[], question: Column): Column | undefined {
  const isInstruction = question.name.toLowerCase() === 'instruction'
  return isInstruction ? columns.find(({ name }) => name.toLowerCase() === 'input') : undefined
}

export function chooseColumns(columns: readonly Column[]): Chosen {
  const choices = new Set(optionColumns(columns).values())
  const free = columns.filter(({ at }) => !choices.has(at))
  const asking = best(free, questionScore)
  const others = free.filter((each) => each !== asking)
  // A name alone does not show that another column answers.
  const isSeen = asking !== undefined && (asksMostly(asking) || isOneOfTwo(free))
  const isOnly = asking !== undefined && others.length === 1
  const answer = best(others, (each) =>
    isSeen || answersAlone(each, free) ? answerScore(each, asking, isOnly) : 0,
  )
  return { question: asking ?? (answer && titleOf(answer, others)), answer }
}

function best(columns: readonly Column[], scoreOf: (column: Column) => number): Column | undefined {
  let found: Column | undefined
  let highest = 0
  for (const column of columns) {
    const score = scoreOf(column)
    if (score > highest) [found, highest] = [column, score]
  }
  return found
}

export const nameScore = ({ role, how }: Column, wanted: Role) =>
  role === wanted && how ? NAME_SCORES[how] : 0

/** Called something else. */
const isOther = ({ role, how }: Column, wanted: Role) =>
  role !== undefined && role !== wanted && how !== 'maybe'

/** A sure name, then cells that ask, then a guessed name; one that is only likely must ask. */
function questionScore(column: Column): number {
  if (isOther(column, 'question')) return 0
  const score = nameScore(column, 'question') + (asksMostly(column) ? 40 : 0)
  return score > NAME_SCORES.maybe ? score : 0
}

// Rule (off: false): the column whose cells ask has the questions, whatever its name and place; lists in the fourth and fifth column, names in any language.
function asksMostly({ content }: Column): boolean {
  return content.asks >= MOST && content.text >= MOST
}

/** A name that is more than likely, then the language of the question, then how much a column that may answer says. */
function answerScore(column: Column, question: Column | undefined, isOnly: boolean): number {
  if (isOther(column, 'answer')) return 0
  const name = nameScore(column, 'answer')
  if (name <= NAME_SCORES.maybe && !mayAnswer(column, isOnly)) return 0
  const { unlike, chars, atLength } = column.content
  const isSame = name > 0 && question?.variant === column.variant
  const isNext = question !== undefined && column.at === question.at + 1
  const says = name > NAME_SCORES.maybe ? 0 : unlike + Math.min(1, chars / 1000) + (atLength >= MOST ? 2 : 0)
  return name + (isSame ? 5 : 0) + (isNext ? 0.5 : 0) + says
}

// Rule (off: true): a column whose name says nothing answers only if its cells are text, mostly there and unlike each other; else a category, a type or a code would. The only one beside the questions may be all yes and no.
function mayAnswer(column: Column, isOnly: boolean): boolean {
  const { text, unlike, filled, codes } = column.content
  if (isOnly) return codes < MOST
  return text >= MOST && unlike >= MOST && filled >= MOST && !asksMostly(column)
}

const TITLE_CHARS = 150

/** Whether a column answers though none is seen to ask: by its name, or at length beside a likely title or one other column. */
function answersAlone(column: Column, columns: readonly Column[]): boolean {
  const name = nameScore(column, 'answer')
  if (name > NAME_SCORES.maybe) return true
  const isLikely = name > 0 && columns.some((each) => nameScore(each, 'question') > 0)
  return column.content.atLength >= MOST && (isLikely || isOneOfTwo(columns))
}

/** No more columns of text than a list needs. */
const isOneOfTwo = (columns: readonly Column[]) =>
  columns.filter(({ content }) => content.text >= MOST && content.filled >= MOST).length <= 2

// Rule (off: undefined): where a column answers and none asks, the titles ask: the column likely called so, else the longest whose cells are short text and unlike, keywords last; subjects of help desks, issues and their solutions.
function titleOf(answer: Column, columns: readonly Column[]): Column | undefined {
  const titles = columns.filter((column) => {
    const { text, unlike, filled, chars } = column.content
    const isShort = chars <= TITLE_CHARS && (chars < answer.content.chars || answer.content.atLength < MOST)
    const isUnlike = text >= MOST && unlike >= 0.8 && filled >= MOST
    const mayAsk = column.role === 'keywords' || (column.role !== 'answer' && !isOther(column, 'question'))
    return column !== answer && mayAsk && isShort && isUnlike && !isTranslation(column, answer)
  })
  const called = (column: Column) => nameScore(column, 'question') - (column.role === 'keywords' ? 1 : 0)
  return best(titles, (column) => (called(column) + 2) * TITLE_CHARS + column.content.chars)
}

// Rule (off: false): name_en and name_fr say the same in two languages, and none answers the other.
function isTranslation(column: Column, other: Column): boolean {
  const stem = ({ name }: Column) => /^(.{2,})[\s_.-][a-z]{2}$/i.exec(name)?.[1]?.toLowerCase()
  return stem(column) !== undefined && stem(column) === stem(other)
}
