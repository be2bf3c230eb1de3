/**
 * The two engines a storage suite runs on. Each test file gets a block `[sqlite]` and a block `[postgres]`, by which the
 * test command counts; without a server the second one fails, it is never passed over in silence.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pg from 'pg'
import type { Environment } from '../../src/platform/config.ts'
import { DATABASE_FILE } from '../../src/platform/database/sqlite.ts'

export interface FreshEnvironment extends AsyncDisposable {
  /** The environment of a service on a store of its own, on a free port of loopback. */
  readonly env: Environment
  remove(): Promise<void>
}

export interface TestEngine {
  readonly name: 'sqlite' | 'postgres'
  /** A store without data, with the newest schema where the test command has made templates. */
  freshEnvironment(): Promise<FreshEnvironment>
  /** A store without a schema. */
  emptyEnvironment(): Promise<FreshEnvironment>
}

const SERVER = 'TANDEM_TEST_POSTGRES_URL'
/** A folder with a migrated SQLite file; the same server then has a migrated database of the name below. */
const TEMPLATES = 'TANDEM_TEST_TEMPLATES'
export const TEMPLATE_DATABASE = 'tandem_template'

export function onEachEngine(suite: (engine: TestEngine) => void): void {
  onSqlite(suite)
  describe('[postgres]', () => {
    if (process.env[SERVER]) suite(postgres)
    else
      test('a PostgreSQL is there to test on', () => {
        throw new Error(`${SERVER} is not set: run through npm test, which brings up a PostgreSQL`)
      })
  })
}

/** For suites that neither storage nor concurrency has a part in: wording, parsing, wire shapes, models. */
export function onSqlite(suite: (engine: TestEngine) => void): void {
  describe('[sqlite]', () => suite(sqlite))
}

const sqlite: TestEngine = {
  name: 'sqlite',
  async freshEnvironment() {
    const made = await sqlite.emptyEnvironment()
    const templates = process.env[TEMPLATES]
    if (templates) {
      const file = join(made.env.TANDEM_DATA ?? '', DATABASE_FILE)
      copyFileSync(join(templates, DATABASE_FILE), file)
      chmodSync(file, 0o600)
    }
    return made
  },
  async emptyEnvironment() {
    const folder = dataFolder()
    return fresh(folder.env, async () => folder.remove())
  },
}

const postgres: TestEngine = {
  name: 'postgres',
  freshEnvironment: () => newDatabase(process.env[TEMPLATES] !== undefined),
  emptyEnvironment: () => newDatabase(false),
}

async function newDatabase(isMigrated: boolean): Promise<FreshEnvironment> {
  const folder = dataFolder()
  const name = `tandem_${randomBytes(8).toString('hex')}`
  await onServer(`CREATE DATABASE ${name}${isMigrated ? await likeTemplate() : ''}`)
  const url = new URL(process.env[SERVER] ?? '')
  url.pathname = name
  return fresh({ ...folder.env, DATABASE_URL: url.href }, async () => {
    folder.remove()
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
}

/** Copying files takes a third of the time that the server's own choice takes; before version 15 there was no other way. */
async function likeTemplate(): Promise<string> {
  const [row] = await onServer('SHOW server_version_num')
  const isOld = Number(row?.server_version_num) < 150_000
  return ` TEMPLATE ${TEMPLATE_DATABASE}${isOld ? '' : ' STRATEGY FILE_COPY'}`
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

export async function onServer(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env[SERVER] })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
