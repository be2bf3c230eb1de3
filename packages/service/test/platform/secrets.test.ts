/** The secret box and the files that hold made secrets. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import fs, { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import {
  createSecretBox,
  keptSecret,
  parseKeys,
  readKeptSecret,
  replaceKeptSecret,
  sameSecret,
} from '../../src/platform/secrets.ts'

const key = () => randomBytes(32)
const LINUX = { skip: process.platform !== 'linux' && 'only Linux names the file of a descriptor' }

test('a secret opens to what was sealed, whatever it is', () => {
  const box = createSecretBox([key()])
  for (const plain of ['', 'hush', '😀\0\n', 'x'.repeat(100_000)]) {
    assert.equal(box.open(box.seal(plain, 'a'), 'a'), plain)
  }
})

test('the same secret is sealed differently each time, and shows nothing of itself', () => {
  const box = createSecretBox([key()])
  const sealed = Array.from({ length: 50 }, () => box.seal('open sesame', 'a'))
  assert.equal(new Set(sealed).size, 50)
  for (const each of sealed) {
    assert.match(each, /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
    assert.ok(!Buffer.from(each.split('.')[3] ?? '', 'base64url').includes('sesame'))
  }
})

test('a sealed secret opens only in its own place, and only unchanged', () => {
  const box = createSecretBox([key()])
  const sealed = box.seal('hush', 'message_webhook:1')
  assert.throws(() => box.open(sealed, 'message_webhook:2'))
  const [version, id, nonce, data = ''] = sealed.split('.')
  const changed = Buffer.from(data, 'base64url')
  for (let i = 0; i < changed.length; i++) {
    const bytes = Buffer.from(changed)
    bytes[i] = (bytes[i] ?? 0) ^ 1
    assert.throws(() =>
      box.open([version, id, nonce, bytes.toString('base64url')].join('.'), 'message_webhook:1'),
    )
  }
  assert.throws(() => box.open('', 'message_webhook:1'))
  assert.throws(() => box.open([version, id, nonce, ''].join('.'), 'message_webhook:1'))
})

test('a ring opens what any of its keys has sealed, and seals with the first', () => {
  const [old, fresh] = [key(), key()]
  const sealed = createSecretBox([old]).seal('hush', 'a')
  const ring = createSecretBox([fresh, old])
  assert.equal(ring.open(sealed, 'a'), 'hush')
  const again = ring.seal('hush', 'a')
  assert.equal(createSecretBox([fresh]).open(again, 'a'), 'hush')
  assert.throws(() => createSecretBox([old]).open(again, 'a'), /encrypted with key [0-9a-f]{8}.*Add that key/)
})

test('keys are 32 bytes in base64, several with commas; anything else is refused without being shown', () => {
  const [one, two] = [key(), key()]
  const text = ` ${one.toString('base64')} , ${two.toString('base64')},`
  assert.deepEqual(parseKeys(text, 'X'), [one, two])
  for (const bad of ['hush', randomBytes(31).toString('base64'), randomBytes(64).toString('base64')]) {
    assert.throws(
      () => parseKeys(bad, 'X'),
      (error: Error) =>
        /^X: found a key of \d+ bytes, needed 32 bytes in base64\. Make one with: openssl/.test(
          error.message,
        ) && !error.message.includes(bad),
    )
  }
  assert.throws(() => createSecretBox(parseKeys('', 'X')), /needed at least one key/)
})

test('a kept secret is made once, for its owner alone, and replaced in one step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  try {
    const inside = join(folder, 'new', 'data')
    assert.deepEqual(
      keptSecret(inside, 'token', () => 'first'),
      { value: 'first', made: true },
    )
    assert.deepEqual(
      keptSecret(inside, 'token', () => 'second'),
      { value: 'first', made: false },
    )
    replaceKeptSecret(inside, 'token', 'third')
    assert.equal(readKeptSecret(inside, 'token'), 'third')
    assert.equal(statSync(join(inside, 'token')).mode & 0o777, 0o600)
    assert.equal(statSync(inside).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(inside), ['token'])
    assert.equal(readKeptSecret(inside, 'none'), undefined)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test(
  'a made or replaced secret is on disk, and then its name, before anybody goes on with it',
  LINUX,
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-secrets-'))
    const steps: string[] = []
    const nameOf = (file: number) => basename(readlinkSync(`/proc/self/fd/${file}`)).replace(/\.\d+/, '')
    const { fsyncSync, linkSync, renameSync } = fs
    t.mock.method(fs, 'fsyncSync', (file: number) => {
      fsyncSync(file)
      steps.push(`sync ${nameOf(file)}`)
    })
    t.mock.method(fs, 'linkSync', (...paths: Parameters<typeof linkSync>) => {
      linkSync(...paths)
      steps.push('link')
    })
    t.mock.method(fs, 'renameSync', (...paths: Parameters<typeof renameSync>) => {
      renameSync(...paths)
      steps.push('rename')
    })
    syncBuiltinESMExports()
    try {
      keptSecret(folder, 'secret.key', () => 'made')
      replaceKeptSecret(folder, 'secret.key', 'replaced')
    } finally {
      t.mock.restoreAll()
      syncBuiltinESMExports()
      rmSync(folder, { recursive: true })
    }
    const made = ['sync secret.key', 'link', `sync ${basename(folder)}`]
    assert.deepEqual(steps, [...made, 'sync secret.key.new', 'rename', `sync ${basename(folder)}`])
  },
)

test('two secrets are the same only when they are equal', () => {
  assert.ok(sameSecret('hush', 'hush'))
  for (const other of ['hus', 'hush ', 'Hush', '']) assert.ok(!sameSecret('hush', other))
})

test('a box that can read its keys again goes on after another process has rotated them', () => {
  const [old, fresh] = [key(), key()]
  let kept = [old]
  const box = createSecretBox(kept, () => kept)
  const before = box.seal('hush', 'a')
  kept = [fresh]
  const rotated = createSecretBox([fresh])
  // Sealed anew by the other process, and not yet: both open.
  assert.equal(box.open(rotated.seal('hush', 'a'), 'a'), 'hush')
  assert.equal(box.open(before, 'a'), 'hush')
  // What is sealed from now on opens with the new key alone, though nothing told the box.
  const quiet = createSecretBox([old], () => kept)
  assert.equal(rotated.open(quiet.seal('hush', 'a'), 'a'), 'hush')
})
