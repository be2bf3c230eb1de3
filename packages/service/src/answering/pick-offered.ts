/**
 * Which of the questions offered last the user means: by number (“2”, “the second one”, “第二个”), by repeating it, or by a
 * plain yes when only one was offered. Nothing is guessed: anything else is a new question.
 */
import type { MessageRow } from '../conversations/store.ts'
import { normalise } from '../knowledge/search/normalise.ts'
import type { OfferedPair, TurnDetail } from './turn.ts'

/** Nobody picks by a longer text than this, except by repeating a question. */
const MOST_CHARS = 40

/** What the words before and after a number may be. */
const AROUND = words(
  'the number no nr option choice question one please answer that it is i mean take of them ' +
    'die das der den nummer option frage bitte ich meine ' +
    'la el lo numero opcion pregunta por favor ' +
    'le numero option question sil vous plait ' +
    'a o numero opcao pergunta por favor ' +
    'il la domanda opzione per favore ' +
    'de het optie vraag номер вариант вопрос',
)
const ORDINALS: readonly ReadonlySet<string>[] = [
  words(
    '1 1st one first #1 uno eins erste ersten erster erstes primero primera premier premiere primeiro primeira primo eerste первый первая первое первую один 一 １',
  ),
  words(
    '2 2nd two second #2 deux dos due dois duas zwei zweite zweiten zweiter zweites segundo segunda deuxieme second seconde secondo seconda tweede второй вторая второе вторую два 二 两 ２',
  ),
  words(
    '3 3rd three third #3 trois tres tre drei dritte dritten dritter drittes tercero tercera troisieme terceiro terceira terzo terza derde третий третья третье третью три 三 ３',
  ),
]
const LAST = words(
  'last letzte letzten letzter letztes ultimo ultima dernier derniere laatste последний последняя последнее 最后',
)
const YES = words(
  'yes yep yeah y exactly ja genau si oui sim да 是 是的 对 对的 はい そうです 네 예 evet tak correct right',
)
/** 第二个, 2番目, 두 번째 and the like. */
const EAST_ASIAN: readonly RegExp[] = [
  /^(?:第)?(?:一|1|１)(?:个|個|条|項|项|番|番目|つ目|번|번째)?(?:的|问题|の質問|です)?$|^첫\s?번째(?:요|것)?$|^最初(?:の|のもの|です)?$/u,
  /^(?:第)?(?:二|两|2|２)(?:个|個|条|項|项|番|番目|つ目|번|번째)?(?:的|问题|の質問|です)?$|^두\s?번째(?:요|것)?$/u,
  /^(?:第)?(?:三|3|３)(?:个|個|条|項|项|番|番目|つ目|번|번째)?(?:的|问题|の質問|です)?$|^세\s?번째(?:요|것)?$/u,
]

/** The questions the last words of the agent offered; none once somebody has said something else. */
export function offeredLast(history: readonly MessageRow[]): readonly OfferedPair[] {
  const last = history.at(-1)
  if (last?.role !== 'assistant' || !last.detail?.includes('"offered"')) return []
  return (JSON.parse(last.detail) as Partial<TurnDetail>).offered ?? []
}

export function pickOffered(text: string, offered: readonly OfferedPair[]): OfferedPair | undefined {
  if (offered.length === 0) return undefined
  const said = bare(text)
  const repeated = offered.find(({ question }) => bare(question) === said)
  if (repeated) return repeated
  if (said === '' || text.length > MOST_CHARS) return undefined
  if (offered.length === 1 && YES.has(said)) return offered[0]
  const eastAsian = EAST_ASIAN.findIndex((pattern) => pattern.test(said))
  if (eastAsian >= 0) return offered[eastAsian]
  const place = placeOf(said.split(' '))
  return place === undefined ? undefined : offered.at(place)
}

/** The one place a text names; -1 for the last; undefined when there is none, or more in the text than that. */
function placeOf(said: readonly string[]): number | undefined {
  const meant = new Set<number>()
  for (const word of said) {
    // “The first one”: here “one” counts nothing.
    if (said.length > 1 && word === 'one') continue
    const place = LAST.has(word) ? -1 : ORDINALS.findIndex((names) => names.has(word))
    if (LAST.has(word) || place >= 0) meant.add(place)
    else if (!AROUND.has(word)) return undefined
  }
  return meant.size === 1 ? [...meant][0] : undefined
}

function bare(text: string): string {
  return normalise(text)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
