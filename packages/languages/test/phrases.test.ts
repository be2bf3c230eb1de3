/** The patterns by which users ask for a person offer no choice twice, and repeat nothing without end. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import type { AskPatterns } from '../src/phrases/ask-patterns.ts'

const FOLDER = join(import.meta.dirname, '../src/phrases')

/** As the words of users are: without accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

async function sourcesOf(file: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(join(FOLDER, file))
  return Object.values(exported).flatMap((value) => {
    if (typeof value !== 'object' || value === null || !('cues' in value)) return []
    const { not, asks, alone, before, others, own = '', after } = value as AskPatterns
    return [...not, ...asks, ...alone, ...before, ...others, own, ...after]
  })
}

test('no choice of a phrase is there twice once accents are gone, and nothing repeats without end', async () => {
  let count = 0
  for (const file of globSync('*.ts', { cwd: FOLDER })) {
    for (const source of await sourcesOf(file)) {
      count++
      const pattern = new RegExpParser().parsePattern(folded(source))
      const refuse = (what: string) => assert.fail(`${file}: ${what} in ${source}`)
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
