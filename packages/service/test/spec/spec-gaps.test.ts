/** docs/spec-gaps.md and the tests of this folder name each other: no row without its test, no test without its row. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const HERE = import.meta.dirname
const PAGE = join(HERE, '../../../../docs/spec-gaps.md')
const OWN = 'spec-gaps.test.ts'

/** Tests of this folder are named by plain strings, so that they can be found without running them. */
function testsOfFolder(): string[] {
  const files = readdirSync(HERE).filter((name) => name.endsWith('.test.ts') && name !== OWN)
  return files.flatMap((file) => {
    const source = readFileSync(join(HERE, file), 'utf8')
    const names = [...source.matchAll(/^ {2}test\(\s*(?:'([^'\n]+)'|"([^"\n]+)")/gm)]
    const calls = source.match(/\btest\(/g) ?? []
    assert.equal(names.length, calls.length, `${file} names a test otherwise than by a plain string`)
    return names.map((name) => `${file}: ${name[1] ?? name[2]}`)
  })
}

const page = readFileSync(PAGE, 'utf8')
const testsOfPage = [...page.matchAll(/"([^"|]+)" \(`([\w./-]+)`\) \|$/gm)].map(([, name, file]) => ({
  name: name as string,
  file: file as string,
}))
/** Rows of what has a folder of its own name the tests there. */
const isElsewhere = ({ file }: { file: string }) => file.includes('/')

test('every test named in docs/spec-gaps.md exists, and every test of this folder is named there, once', () => {
  const here = testsOfPage.filter((one) => !isElsewhere(one)).map(({ file, name }) => `${file}: ${name}`)
  assert.deepEqual(here.sort(), testsOfFolder().sort())
  for (const { file, name } of testsOfPage.filter(isElsewhere)) {
    const source = readFileSync(join(HERE, '..', file), 'utf8')
    assert.ok(source.includes(`test('${name}'`), `${file} has no test named "${name}"`)
  }
})

test('every row of docs/spec-gaps.md has its test', () => {
  const rows = page.split('\n').filter((line) => /^\| /.test(line) && !/\| test \|$/.test(line))
  assert.ok(rows.length > 60)
  for (const row of rows) assert.match(row, /\| "[^"|]+" \(`[\w./-]+`\) \|$/)
})
