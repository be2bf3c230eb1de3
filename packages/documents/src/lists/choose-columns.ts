/** Which column asks and which answers, by their names and by what their cells hold; and which go with them. */
import { LIKELY, type QaColumns, type Role, SURE } from './column-names.ts'
import { type Column, MOST } from './columns.ts'

/** Each undefined where none was found. */
export function chooseColumns(all: readonly Column[]) {
  const choices = new Set(optionColumns(all).values())
  const columns = all.filter(({ at }) => !choices.has(at))
  // No more columns of text than a list needs.
  const isOfTwo = columns.filter(({ content }) => content.text >= MOST && content.filled >= MOST).length <= 2
  const asking = best(columns, questionScore)
  const others = columns.filter((each) => each !== asking)
  // A name alone does not show that another column answers.
  const isSeen = asking !== undefined && (asksMostly(asking) || isOfTwo)
  const isOnly = asking !== undefined && others.length === 1
  const hasTitle = columns.some((each) => trustIn(each, 'question') > 0)
  const answer = best(others, (each) => {
    const trust = trustIn(each, 'answer')
    // Though none is seen to ask: by its name, or at length beside a likely title or one other column.
    const isAtLength = each.content.atLength >= MOST && (isOfTwo || (trust > 0 && hasTitle))
    return isSeen || trust > LIKELY || isAtLength ? answerScore(each, asking, isOnly) : 0
  })
  return { question: asking ?? (answer && titleOf(answer, others)), answer }
}

function best(columns: readonly Column[], scoreOf: (column: Column) => number): Column | undefined {
  const scored = columns.map((column) => ({ column, score: scoreOf(column) }))
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]?.column
}

/** How far its name makes it what is wanted. */
export const trustIn = ({ role, trust }: Column, wanted: Role) => (role === wanted ? trust : 0)

/** Called something else. */
const isOther = ({ role, trust }: Column, wanted: Role) =>
  role !== undefined && role !== wanted && trust > LIKELY

/** A sure name, then cells that ask, then a guessed name; one that is only likely must ask. */
function questionScore(column: Column): number {
  if (isOther(column, 'question')) return 0
  const score = trustIn(column, 'question') + (asksMostly(column) ? 40 : 0)
  return score > LIKELY ? score : 0
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
  const says = isCalled ? 0 : unlike + Math.min(1, chars / 200) + (atLength >= MOST ? 2 : 0)
  return trust + (isSame ? 5 : 0) + (isNext ? 0.5 : 0) + says
}

// Rule (off: true): a column whose name says nothing answers only if its cells are text, mostly there and unlike each other; else a category, a type or a code would. The only one beside the questions may be all yes and no.
function mayAnswer(column: Column, isOnly: boolean): boolean {
  const { text, unlike, filled, codes } = column.content
  if (isOnly) return codes < MOST
  return text >= MOST && unlike >= MOST && filled >= MOST && !asksMostly(column)
}

const TITLE_CHARS = 150

// Rule (off: undefined): where a column answers and none asks, the titles ask: the column likely called so, else the longest whose cells are short text and unlike, keywords last; subjects of help desks, issues and their solutions.
function titleOf(answer: Column, columns: readonly Column[]): Column | undefined {
  return best(columns, (column) => {
    const { text, unlike, filled, chars } = column.content
    const isKeywords = column.role === 'keywords'
    const isShort = chars <= TITLE_CHARS && (chars < answer.content.chars || answer.content.atLength < MOST)
    const mayAsk = isKeywords || (column.role !== 'answer' && !isOther(column, 'question') && isShort)
    if (column === answer || !mayAsk || text < MOST || unlike < 0.8 || filled < MOST) return 0
    return (trustIn(column, 'question') + (isKeywords ? 1 : 2)) * TITLE_CHARS + chars
  })
}

// Rule (off: undefined): what an instruction is about stands in a column of its own, called input.
export function aboutColumn(columns: readonly Column[], question: Column): Column | undefined {
  const isInstruction = question.name.toLowerCase() === 'instruction'
  return isInstruction ? columns.find(({ name }) => name.toLowerCase() === 'input') : undefined
}

/** Other ways to ask, with the answer of their row; and pairs in further languages or beside the first, with answers of their own. */
export function furtherColumns(columns: readonly Column[], question: Column, answer: Column): QaColumns[] {
  const isVariant = ({ trust, variant }: Column) => trust === LIKELY && variant !== ''
  // Beside title_en and text_en, title_de and text_de are a pair as well.
  const isOfVariants = isVariant(question) && isVariant(answer)
  const named = columns.filter((each) => each.trust === SURE || (isOfVariants && isVariant(each)))
  const answers = named.filter((each) => each !== answer && each.role === 'answer')
  const ownAnswer = ({ at, variant }: Column) =>
    answers.find((each) => variant && each.variant === variant) ??
    answers.find((each) => each.variant === '' && each.at === at + 1)
  const similar = named.filter(({ role }) => role === 'similar')
  const asking = named.filter((each) => each !== question && each !== answer && each.role === 'question')
  return [
    ...similar.map(({ at }) => ({ question: at, answer: answer.at })),
    ...asking.map((each) => ({ question: each.at, answer: (ownAnswer(each) ?? answer).at })),
  ]
}

// Rule (off: new Map()): columns named alike but for a letter from A on are the choices of a quiz and no answers; the answer may be given by its letter.
export function optionColumns(columns: readonly Column[]): ReadonlyMap<string, number> {
  const named = columns.flatMap(({ name, at }) => {
    const [, stem, letter] = /^(.{0,30}?)[\s_.-]?([a-h])[).]?$/.exec(name.toLowerCase()) ?? []
    return letter === undefined ? [] : [{ stem, letter, at }]
  })
  const byStem = Map.groupBy(named, ({ stem }) => stem).values()
  const options = byStem.map((alike) => new Map(alike.map(({ letter, at }) => [letter, at])))
  return options.find((each) => each.has('a') && each.has('b')) ?? new Map()
}
