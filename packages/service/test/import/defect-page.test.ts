/** docs/parser-defects.md and the tests it names: none without its test, and every test made for it is on the page. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const TESTS = join(import.meta.dirname, '..')
const page = readFileSync(join(TESTS, '../../../docs/parser-defects.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| /.test(line) && !/^\| what goes wrong elsewhere \|/.test(line))
const named = rows.map((row) => {
  const found = /\| "([^"|]+)" \(`([\w./-]+)`\) \|$/.exec(row)
  assert.ok(found, `a row names no test: ${row}`)
  return { name: found[1] as string, file: found[2] as string }
})
const sourceOf = (file: string) => readFileSync(join(TESTS, file), 'utf8')
const namesIn = (source: string) =>
  [...source.matchAll(/\b(?:test|it)\(\s*(?:'([^'\n]+)'|"([^"\n]+)")/g)].map((match) => match[1] ?? match[2])

test('every test named in docs/parser-defects.md exists', () => {
  assert.ok(rows.length > 50)
  for (const { name, file } of named) {
    assert.ok(namesIn(sourceOf(file)).includes(name), `${file} has no test named "${name}"`)
  }
})

test('every test of the defects is on the page, and every fixture is read by one', () => {
  const source = sourceOf('import/parser-defects.test.ts')
  for (const name of namesIn(source))
    assert.ok(
      named.some((row) => row.name === name),
      `the page lacks "${name}"`,
    )
  for (const file of readdirSync(join(TESTS, 'fixtures/defects')))
    assert.ok(source.includes(`'${file}'`), `no test reads ${file}`)
})
