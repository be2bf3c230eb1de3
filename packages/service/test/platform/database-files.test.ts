/** The files of the embedded database are for their owner alone, whoever made the folder they are in; two may make them at once; the log stays short. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { openSqlite } from '../../src/platform/database/sqlite.ts'

const names = ['tandem.db', 'tandem.db-wal', 'tandem.db-shm']
let folder = ''
let umask = 0

beforeEach(() => {
  umask = process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  chmodSync(folder, 0o755)
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const modes = () => names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))

async function written(): Promise<string[]> {
  const database = openSqlite(folder)
  try {
    await database.transaction('test', async (tx) => {
      await tx.q.schema.createTable('sealed').addColumn('id', 'text').execute()
    })
    return modes()
  } finally {
    await database.close()
  }
}

test('in a folder that others may read, the database and its log are made for their owner alone', async () => {
  assert.deepEqual(await written(), ['600', '600', '600'])
  assert.equal(statSync(folder).mode & 0o777, 0o755, 'the folder is left as its maker wanted it')
})

test('a database that others could read is closed to them when it is opened, the log of a killed process included', async () => {
  const before = new DatabaseSync(join(folder, 'tandem.db'))
  try {
    before.exec('PRAGMA journal_mode = WAL; CREATE TABLE old (id TEXT)')
    assert.deepEqual(modes(), ['644', '644', '644'])
    assert.deepEqual(await written(), ['600', '600', '600'])
  } finally {
    before.close()
  }
})

test('a process that opens a new database while another makes its tables waits for it', async () => {
  const path = join(folder, 'tandem.db')
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const { DatabaseSync } = require('node:sqlite')
     const database = new DatabaseSync(workerData)
     database.exec('BEGIN IMMEDIATE; CREATE TABLE theirs (id TEXT)')
     parentPort.postMessage('begun')
     setTimeout(() => { database.exec('COMMIT'); database.close() }, 100)`,
    { eval: true, workerData: path },
  )
  const ended = new Promise((resolve) => other.once('exit', resolve))
  await new Promise((resolve) => other.once('message', resolve))
  try {
    assert.deepEqual(await written(), ['600', '600', '600'])
  } finally {
    await ended
  }
})

test('the log stays short however much is written at once', async () => {
  const database = openSqlite(folder)
  try {
    await database.transaction('test', (tx) => sql`CREATE TABLE large (content BLOB)`.execute(tx.q))
    const write = () =>
      database.transaction('test', (tx) => sql`INSERT INTO large VALUES (zeroblob(8000000))`.execute(tx.q))
    await Promise.all(Array.from({ length: 30 }, write))
    const logMb = statSync(join(folder, 'tandem.db-wal')).size / 1e6
    assert.ok(logMb < 90, `${logMb} MB of log for 240 MB that were written`)
  } finally {
    await database.close()
  }
})
