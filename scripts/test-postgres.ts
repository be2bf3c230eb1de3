// A private PostgreSQL server for tests, with its own folder and port. It is removed however the process ends.

import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from './test/find-postgres.ts'

export type StopMode = 'fast' | 'immediate'

export type TestPostgres = {
  /** URL of the maintenance database for the superuser. */
  url: string
  binFolder: string
  dataFolder: string
  /** Stops the server and starts it again on the same port. `immediate` drops all connections, like a crash. */
  restart(mode?: StopMode): Promise<void>
  stop(): Promise<void>
}

const PORT_TRIES = 10

type Settings = Readonly<Record<string, string>>

// The tests of durability kill the service, but never the machine, so the server can skip fsync.
// synchronous_commit stays on, because a commit must mean the same as in production.
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  timezone: 'UTC',
}

// A guard process in its own session. It waits for its input to close, which happens even if this process is killed, and then
// stops the server and removes its folder.
const GUARD = `
cat >/dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  n=0
  while [ -e "$1/data/postmaster.pid" ] && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
fi
rm -rf "$1"
`

type User = { uid: number; gid: number }

/** Starts a new server. Benches pass the settings of a production server. */
export async function startPostgres(changed: Settings = {}): Promise<TestPostgres> {
  const settings = { ...SETTINGS, ...changed }
  const binFolder = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'tandem-postgres-'))
  const dataFolder = join(folder, 'data')
  const guard = startGuard(folder)
  const run = runner(binFolder, folder, unprivilegedUser(folder))
  let port: number
  try {
    await initialise(run, dataFolder)
    port = await startOnFreePort(run, folder, settings)
  } catch (error) {
    await release(guard, folder)
    throw error
  }

  const stopServer = (mode: StopMode) => run('pg_ctl', ['stop', '-w', '-D', dataFolder, '-m', mode])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    binFolder,
    dataFolder,
    async restart(mode = 'fast') {
      await stopServer(mode)
      await startServer(run, folder, port, settings)
    },
    async stop() {
      if (existsSync(join(dataFolder, 'postmaster.pid'))) await stopServer('immediate')
      await release(guard, folder)
    },
  }
}

type Run = (command: string, args: string[]) => Promise<void>

function runner(binFolder: string, folder: string, user: User | undefined): Run {
  const env = { ...process.env, HOME: folder, LC_ALL: 'C' }
  return (command, args) =>
    new Promise((resolve, reject) => {
      const options = { cwd: folder, env, ...user, detached: true }
      const child = spawn(join(binFolder, command), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
      })
      child.stderr.on('data', (chunk) => {
        output += chunk
      })
      child.on('error', reject)
      // `exit` instead of `close`, because the server inherits the pipes of pg_ctl and keeps them open.
      child.on('exit', (code) => {
        if (code === 0) {
          child.stdout.destroy()
          child.stderr.destroy()
          resolve()
        } else {
          setImmediate(() => reject(new Error(`${command} ended with ${code}: ${output.trim()}`)))
        }
      })
    })
}

async function initialise(run: Run, dataFolder: string): Promise<void> {
  const args = ['-D', dataFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  try {
    await run('initdb', [...args, '--locale=C.UTF-8'])
  } catch (error) {
    // Older versions of macOS have no C.UTF-8; the C locale sorts in the same way.
    if (!/invalid locale/.test(String(error))) throw error
    await run('initdb', [...args, '--locale=C'])
  }
}

async function startOnFreePort(run: Run, folder: string, settings: Settings): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      await startServer(run, folder, port, settings)
      return port
    } catch (error) {
      // Another process may have taken the port between our check and the start of the server.
      if (attempt === PORT_TRIES || !/could not bind|already in use/i.test(String(error))) throw error
    }
  }
}

async function startServer(run: Run, folder: string, port: number, given: Settings): Promise<void> {
  const log = join(folder, `server-${port}.log`)
  const settings = { ...given, port: String(port), unix_socket_directories: folder }
  const options = Object.entries(settings).map(([key, value]) => `-c ${key}='${value}'`)
  try {
    await run('pg_ctl', ['start', '-w', '-D', join(folder, 'data'), '-l', log, '-o', options.join(' ')])
  } catch (error) {
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-10).join('\n') : ''
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${tail}`)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** PostgreSQL does not run as root, so root starts it as the user of its package, or as nobody. */
function unprivilegedUser(folder: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres:', 'nobody:']
    .map((name) => lines.find((each) => each.startsWith(name)))
    .find(Boolean)
  if (!line)
    throw new Error('found no user postgres or nobody; PostgreSQL does not run as root: add one of them')
  const [, , uid, gid] = line.split(':')
  const user = { uid: Number(uid), gid: Number(gid) }
  chownSync(folder, user.uid, user.gid)
  return user
}

function startGuard(folder: string): ChildProcess {
  const guard = spawn('sh', ['-c', GUARD, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return guard
}

async function release(guard: ChildProcess, folder: string): Promise<void> {
  if (guard.exitCode === null) {
    const ended = new Promise((resolve) => guard.once('exit', resolve))
    guard.ref()
    guard.stdin?.end()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
