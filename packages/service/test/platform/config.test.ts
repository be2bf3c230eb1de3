/** Configuration: every kind of bad value is refused before anything starts, with what was found, what is needed, what to do. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, configSummary, type Environment, readConfig } from '../../src/platform/config.ts'
import type { Key } from '../../src/platform/config-key.ts'
import { configKeys } from '../../src/platform/config-keys.ts'

function problemsOf(env: Environment, mode: 'dev' | 'serve' = 'serve'): readonly string[] {
  try {
    readConfig(mode, env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('nothing has to be set', () => {
  const serve = readConfig('serve', {})
  assert.deepEqual(
    [serve.port, serve.host, serve.dataFolder, serve.databaseUrl, serve.logLevel],
    [7070, '0.0.0.0', './data', undefined, 'info'],
  )
  const dev = readConfig('dev', {})
  assert.deepEqual([dev.host, dev.egressAllow, serve.egressAllow], ['127.0.0.1', 'private', undefined])
})

test('an empty variable is the same as none, and white space around a value does not count', () => {
  assert.equal(readConfig('serve', { PORT: '', HOST: '  ' }).port, 7070)
  assert.equal(readConfig('serve', { PORT: ' 8080\n' }).port, 8080)
})

test('slashes at the end of an address that paths are put behind do not count', () => {
  const env = {
    TANDEM_PUBLIC_URL: 'https://a.example/tandem//',
    TANDEM_MODEL: 'm',
    TANDEM_MODEL_BASE_URL: 'http://b/v1/',
  }
  const { publicUrl, modelBaseUrl } = readConfig('serve', env)
  assert.deepEqual([publicUrl, modelBaseUrl], ['https://a.example/tandem', 'http://b/v1'])
})

test('each bad value is named with what was found, what is needed and what to do', () => {
  const cases: [env: Environment, line: string][] = [
    [
      { PORT: 'http' },
      'PORT: found "http", needed a whole number from 0 to 65535 (port). Correct it or unset it.',
    ],
    [
      { PORT: '65536' },
      'PORT: found "65536", needed a whole number from 0 to 65535 (port). Correct it or unset it.',
    ],
    [
      { PORT: '-1' },
      'PORT: found "-1", needed a whole number from 0 to 65535 (port). Correct it or unset it.',
    ],
    [
      { PORT: '1e3' },
      'PORT: found "1e3", needed a whole number from 0 to 65535 (port). Correct it or unset it.',
    ],
    [
      { TANDEM_DEPTH_LIMIT: '3' },
      'TANDEM_DEPTH_LIMIT: found "3", needed a whole number from 4 to 1000 (levels). Correct it or unset it.',
    ],
    [
      { TANDEM_LOG_LEVEL: 'loud' },
      'TANDEM_LOG_LEVEL: found "loud", needed one of trace, debug, info, warn, error, silent. Correct it or unset it.',
    ],
    [
      { TANDEM_PUBLIC_URL: 'tandem.example.com' },
      'TANDEM_PUBLIC_URL: found "tandem.example.com", needed an http or https address such as https://tandem.example.com. Correct it or unset it.',
    ],
    [
      { TANDEM_PUBLIC_URL: 'https://tandem.example.com:99999' },
      'TANDEM_PUBLIC_URL: found "https://tandem.example.com:99999", needed an http or https address such as https://tandem.example.com. Correct it or unset it.',
    ],
    [
      { TANDEM_MODEL: 'm', TANDEM_MODEL_BASE_URL: 'http://[::1/v1' },
      'TANDEM_MODEL_BASE_URL: found "http://[::1/v1", needed an http or https address without query, user name or password. Correct it or unset it.',
    ],
    [
      { TANDEM_SECRET_KEY: 'hush' },
      'TANDEM_SECRET_KEY: found a key of 3 bytes, needed 32 bytes in base64. Make one with: openssl rand -base64 32',
    ],
    [
      { TANDEM_SECRET_KEY: ',' },
      'TANDEM_SECRET_KEY: found no key, needed at least one key of 32 bytes in base64. Make one with: openssl rand -base64 32',
    ],
    [
      { DATABASE_URL: 'mysql://root:hush@db/x' },
      'DATABASE_URL: found a value of 22 characters, needed postgres://user:password@host:port/database. Correct it or unset it.',
    ],
    [
      { TANDEM_ADMIN_TOKEN: 'hush' },
      'TANDEM_ADMIN_TOKEN: found a value of 4 characters, needed 16 to 256 printable characters without spaces. Correct it or unset it.',
    ],
  ]
  for (const [env, line] of cases) assert.deepEqual(problemsOf(env), [line])
})

test('every key refuses what it does not take', () => {
  for (const key of Object.values<Key>(configKeys)) {
    if (key.kind === 'text' && !key.pattern) continue
    const lines = problemsOf({ [key.env]: '\u0001 not this' })
    assert.equal(lines.length, 1, key.env)
    assert.match(lines[0] ?? '', new RegExp(`^${key.env}: found .+, needed .+\\. Correct it or unset it\\.$`))
  }
})

test('all problems are told at once', () => {
  const env = { PORT: 'x', TANDEM_LOG_LEVEL: 'x', DATABASE_URL: 'x' }
  assert.equal(problemsOf(env).length, 3)
  assert.throws(
    () => readConfig('serve', env),
    /^ConfigError: The configuration cannot be used:\n {2}PORT: .+\n {2}/,
  )
})

test('a secret may come from a file, and one that cannot be read is a problem that names the file variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  try {
    const file = join(folder, 'token')
    writeFileSync(file, 'a-token-from-a-file\n')
    assert.equal(readConfig('serve', { TANDEM_ADMIN_TOKEN_FILE: file }).adminToken, 'a-token-from-a-file')
    writeFileSync(file, 'postgres://u:hush@h/d\n')
    assert.equal(readConfig('serve', { DATABASE_URL_FILE: file }).databaseUrl, 'postgres://u:hush@h/d')
    const [line = ''] = problemsOf({ TANDEM_SECRET_KEY_FILE: join(folder, 'none') })
    assert.match(
      line,
      /^TANDEM_SECRET_KEY_FILE: found a file that cannot be read \(ENOENT.+\), needed a readable file/,
    )
    writeFileSync(file, 'hush\n')
    const [bad = ''] = problemsOf({ TANDEM_ADMIN_TOKEN_FILE: file })
    assert.match(bad, /found a value of 4 characters/)
    assert.equal(readConfig('serve', { PORT_FILE: file }).port, 7070)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a secret is never shown: not in an error, not in the summary for the log', () => {
  const secrets = {
    DATABASE_URL: 'postgres://u:hush-hush@h/d',
    TANDEM_ADMIN_TOKEN: 'hush-hush-hush-hush',
    TANDEM_SECRET_KEY: `${'hush'.repeat(10)}abc=`,
  }
  const summary = configSummary(readConfig('serve', secrets))
  assert.deepEqual(
    [summary.DATABASE_URL, summary.TANDEM_ADMIN_TOKEN, summary.TANDEM_SECRET_KEY, summary.PORT],
    ['set', 'set', 'set', 7070],
  )
  assert.ok(!JSON.stringify(summary).includes('hush'))
  for (const key of Object.keys(secrets)) {
    assert.ok(
      !problemsOf({ [key]: 'hush\u0001hush' })
        .join()
        .includes('hush'),
    )
  }
})

test('dev listens on loopback alone', () => {
  for (const host of ['0.0.0.0', '192.168.1.5', '::', 'example.com', '127.0.0.1.example.com']) {
    const [line = ''] = problemsOf({ HOST: host }, 'dev')
    assert.match(line, /^HOST: found .+, needed a loopback address: .+ Unset HOST, or run tandem serve\.$/)
    assert.deepEqual(problemsOf({ HOST: host }, 'serve'), [])
  }
  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
    assert.deepEqual(problemsOf({ HOST: host }, 'dev'), [])
  }
})
