/** Database servers of the bench's own: a PostgreSQL as durable as a real one, and a Redis where there is one. */
import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import pg from 'pg'
import { startPostgres } from '../../../scripts/test-postgres.ts'
import { freePort, newFolder } from '../../processes.ts'

export interface PostgresServer {
  /** A new, empty database. */
  newDatabase(): Promise<string>
  /** Transactions committed in a database so far. */
  commits(url: string): Promise<number>
  stop(): Promise<void>
}

export async function durablePostgres(): Promise<PostgresServer> {
  const server = await startPostgres({ fsync: 'on', full_page_writes: 'on', max_wal_size: '1GB' })
  let made = 0
  async function ask<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query(sql, params)).rows as T[]
    } finally {
      await client.end()
    }
  }
  return {
    async newDatabase() {
      const name = `bench_${++made}`
      await ask(`CREATE DATABASE ${name}`)
      const url = new URL(server.url)
      url.pathname = name
      return url.href
    },
    async commits(url) {
      // A backend tells its counts at most once a second.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const [row] = await ask<{ commits: string }>(
        'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = $1',
        [new URL(url).pathname.slice(1)],
      )
      return Number(row?.commits)
    },
    stop: () => server.stop(),
  }
}

export interface RedisServer {
  readonly port: number
  stop(): Promise<void>
}

/** Undefined when there is no `redis-server` (or `valkey-server`) on the PATH. It keeps an append-only file, synced each second. */
export async function redis(): Promise<RedisServer | undefined> {
  const command = ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  )
  if (!command) return undefined
  const port = await freePort()
  const options = {
    port: String(port),
    bind: '127.0.0.1',
    dir: newFolder('redis'),
    appendonly: 'yes',
    save: '',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(command, args, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const deadline = performance.now() + 5000
  while (!(await accepts(port))) {
    if (performance.now() > deadline) throw new Error(`${command} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    async stop() {
      process.off('exit', end)
      end()
      await ended
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
