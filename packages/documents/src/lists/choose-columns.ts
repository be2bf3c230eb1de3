/** Which column asks and which answers, by their names and by what their cells hold; and which go with them. */
import { LIKELY, type QaColumns, type Role, SURE } from './column-names.ts'
import { type Column, MOST } from './columns.ts'

/** A column that fills more lines than another says more; within a line the one beside the question answers. */
const LINE_CHARS = 60

/** Each undefined where none was found. */
export function chooseColumns(all: readonly Column[]) {
  const choices = new Set(optionColumns(all).values())
  const columns = all.filter(({ at }) => !choices.has(at))
  const mayAsk = columns.filter((each) => questionTrust(each) > LIKELY)
  const asking = best(mayAsk, (each) => [questionTrust(each)])
  const others = columns.filter((each) => each !== asking)
  // No more columns of text than a list needs.
  const isOfTwo = columns.filter(isFilledText).length <= 2
  // A name alone does not show that another column answers.
  const isSeen = asking !== undefined && (asksMostly(asking) || isOfTwo)
  const isOnly = asking !== undefined && others.length === 1
  const hasTitle = columns.some((each) => trustIn(each, 'question') > 0)
  const answering = others.filter((each) => {
    const trust = trustIn(each, 'answer')
    if (trust > LIKELY) return true
    // Though none is seen to ask: at length beside a likely title or one other column.
    const isShown = isSeen || (isAtLength(each) && (isOfTwo || (trust > 0 && hasTitle)))
    return isShown && !isOther(each, 'answer') && mayAnswer(each, isOnly)
  })
  const answer = best(answering, (each) => {
    const isSame = each.role === 'answer' && each.variant === asking?.variant
    const trust = trustIn(each, 'answer')
    const lines = trust > LIKELY ? 0 : Math.floor(each.content.chars / LINE_CHARS)
    return [trust, isSame, lines, each.at - 1 === asking?.at]
  })
  return { question: asking ?? (answer && titleOf(answer, others)), answer }
}

/** The column that ranks highest; of several ranks the first in which columns differ decides. */
function best(columns: readonly Column[], ranksOf: (column: Column) => (number | boolean)[]) {
  const ranked = columns.map((column) => ({ column, ranks: ranksOf(column).map(Number) }))
  return ranked.toSorted((a, b) => {
    const at = a.ranks.findIndex((rank, i) => rank !== b.ranks[i])
    return at < 0 ? 0 : b.ranks[at]! - a.ranks[at]!
  })[0]?.column
}

/** How far its name makes it what is wanted. */
export const trustIn = ({ role, trust }: Column, wanted: Role) => (role === wanted ? trust : 0)

/** Called something else. */
const isOther = ({ role, trust }: Column, wanted: Role) =>
  role !== undefined && role !== wanted && trust > LIKELY

/** A sure name, then cells that ask, then a guessed name; one that is only likely must ask. */
function questionTrust(column: Column): number {
  return isOther(column, 'question') ? 0 : trustIn(column, 'question') + (asksMostly(column) ? 40 : 0)
}

// Rule (off: false): the column whose cells ask has the questions, whatever its name and place; lists in the fourth and fifth column, names in any language.
function asksMostly({ content }: Column): boolean {
  return content.asks >= MOST && content.text >= MOST
}

const isFilledText = ({ content }: Column) => content.text >= MOST && content.filled >= MOST

const isAtLength = ({ content }: Column) => content.atLength >= MOST

// Rule (off: true): a column whose name says nothing answers only if its cells are text, mostly there and unlike each other; else a category, a type or a code would. The only one beside the questions may be all yes and no.
function mayAnswer(column: Column, isOnly: boolean): boolean {
  if (isOnly) return column.content.codes < MOST
  return isFilledText(column) && column.content.unlike >= MOST && !asksMostly(column)
}

const TITLE_CHARS = 150

// Rule (off: undefined): where a column answers and none asks, the titles ask: the column likely called so, else the longest whose cells are short text and unlike, keywords last; subjects of help desks, issues and their solutions.
function titleOf(answer: Column, columns: readonly Column[]): Column | undefined {
  const mayAsk = columns.filter((each) => {
    const { unlike, chars } = each.content
    const isShort = chars <= TITLE_CHARS && (chars < answer.content.chars || !isAtLength(answer))
    const isTitle = each.role !== 'answer' && !isOther(each, 'question') && isShort
    return each !== answer && (each.role === 'keywords' || isTitle) && isFilledText(each) && unlike >= 0.8
  })
  return best(mayAsk, (each) => [trustIn(each, 'question'), each.role !== 'keywords', each.content.chars])
}

/** Other ways to ask, with the answer of their row; and pairs in further languages or beside the first, with answers of their own. */
export function furtherColumns(columns: readonly Column[], question: Column, answer: Column): QaColumns[] {
  // Beside q_en and a_en, q_fr and a_fr are a pair as well.
  const isVariant = ({ trust, variant }: Column) => variant !== '' && trust === LIKELY
  const least = isVariant(question) && isVariant(answer) ? LIKELY : SURE
  const named = columns.filter((each) => each.trust >= least && each !== question && each !== answer)
  const answers = named.filter(({ role }) => role === 'answer')
  const ownAnswer = ({ at, variant }: Column) =>
    answers.find((each) => variant && each.variant === variant) ??
    answers.find((each) => each.variant === '' && each.at === at + 1)
  const asking = named.filter(({ role }) => role === 'question' || role === 'similar')
  return asking.map((each) => ({ question: each.at, answer: (ownAnswer(each) ?? answer).at }))
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
