/** The check of regular expressions fails for those that froze the service once, however they are written. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { findingsIn } from '../../../../scripts/check-expressions.ts'
import { openVerdictCache } from '../../../../scripts/expressions/verdict-cache.ts'

/** The findings in a tree of these files, by file and in words. */
function findingsOf(files: Readonly<Record<string, string>>, entries: string[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tandem-expressions-'))
  try {
    for (const [name, source] of Object.entries(files)) {
      const path = join(root, 'packages/service/src', name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, source)
    }
    const listed = entries.map((name) => `packages/service/src/${name}`)
    const { findings } = findingsIn(root, openVerdictCache(join(root, 'verdicts.json')), listed)
    return findings.map(
      ({ path, line, text }) => `${path.replace('packages/service/src/', '')}:${line} ${text}`,
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const one = (source: string) => {
  const found = findingsOf({ 'one.ts': source })
  assert.equal(found.length, 1, found.join('\n') || 'nothing was found')
  return found[0] as string
}

const LIMITED =
  'export const limited = (pattern: RegExp, maxChars: number) => (maxChars ? pattern : pattern)\n'

describe('the check of regular expressions', () => {
  test('refuses one that takes exponential time', () => {
    assert.match(one('export const yes = /^(?:嗯+|好)+$/'), /^one\.ts:1 .* takes exponential time/)
    assert.match(
      one(
        String.raw`export const html = (text: string): boolean => /^\s*(?:<!--[\s\S]*?-->\s*)*<html/i.test(text)`,
      ),
      /takes exponential time/,
    )
  })

  test('refuses one that takes more and more time for each character, unless its text is limited', () => {
    const email = String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`
    assert.match(one(`export const email = ${email}`), /is too slow: \d+ ms for \d+ characters/)
    assert.deepEqual(findingsOf({ 'one.ts': `${LIMITED}export const email = limited(${email}, 254)` }), [])
    assert.match(one(`${LIMITED}export const email = limited(${email}, 100_000)`), /is too slow/)
    const unreadable = findingsOf({
      'one.ts': `${LIMITED}const most = () => 9\nexport const email = limited(${email}, most())`,
    })
    assert.match(unreadable.join('\n'), /the limit must be a number/)
  })

  test('refuses one that is built of words, two of which are one', () => {
    const source = [
      "const words = ['пожалуиста', 'пожалуйста', 'лучше'].map((word) => word.replaceAll('й', 'и'))",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a module
      "export const alone = new RegExp(`^(?:(?:${words.join('|')}),? )*(?:оператор|человек)$`)",
    ].join('\n')
    assert.match(one(source), /^one\.ts:2 .* takes exponential time/)
  })

  test('refuses one that is built where the check cannot see it', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a module
    const late = 'export const has = (text: string, name: string) => new RegExp(`(${name}+)+$`).test(text)'
    const found = findingsOf({ 'one.ts': late })
    assert.equal(found.length, 2, found.join('\n'))
    assert.match(found.join('\n'), /builds an expression when it is called/)
    assert.match(found.join('\n'), /builds no expression when the module loads/)
    assert.match(one("const Other = RegExp\nexport const built = new Other('(a+)+$')"), /another name/)
    assert.match(one("export const has = (text: string) => text.match('(a+)+$')"), /a string becomes/)
  })

  test('asks nothing of modules that only the reading of files loads, and of all others', () => {
    const slow = 'export const slow = /^(?:a+)+$/'
    const files = { 'entry.ts': "import './read.ts'", 'read.ts': slow, 'main.ts': 'export const main = 1' }
    assert.deepEqual(findingsOf(files, ['entry.ts']), [])
    const shared = { ...files, 'main.ts': "import './read.ts'" }
    assert.equal(findingsOf(shared, ['entry.ts']).length, 1)
    const loaded = { ...files, 'main.ts': "export const load = () => import('./read.ts')" }
    assert.equal(findingsOf(loaded, ['entry.ts']).length, 1)
    assert.throws(() => findingsOf(files, ['gone.ts']), /gone\.ts is listed as a sandbox entry/)
  })
})
