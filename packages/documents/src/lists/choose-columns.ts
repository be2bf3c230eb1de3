/** Chooses the question and answer columns of a table by their names and contents, and the columns that belong to them. */
import { LIKELY, type QaColumns, type Role, SURE } from './column-names.ts'
import { type Column, MOST } from './columns.ts'

/** Answer columns are compared by mean length in lines of this size; at the same length, the column right of the question wins. */
const LINE_CHARS = 60

/** Each column is undefined if none was found. */
export function chooseColumns(all: readonly Column[]) {
  const choices = new Set(optionColumns(all).values())
  const columns = all.filter(({ at }) => !choices.has(at))
  const mayAsk = columns.filter((each) => questionTrust(each) > LIKELY)
  const asking = best(mayAsk, (each) => [questionTrust(each)])
  const others = columns.filter((each) => each !== asking)
  // The table has no more text columns than a list needs.
  const isOfTwo = columns.filter(isFilledText).length <= 2
  // A question column that is known only by its name is not evidence that another column answers.
  const isSeen = asking !== undefined && (asksMostly(asking) || isOfTwo)
  const isOnly = asking !== undefined && others.length === 1
  const hasTitle = columns.some((each) => trustIn(each, 'question') > 0)
  const answering = others.filter((each) => {
    const trust = trustIn(each, 'answer')
    if (trust > LIKELY) return true
    // Without evidence of questions: long text beside at most one other text column, or with likely names for both columns.
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

/** The column with the highest rank. Ranks are compared in order, and the first difference decides. */
function best(columns: readonly Column[], ranksOf: (column: Column) => (number | boolean)[]) {
  const ranked = columns.map((column) => ({ column, ranks: ranksOf(column).map(Number) }))
  return ranked.toSorted((a, b) => {
    const at = a.ranks.findIndex((rank, i) => rank !== b.ranks[i])
    return at < 0 ? 0 : b.ranks[at]! - a.ranks[at]!
  })[0]?.column
}

/** Trust in the name of a column for the wanted role; 0 if the name means something else. */
export const trustIn = ({ role, trust }: Column, wanted: Role) => (role === wanted ? trust : 0)

/** Whether the name clearly gives the column another role. */
const isOther = ({ role, trust }: Column, wanted: Role) =>
  role !== undefined && role !== wanted && trust > LIKELY

/** In descending order: a sure name, cells that ask, a guessed name. A likely name counts only if the cells ask. */
function questionTrust(column: Column): number {
  return isOther(column, 'question') ? 0 : trustIn(column, 'question') + (asksMostly(column) ? 40 : 0)
}

// Rule (off: false): the column whose cells ask has the questions, whatever its name and position; lists in columns four and five, names in any language.
function asksMostly({ content }: Column): boolean {
  return content.asks >= MOST && content.text >= MOST
}

const isFilledText = ({ content }: Column) => content.text >= MOST && content.filled >= MOST

const isAtLength = ({ content }: Column) => content.atLength >= MOST

// Rule (off: true): a column with an unknown name answers only if its cells are text, mostly filled and distinct, unlike a category, type or code; the only column beside the questions may contain yes and no.
function mayAnswer(column: Column, isOnly: boolean): boolean {
  if (isOnly) return column.content.codes < MOST
  return isFilledText(column) && column.content.unlike >= MOST && !asksMostly(column)
}

const TITLE_CHARS = 150

// Rule (off: undefined): if a column answers and none asks, titles ask: the column with a likely name, else the longest of short, distinct texts, keywords last; help desk subjects, issues with solutions.
function titleOf(answer: Column, columns: readonly Column[]): Column | undefined {
  const mayAsk = columns.filter((each) => {
    const { unlike, chars } = each.content
    const isShort = chars <= TITLE_CHARS && (chars < answer.content.chars || !isAtLength(answer))
    const isTitle = each.role !== 'answer' && !isOther(each, 'question') && isShort
    return each !== answer && (each.role === 'keywords' || isTitle) && isFilledText(each) && unlike >= 0.8
  })
  return best(mayAsk, (each) => [trustIn(each, 'question'), each.role !== 'keywords', each.content.chars])
}

/** Columns of alternative questions, which share the answer, and of pairs in other languages or beside the first, with their own answers. */
export function furtherColumns(columns: readonly Column[], question: Column, answer: Column): QaColumns[] {
  // A likely name is enough for variants: beside q_en and a_en, q_fr and a_fr are also a pair.
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

// Rule (off: new Map()): columns whose names differ only in a letter from A on are the options of a quiz, not answers; the answer may be a letter.
export function optionColumns(columns: readonly Column[]): ReadonlyMap<string, number> {
  const named = columns.flatMap(({ name, at }) => {
    const [, stem, letter] = /^(.{0,30}?)[\s_.-]?([a-h])[).]?$/.exec(name.toLowerCase()) ?? []
    return letter === undefined ? [] : [{ stem, letter, at }]
  })
  const byStem = Map.groupBy(named, ({ stem }) => stem).values()
  const options = byStem.map((alike) => new Map(alike.map(({ letter, at }) => [letter, at])))
  return options.find((each) => each.has('a') && each.has('b')) ?? new Map()
}
