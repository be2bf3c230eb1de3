/** What the image installs is enough to build the console: the tools are there, with their programs for its platforms. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

test('the install line of the image leaves out nothing that the build imports', () => {
  const [line = ''] = /npm (?:install|ci)[^\n]*/.exec(read('Dockerfile')) ?? []
  assert.match(line, /--omit=dev/)
  // The programs of the tools, one for each platform, are optional packages.
  assert.doesNotMatch(line, /--omit=optional|--ignore-scripts/)
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const imported = [...read('packages/console/build.js').matchAll(/import\('([^']+)'\)/g)].map(
    ([, name]) => name,
  )
  assert.ok(imported.length >= 3, 'the build imports its tools by name')
  const programs = ['x64', 'arm64'].flatMap((cpu) => [
    `@rolldown/binding-linux-${cpu}-gnu`,
    `@tailwindcss/oxide-linux-${cpu}-gnu`,
    `lightningcss-linux-${cpu}-gnu`,
  ])
  for (const name of [...imported, ...programs, 'react', 'react-dom', 'tailwindcss']) {
    const found = packages[`node_modules/${name}`]
    assert.ok(found, `${name} is in the lock file`)
    assert.notEqual(found.dev, true, `${name} is no development dependency`)
  }
})

test('the image has the settings of TypeScript that the builds of the pages extend', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  for (const name of ['console', 'widget']) {
    const folder = join('packages', name)
    const { extends: base } = JSON.parse(read(join(folder, 'tsconfig.json'))) as { extends: string }
    assert.ok(copied.includes(join(folder, base)), `${base} of ${folder}`)
  }
})
