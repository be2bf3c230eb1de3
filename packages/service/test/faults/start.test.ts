/** Where the service cannot start it says where that is and what to do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DATABASE_FILE } from '../../src/platform/database/sqlite.ts'
import { explainStart } from '../../src/platform/explain-start.ts'
import { onEachEngine } from '../harness/engines.ts'
import { runTandem, serveTandem } from '../harness/process.ts'

const COMMANDS = [['serve'], ['migrate'], ['agent', 'list']]

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'tandem-start-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** What the engine really throws. */
function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

function words(error: unknown, where: { dataFolder: string; databaseUrl?: string }): string {
  return (explainStart(error, { databaseUrl: undefined, ...where }) as Error).message
}

test('a data folder that is full, read-only, forbidden or locked is named, with what can be done', () => {
  using data = folder()
  const path = join(data.path, DATABASE_FILE)
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 1')
  const full = thrownBy(() => db.exec(`INSERT INTO t VALUES ('${'x'.repeat(100_000)}')`))
  const reading = new DatabaseSync(path, { readOnly: true })
  const readOnly = thrownBy(() => reading.exec('DELETE FROM t'))
  db.close()
  reading.close()
  const locking = new DatabaseSync(path)
  locking.exec('BEGIN IMMEDIATE')
  const locked = thrownBy(() => new DatabaseSync(path, { timeout: 0 }).exec('BEGIN IMMEDIATE'))
  locking.close()
  const where = { dataFolder: data.path }
  assert.match(words(locked, where), /tandem\.db is locked by another program: end it, or /)
  assert.match(
    words(full, where),
    /^The disk of the data folder .+tandem-start-.+ is full: make room there, or /,
  )
  assert.match(words(full, where), /TANDEM_DATA/)
  assert.match(
    words(readOnly, where),
    /^The data folder .+tandem-start-.+ cannot be written to: .+TANDEM_DATA/,
  )

  const ofFile = (code: string) =>
    Object.assign(new Error(`${code}: no, open 'secret.key'`), { code, path: 'secret.key', syscall: 'open' })
  const besideServer = { dataFolder: data.path, databaseUrl: 'postgres://server/x' }
  assert.match(words(ofFile('ENOSPC'), besideServer), /^The disk of the data folder /, 'keys are kept there')
  assert.match(words(ofFile('EACCES'), where), /cannot be written to/)
  const toMake = Object.assign(new Error('no'), { code: 'ENOENT', path: '/ro/data', syscall: 'mkdir' })
  assert.match(words(toMake, where), /cannot be written to/, 'as on a read-only file system')
  const ofServer = (code: string) => Object.assign(new Error('no'), { code })
  assert.match(words(ofServer('25006'), besideServer), /^The PostgreSQL of DATABASE_URL takes no writes/)
  assert.match(words(ofServer('53100'), besideServer), /^The disk of the PostgreSQL of DATABASE_URL is full/)
  const other = new Error('Something else.')
  assert.equal(explainStart(other, { dataFolder: data.path, databaseUrl: undefined }), other)
})

test('a data folder without a usable database ends the start with its path, for the service and for commands', async () => {
  using data = folder()
  const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: '0' }
  const file = join(data.path, DATABASE_FILE)
  mkdirSync(file)
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await runTandem(command, env)
    assert.equal(code, 1)
    assert.ok(`${stdout}${stderr}`.includes(`${file} cannot be opened`), stdout + stderr)
  }
  rmSync(file, { recursive: true })
  writeFileSync(file, 'This is no database at all. '.repeat(200))
  const { code, stdout, stderr } = await runTandem(['serve'], env)
  assert.equal(code, 1)
  assert.ok(`${stdout}${stderr}`.includes(`${file} is no database, or a damaged one`), stdout + stderr)
})

test('a second service on a data folder says so in its log, a command beside it or the next one after a kill does not', async () => {
  using data = folder()
  const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: '0' }
  const says = /another Tandem runs on this data folder/
  {
    await using first = await serveTandem(env)
    await using second = await serveTandem(env)
    assert.match(second.stdout(), says)
    assert.equal((await runTandem(['agent', 'list'], env)).code, 0)
    assert.doesNotMatch(first.stdout(), says)
  }
  await using next = await serveTandem(env)
  assert.doesNotMatch(next.stdout(), says)
})

test('a data folder that is a file is said to be none', async () => {
  using data = folder()
  const path = join(data.path, 'file')
  writeFileSync(path, '')
  for (const TANDEM_DATA of [path, join(path, 'below')]) {
    const { code, stderr } = await runTandem(['serve'], { TANDEM_DATA, HOST: '127.0.0.1', PORT: '0' })
    assert.equal(code, 1)
    assert.ok(stderr.startsWith(`The data folder ${TANDEM_DATA} is no folder`), stderr)
  }
})

test('a start that fails once the service listens ends the process, and says where', {
  timeout: 60_000,
}, async () => {
  using data = folder()
  // The file that tells other commands where the service listens cannot be written over a folder.
  mkdirSync(join(data.path, 'address', 'taken'), { recursive: true })
  const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: '0' }
  const { code, stderr } = await runTandem(['serve'], env)
  assert.equal(code, 1)
  assert.ok(stderr.includes(join(data.path, 'address')), stderr)
})

test('a port that another program has is named, with what can be done', async () => {
  using data = folder()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    for (const command of ['serve', 'dev']) {
      const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: String(port) }
      const { code, stderr } = await runTandem([command], env)
      assert.equal(code, 1)
      assert.ok(stderr.startsWith(`Port ${port} is taken by another program`), stderr)
      assert.match(stderr, /PORT=8080/)
    }
  } finally {
    server.close()
  }
})

test('a PostgreSQL that cannot be reached is named by host and port, never by its password, for the service and for commands', async () => {
  using data = folder()
  const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: '0' }
  const port = await closedPort()
  for (const command of COMMANDS) {
    const DATABASE_URL = `postgres://bob:hunter2@127.0.0.1:${port}/x`
    const { code, stdout, stderr } = await runTandem(command, { ...env, DATABASE_URL })
    assert.equal(code, 1)
    const said = `The PostgreSQL of DATABASE_URL at 127.0.0.1:${port} does not answer: see that it runs`
    assert.ok(stderr.startsWith(said), stderr)
    assert.match(stderr, /ECONNREFUSED/)
    assert.ok(!`${stdout}${stderr}`.includes('hunter2'))
  }
})

test('the ways in which an address leads nowhere are told apart', () => {
  const to = (databaseUrl: string, code: string, more = {}) =>
    words(Object.assign(new Error('no'), { code, ...more }), { dataFolder: '.', databaseUrl })
  assert.match(
    to('postgres://b:p@db.example.com/x', 'ENOTFOUND'),
    /^The host of DATABASE_URL at db\.example\.com:5432 is not known: .+ \(no\)$/,
  )
  assert.match(
    to('postgres:///x?host=/run/pg', 'ENOENT', { syscall: 'connect' }),
    / at \/run\/pg:5432 does not/,
  )
  assert.match(to('postgres://b:p@h/x', '53300'), /max_connections, or lower TANDEM_DATABASE_CONNECTIONS/)
  assert.match(to('postgres://b:p@h/x', '42501'), /^The user b of DATABASE_URL at h:5432 may not .+ own its /)
  const noPassword = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  const where = { dataFolder: '.', databaseUrl: 'postgres://b@h/x' }
  assert.match(words(noPassword, where), / at h:5432 refuses the user b: put user and password right/)
  const unreachable = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  assert.match(words(unreachable, { dataFolder: '.', databaseUrl: 'postgres://h/x' }), /\(ECONNREFUSED\)$/)
})

test('a name to listen at that nobody knows, and an address that is none, are told by the key they come from', () => {
  const unknown = (hostname: string) =>
    Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname })
  const where = {
    ...{ dataFolder: '.', databaseUrl: 'postgres://b:p@db.example.com/x' },
    ...{ host: 'http://127.0.0.1', adminHost: 'desk', adminPort: 7071 },
  }
  const said = (error: unknown) => (explainStart(error, where) as Error).message
  assert.match(said(unknown('http://127.0.0.1')), /^HOST is no address or name of this machine: .+ \(no\)$/)
  assert.match(said(unknown('desk')), /^TANDEM_ADMIN_HOST is no address or name /)
  assert.match(said(unknown('db.example.com')), /^The host of DATABASE_URL at db\.example\.com:5432 /)
  const taken = (port: number) =>
    Object.assign(new Error('no'), { code: 'EADDRINUSE', syscall: 'listen', port })
  assert.match(said(taken(7071)), /^Port 7071 is taken .+ as in TANDEM_ADMIN_PORT=/)
  assert.match(said(taken(7070)), /^Port 7070 is taken .+ as in PORT=/)
  const noAddress = thrownBy(() => new URL('postgres://b:pass#word@db/x'))
  assert.match(said(noAddress), /^DATABASE_URL is no address: .+ %23 for #/)
  assert.doesNotMatch(said(noAddress), /pass#word/)
})

onEachEngine((engine) => {
  if (engine.name !== 'postgres') return
  test('a server without the database, or that does not know the user, is named with what can be done', async () => {
    await using store = await engine.freshEnvironment()
    const said = async (change: (url: URL) => void) => {
      const url = new URL(store.env.DATABASE_URL ?? '')
      change(url)
      return (await runTandem(['migrate'], { ...store.env, DATABASE_URL: url.href })).stderr
    }
    const noDatabase = await said((url) => {
      url.pathname = '/not_there'
    })
    assert.match(noDatabase, /^The PostgreSQL of DATABASE_URL at \S+:\d+ has no such database: make it/)
    assert.match(noDatabase, /"not_there" does not exist/)
    const noUser = await said((url) => {
      url.username = 'not_there'
    })
    assert.match(noUser, /^The PostgreSQL of DATABASE_URL at \S+:\d+ refuses the user not_there: put/)
  })
})

/** One that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
