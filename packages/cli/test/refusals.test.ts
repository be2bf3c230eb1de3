/** What the command says to a wrong call: which part was wrong, what it needs, and an exit code that scripts can use. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runTandem } from '../../service/test/harness/process.ts'
import { commands } from '../src/tandem.ts'
import { callTandem } from './call-tandem.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))
/** As a process. */
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runTandem(args, { TANDEM_DATA: folder, HOST: '127.0.0.1', PORT: '0', ...env })
/** Without one. */
const call = (args: readonly string[]) => callTandem(args, { TANDEM_DATA: folder })

test('help lists every command with its arguments', async () => {
  assert.deepEqual(await run(['help']), await call(['help']))
  for (const args of [['help'], ['--help'], ['-h']]) {
    const { code, stdout } = await call(args)
    assert.equal(code, 0)
    for (const { name, usage, says } of commands) {
      assert.ok(stdout.includes(`tandem ${name}${usage ? ` ${usage}` : ''} [--json]`), name)
      assert.ok(stdout.includes(says), name)
    }
  }
  const json = JSON.parse((await call(['help', '--json'])).stdout)
  assert.deepEqual(
    json.commands.map(({ name }: { name: string }) => name),
    commands.map(({ name }) => name),
  )
})

test('nothing at all shows the help, and is a mistake', async () => {
  const { code, stdout } = await run([])
  assert.equal(code, 2)
  assert.match(stdout, /tandem serve/)
})

test('the help of one command shows how it is called, and does nothing', async () => {
  for (const { name, usage } of commands) {
    const { code, stdout } = await call([...name.split(' '), '--help'])
    assert.deepEqual([code, stdout.split('\n')[0]], [0, `tandem ${name}${usage ? ` ${usage}` : ''} [--json]`])
  }
})

test('a word that commands begin with has help of its own, whatever else was typed, and --version says the version', async () => {
  for (const args of [
    ['account', '--help'],
    ['account', 'rename', '-h'],
    ['help', 'account'],
  ]) {
    const { code, stdout, stderr } = await call(args)
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
    assert.match(stdout, /tandem account create <email>/)
    assert.doesNotMatch(stdout, /tandem agent/)
  }
  for (const args of [
    ['agent', 'create', '--nonsense', '--help'],
    ['help', 'agent', 'create'],
  ])
    assert.match((await call(args)).stdout, /^tandem agent create <name>/)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.deepEqual(await call(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' })
  assert.equal((await call(['nonsense', '--help'])).code, 2)
})

test('an unknown command is refused with the known ones', async () => {
  assert.deepEqual(await run(['nonsense']), await call(['nonsense']))
  for (const args of [['nonsense'], ['agent'], ['agent', 'rename']]) {
    const { code, stdout, stderr } = await call(args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(
      stderr,
      /^Command: found "(nonsense|agent|agent rename)", needed one of: dev, serve, migrate, /,
    )
  }
})

test('too few, too many and unknown arguments are refused with how the command is called', async () => {
  for (const args of [
    ['agent', 'create'],
    ['agent', 'create', 'a', 'b'],
    ['agent', 'list', 'x'],
    ['key', 'revoke', 'x'],
  ]) {
    const { code, stderr } = await call(args)
    assert.equal(code, 2)
    assert.match(stderr, /^Arguments: found \d, needed: tandem (agent|key) .+ \[--json\]\n$/)
  }
  const unknown = await call(['migrate', '--force'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /^Arguments: .*--force.* Needed: tandem migrate \[--json\]\n$/)
})

test('an argument the service would refuse is refused with the same words', async () => {
  const long = await run(['agent', 'create', 'x'.repeat(201)])
  assert.equal(long.code, 1)
  assert.match(long.stderr, /name: found a string of 201 characters, needed a string of 1 to 200 characters/)
  const nobody = await call(['agent', 'delete', 'nobody'])
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /No agent has the id nobody\./)
  const key = await call(['key', 'create', 'nobody', '--json'])
  assert.match(JSON.parse(key.stderr).error, /No agent has the id nobody\./)
})

test('a bad configuration is refused before anything starts, all of it at once, secrets unseen', async () => {
  const bad = { PORT: 'x', TANDEM_ADMIN_TOKEN: 'hush', DATABASE_URL: 'mysql://u:hush@h' }
  for (const command of ['serve', 'dev', 'migrate']) {
    const { code, stdout, stderr } = await run([command], bad)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /PORT: found "x", needed .+\n.+DATABASE_URL: found .+\n.+TANDEM_ADMIN_TOKEN: found .+/,
    )
    assert.doesNotMatch(stderr, /hush|at .+\.ts/)
  }
})

test('dev refuses to listen beyond loopback', async () => {
  const { code, stderr } = await run(['dev'], { HOST: '0.0.0.0' })
  assert.equal(code, 1)
  assert.match(stderr, /HOST: found 0\.0\.0\.0, needed a loopback address/)
})

test('a database that is not there is one line, without the password', async () => {
  const { code, stderr } = await run(['migrate'], { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' })
  assert.equal(code, 1)
  assert.match(stderr, /ECONNREFUSED/)
  assert.doesNotMatch(stderr, /hush|at .+\.ts/)
})

test('a port that is taken is one line that names it', async () => {
  const { createServer } = await import('node:net')
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  try {
    const { code, stderr } = await run(['serve'], { PORT: `${port}` })
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`${port}`))
  } finally {
    taken.close()
  }
})
