/**
 * What users say and what it means, in each language: `sentences/<language>.tsv` has a line for each sentence, its meaning first.
 * A speaker of the language would agree with every line; the code need not have all of them right, only no fewer than before.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { askedIn, languageOfAsk } from '../src/asks-for-person.ts'
import { withoutDenied } from '../src/negation.ts'
import { saysNo, saysYes } from '../src/says-yes.ts'
import { readTalk } from '../src/small-talk.ts'

/** Percent of each table that was right when the table was written. */
const shareBefore: Readonly<Record<string, number>> = {
  ar: 100,
  de: 99,
  en: 100,
  es: 100,
  fr: 98.3,
  it: 96.4,
  ja: 100,
  ko: 100,
  nl: 99,
  pl: 99,
  pt: 99.4,
  ru: 99.1,
  tr: 99,
  zh: 100,
}
const MAY_LOSE = 2

const asks = (text: string) => askedIn(text, { phrases: [] }) !== undefined
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** By meaning: whether the code finds it. Kinds of small talk are their own meanings. */
const finds: Readonly<Record<string, (text: string, left: string) => boolean>> = {
  person: asks,
  mention: (text) => !asks(text),
  yes: saysYes,
  no: saysNo,
  neither: (text) => !saysYes(text) && !saysNo(text),
  denied: (text, left) => bare(withoutDenied(text)) === bare(left),
  kept: (text) => withoutDenied(text) === text,
  question: (text) => readTalk(text).smallTalk === undefined,
}

const FOLDER = join(import.meta.dirname, 'sentences')

for (const file of readdirSync(FOLDER)) {
  const language = file.slice(0, 2)
  const rows = readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

  test(`what is said in ${language} is understood as a speaker means it`, (t) => {
    const wrong = rows.filter(([meaning = '', text = '', left = '']) => {
      const isRight = finds[meaning]
      return isRight ? !isRight(text, left) : readTalk(text).smallTalk?.kind !== meaning
    })
    const share = (100 * (rows.length - wrong.length)) / rows.length
    t.diagnostic(`${language}: ${share.toFixed(1)} % of ${rows.length} sentences`)
    for (const row of wrong) t.diagnostic(row.join(' | '))
    assert.ok(share >= (shareBefore[language] ?? 100) - MAY_LOSE, wrong.join('\n'))
  })
  test(`a text that asks for a person in ${language} is not taken for another language`, () => {
    const wrong = rows.flatMap(([meaning, text = '']) => {
      const languages = askedIn(text, { phrases: [] })
      if (meaning !== 'person' || !languages) return []
      const found = languageOfAsk(text, languages, null, 'en') ?? 'en'
      return found === language ? [] : [`${found}: ${text}`]
    })
    assert.deepEqual(wrong, [])
  })
}

test('a clause that says what is wrong, or asks with a negation in it, is no denial and stays in the question', () => {
  for (const text of [
    'Meine Bestellung ist nicht angekommen, was kann ich tun?',
    'Nicht geliefert, was kann ich tun?',
    'Ich möchte wissen warum mein Paket nicht kommt, wann kommt es?',
    'Ik wil weten waarom mijn pakket niet komt, wanneer komt het?',
    '退货要不要运费，多久到账？',
    '退货需不需要运费，多久到账？',
  ])
    assert.equal(withoutDenied(text), text)
})

test('what is not meant or not wanted is left out, also without the “ne” that spoken French omits', () => {
  for (const [text, left] of [
    ['Ich meine nicht die Rechnung, ich meine den Lieferschein', 'ich meine den Lieferschein'],
    ['Je veux pas annuler ma commande, je veux la modifier', 'je veux la modifier'],
    ['不要退款，我要换货', '我要换货'],
  ] as const)
    assert.equal(withoutDenied(text), left)
})

test('“exactly” and “that is right” accept an offer as yes does, in every language that says it so', () => {
  for (const text of [
    'Stimmt',
    'Exacto',
    'C’est ça',
    'Exactement',
    'Esatto',
    'Isso mesmo',
    'Klopt',
    'Dokładnie',
    'Верно',
    'Doğru',
    '네, 맞아요',
    '没错',
  ])
    assert.ok(saysYes(text), text)
  for (const text of ['不', '不要']) assert.ok(saysNo(text), text)
})
