/** Secrets that lie in the working folder get neither into the repository nor into the image. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../../../..')
const SECRETS = [
  '.env',
  '.env.production',
  'packages/service/.env',
  'data/tandem.db',
  'data/secret.key',
  'backup/tandem.db',
  'backup/admin-token',
  'packages/cli/data/secret.key',
]
const lines = (name: string) => readFileSync(join(ROOT, name), 'utf8').split('\n')

test('git ignores settings, data and backups', () => {
  for (const path of SECRETS) {
    const { status } = spawnSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd: ROOT })
    assert.equal(status, 0, path)
  }
})

test('what the image copies leaves them out', () => {
  const patterns = lines('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'))
  assert.ok(!patterns.some((pattern) => pattern.startsWith('!')), 'nothing is taken back')
  const isIgnored = (path: string) => {
    const parts = path.split('/')
    const parents = parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
    return patterns.some((pattern) => parents.some((parent) => matchesGlob(parent, pattern)))
  }
  for (const path of SECRETS) assert.ok(isIgnored(path), path)
  assert.ok(!isIgnored('packages/cli/bin/tandem.js'))
  const copied = lines('Dockerfile').filter((line) => line.startsWith('COPY '))
  assert.deepEqual(copied, [
    'COPY package.json package-lock.json tsconfig.json LICENSE ./',
    'COPY packages packages',
    'COPY docs/openapi.json docs/',
  ])
})
