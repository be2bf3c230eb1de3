/** The patterns by which users ask for a person offer no choice twice, and repeat nothing without end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { languages } from '../src/languages.ts'
import { normalise } from '../src/normalise.ts'

test('no choice of a phrase is there twice once accents are gone, and nothing repeats without end', () => {
  let count = 0
  for (const { code, asksForPerson } of languages) {
    const { not, asks, alone, refused, whyNot, aside, others, after } = asksForPerson
    const lists = [refused?.by, refused?.between, others?.people, others?.nouns, others?.do]
    for (const source of [...not, ...asks, alone, whyNot, aside, after, ...lists]) {
      if (!source) continue
      count++
      const pattern = new RegExpParser().parsePattern(normalise(source))
      const refuse = (what: string) => assert.fail(`${code}: ${what} in ${source}`)
      const lookAt = ({ alternatives }: { alternatives: readonly { raw: string }[] }) => {
        const twice = alternatives.find(({ raw }, i) => alternatives.findIndex((one) => one.raw === raw) < i)
        if (twice) refuse(`${twice.raw} is there twice`)
      }
      visitRegExpAST(pattern, {
        onPatternEnter: lookAt,
        onGroupEnter: lookAt,
        onQuantifierEnter: ({ max, raw }) => {
          if (max === Number.POSITIVE_INFINITY) refuse(`${raw} repeats without end`)
        },
      })
    }
  }
  assert.ok(count > 200, `only ${count} patterns were found`)
})
