/**
 * What kind of thing a question asks for, told by its question word: an amount, a time, a place, a person, or one of the many
 * that English asks for by "how". Questions that ask for different kinds are different questions, though all else is the same.
 */
import { normalise } from './normalise.ts'

/** As they stand after `normalise`. Those with a `^` are question words only where a question begins. */
const written: Readonly<Record<string, readonly string[]>> = {
  time: [
    'how long / how soon / how much time / how many (?:working |business )?(?:days|hours|weeks|months) / what time / until when / ^when',
    'wie lange / wann / wie viele (?:werk)?(?:tage|stunden|wochen|monate)',
    'combien de (?:temps|jours|semaines|mois) / ^quand / a quelle heure',
    'cuanto (?:tiempo|tarda|dura|demora) / cuantos dias / ^cuando / a que hora',
    'quanto (?:tempo|demora|dura|leva) / quantos dias / ^quando / a que horas',
    'quanto ci (?:vuole|mette) / quanti giorni / a che ora',
    'hoe lang / wanneer / hoe laat / hoeveel (?:dagen|weken)',
    'jak dlugo / ^kiedy / ile (?:czasu|trwa|dni) / o ktorej',
    'как долго / сколько (?:времени|идет|длится|дней|ждать) / ^когда / во сколько',
    'ne zaman / kac gun / ne kadar sur\\p{L}* / saat kacta',
    '什么时候 / 多久 / 几点 / 何时 / 多长时间 / 几天 / いつ / どのくらい / どれくらい / 何時 / 何日',
    '언제 / 얼마나 걸 / 며칠 / 몇 시 / متي / كم يستغرق / كم من الوقت / كم يوم',
  ],
  amount: [
    'how much / how expensive / what (?:does|do|would|will|is|are) .{0,80}(?:cost|price|fee)s?',
    'was kosten / was koste / was kostet / wie viel / wieviel / wie teuer / combien / cuanto / quanto / hoeveel / wat kosten / wat kost',
    '^ile / ile kosztuje / сколько / ne kadar / kac para / 多少 / いくら / 얼마 / بكم / كم سعر / كم تكلفه / كم ثمن',
  ],
  place: [
    '^where / ^wo / ^wohin / ^woher / ^ou / ^donde / ^onde / ^aonde / ^dove / ^waar / ^gdzie / ^где / ^куда',
    'nerede / nereye / nereden / 哪里 / 哪儿 / 在哪 / 什么地方 / どこ / 어디 / ^اين',
  ],
  person: [
    '^who / ^whose / ^wer / ^wem / ^wen / ^qui / ^quien / ^quem / ^chi / ^kto / ^кто / ^kim / 谁 / 誰 / だれ / 누구',
  ],
}
/** "How far", "how fast": another word, another kind. */
const HOW = /\bhow (far|fast|old|big|large|heavy|tall|high|often|safe)\b/

/** Questions are stored as wishes too, "I want to cancel my order", which ask for none of these. */
const WISH =
  /^(?:i want|i would like|i'd like|ich mochte|ich will|je veux|je voudrais|quiero|quero|voglio|vorrei|ik wil|chce|я хочу|хочу|我想|我要)(?!\p{L}|知道|问)|したいです|したい|싶어|싶습니다/u

const BEGINS = String.raw`(?:^|[.!?:;,¿]\s{0,4}|(?<!\p{L})(?:and|und|et|y|e|en|i|и|know|tell me|wissen|savoir|saber|sapere)\s{1,4})`
const WORD_START = String.raw`(?<![\p{L}\p{M}])`
const WORD_END = String.raw`(?![\p{L}\p{M}])`
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u
const ASCII = /^[\x20-\x7e\s]*$/
const ASCII_WORDS = /[a-z]+/g

const kindsWritten = Object.entries(written).map(([kind, lists], i) => {
  const phrases = lists.flatMap((list) => list.split(' / '))
  return { kind, bit: 1 << i, phrases, pattern: patternOf(phrases) }
})
const ALL_KINDS = (1 << kindsWritten.length) - 1
/** By a word that some phrases cannot do without: the kinds of those. Most texts hold none, and no pattern is tried on them. */
const kindsByWord = new Map<string, number>()
for (const { bit, phrases } of kindsWritten) {
  for (const phrase of phrases) {
    const needed = neededWord(phrase)
    if (needed) kindsByWord.set(needed, (kindsByWord.get(needed) ?? 0) | bit)
  }
}

export function questionKinds(text: string): ReadonlySet<string> {
  let folded = normalise(text).trim()
  const kinds = new Set<string>()
  const how = HOW.exec(folded)?.[1]
  if (how !== undefined) kinds.add(how)
  const possible = possibleKinds(folded)
  if (possible === 0) return kinds
  for (const { kind, bit, pattern } of kindsWritten) {
    if ((possible & bit) === 0) continue
    // "How much" is a part of "how much time", and counts once.
    const left = folded.replace(pattern, ' ')
    if (left !== folded) kinds.add(kind)
    folded = left
  }
  return kinds
}

/** The kinds whose phrases may be in a text. Told of plain letters only, the other scripts are few. */
function possibleKinds(folded: string): number {
  if (!ASCII.test(folded)) return ALL_KINDS
  let possible = 0
  for (const word of folded.match(ASCII_WORDS) ?? []) possible |= kindsByWord.get(word) ?? 0
  return possible
}

/** The longest word that stands in a phrase as it is; phrases begin and end where words do. */
function neededWord(phrase: string): string | undefined {
  const words = phrase.replace('^', '').split(' ')
  return words.filter((word) => /^[a-z]+$/.test(word)).sort((a, b) => b.length - a.length)[0]
}

export const isWish = (text: string): boolean => WISH.test(normalise(text).trim())

function patternOf(phrases: readonly string[]): RegExp {
  const each = phrases.map((phrase) => {
    if (EAST_ASIAN.test(phrase)) return phrase
    return phrase.startsWith('^')
      ? `${BEGINS}${phrase.slice(1)}${WORD_END}`
      : `${WORD_START}${phrase}${WORD_END}`
  })
  return new RegExp(each.join('|'), 'gu')
}
