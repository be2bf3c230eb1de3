/**
 * Which of the questions offered last the user means: by number (“2”, “1 and 3”, “the second one”, “第二个”), by repeating one,
 * or by a plain yes when only one was offered. Nothing is guessed: anything else is a new question. A yes to several, and a no,
 * are replies to the offer as well.
 */

import { normalise } from '@tandem/languages/normalise'
import { aroundWords, ofTheseWords, saysNo } from '@tandem/languages/says-no'
import type { MessageRow } from '../../conversations/store.ts'
import { type OfferedPair, turnDetail } from '../turn.ts'

/** Nobody picks by a longer text than this, except by repeating a question. */
const MOST_CHARS = 40

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
const FIRST = words(
  'first ersten erste primeros primeras primeiros primeiras premiers premieres primi prime eerste первые',
)
const LAST = words(
  'last letzte letzten letzter letztes ultimo ultima dernier derniere laatste последний последняя последнее 最后',
)
const AND = words('and und et y e en i и ve & plus')
const ALL = words(
  'all alle alles todos todas tous toutes tutti tutte allemaal все hepsi wszystkie 全部 都要 全部です 모두',
)
const BOTH = words(
  'both beide beides ambos ambas entrambi entrambe beiden оба обе oba obie ikisi 两个 两个都 両方 両方です 둘다',
)
const TWO_OF_THEM = new Set([
  'les deux',
  'los dos',
  'las dos',
  'os dois',
  'as duas',
  'tutti e due',
  'tutte e due',
])
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
export const offeredLast = (history: readonly MessageRow[]): readonly OfferedPair[] =>
  turnDetail(history.at(-1))?.offered ?? []

/** In their order; none when the text picks nothing. */
export function pickOffered(text: string, offered: readonly OfferedPair[]): readonly OfferedPair[] {
  if (offered.length === 0) return []
  const said = bare(text)
  const repeated = offered.find(({ question }) => bare(question) === said)
  if (repeated) return [repeated]
  if (said === '' || text.length > MOST_CHARS) return []
  if (offered.length === 1 && YES.has(said)) return offered
  const eastAsian = EAST_ASIAN.findIndex((pattern) => pattern.test(said))
  if (eastAsian >= 0) return offered.slice(eastAsian, eastAsian + 1)
  if (offered.length === 2 && (BOTH.has(said) || TWO_OF_THEM.has(said))) return offered
  return placesOf(said.split(' '), offered.length).map((place) => offered[place] as OfferedPair)
}

/** A reply to the offer that picks none of it: yes to several leaves open `which`, no means `none`. */
export function replyToOffer(text: string, offered: readonly OfferedPair[]): 'which' | 'none' | undefined {
  if (offered.length === 0 || text.length > MOST_CHARS) return undefined
  const said = bare(text)
  if (said === '') return undefined
  if (YES.has(said) || BOTH.has(said) || TWO_OF_THEM.has(said)) return 'which'
  return saysNo(text) ? 'none' : undefined
}

/** The places a text names, of so many; none when there is more in the text than that. */
function placesOf(said: readonly string[], count: number): readonly number[] {
  const meant: number[] = []
  let [isFirst, isLast, isAll, isList] = [false, false, false, false]
  for (const word of said) {
    // “The first one”: here “one” counts nothing.
    if (said.length > 1 && word === 'one') continue
    const place = ORDINALS.findIndex((names) => names.has(word))
    isFirst ||= FIRST.has(word)
    if (ALL.has(word)) isAll = true
    else if (LAST.has(word)) isLast = true
    else if (place >= 0) meant.push(place)
    else if (AND.has(word)) isList = true
    else if (!aroundWords.has(word) && !ofTheseWords.has(word)) return []
  }
  const all = Array.from({ length: count }, (_, place) => place)
  const most = Math.max(...meant)
  if (isAll) return all
  if (isLast)
    return all
      .slice(isList || meant.length === 0 ? -1 : -(most + 1))
      .concat(isList ? meant : [])
      .sort()
  if (isFirst && meant.length > 1 && !isList) return all.slice(0, most + 1)
  return [...new Set(meant)].filter((place) => place < count).sort()
}

function bare(text: string): string {
  return normalise(text)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
