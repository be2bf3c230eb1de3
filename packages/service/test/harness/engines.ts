/**
 * The two engines a storage suite runs on. Each test file gets a block `[sqlite]` and a block `[postgres]`, by which the
 * test command counts; without a server the second one fails, it is never passed over in silence.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import type { Environment } from '../../src/platform/config.ts'

export interface FreshEnvironment extends AsyncDisposable {
  /** What the service must be given to run on an empty store of its own, on a free port of loopback. */
  readonly env: Environment
  remove(): Promise<void>
}

export interface TestEngine {
  readonly name: 'sqlite' | 'postgres'
  freshEnvironment(): Promise<FreshEnvironment>
}

const SERVER = 'TANDEM_TEST_POSTGRES_URL'

export function onEachEngine(suite: (engine: TestEngine) => void): void {
  describe('[sqlite]', () => suite(sqlite))
  describe('[postgres]', () => {
    if (process.env[SERVER]) suite(postgres)
    else
      test('a PostgreSQL is there to test on', () => {
        throw new Error(`${SERVER} is not set: run through npm test, which brings up a PostgreSQL`)
      })
  })
}

const sqlite: TestEngine = {
  name: 'sqlite',
  async freshEnvironment() {
    const folder = dataFolder()
    return fresh(folder.env, async () => folder.remove())
  },
}

const postgres: TestEngine = {
  name: 'postgres',
  async freshEnvironment() {
    const folder = dataFolder()
    const name = `tandem_${randomBytes(8).toString('hex')}`
    await onServer(`CREATE DATABASE ${name}`)
    const url = new URL(process.env[SERVER] ?? '')
    url.pathname = name
    return fresh({ ...folder.env, DATABASE_URL: url.href }, async () => {
      folder.remove()
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    })
  },
}

export function engineNamed(name: string): TestEngine {
  const found = [sqlite, postgres].find((engine) => engine.name === name)
  if (!found) throw new Error(`There is no engine ${name}: sqlite or postgres`)
  return found
}

function fresh(env: Environment, remove: () => Promise<void>): FreshEnvironment {
  return { env, remove, [Symbol.asyncDispose]: remove }
}

function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  const env = { HOST: '127.0.0.1', PORT: '0', TANDEM_DATA: path, TANDEM_LOG_LEVEL: 'trace' }
  return { env, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[SERVER] })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
