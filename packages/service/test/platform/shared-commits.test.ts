/**
 * The embedded engine and the disk: who waits for it, who does not, in which order they are told, what readers see meanwhile,
 * and a log that stays short.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, test } from 'node:test'
import type { Tx } from '../../src/platform/database/handle.ts'
import { createSharedCommits, type SharedCommits } from '../../src/platform/database/shared-commits.ts'
import { createSharedSnapshot, type SharedSnapshot } from '../../src/platform/database/shared-snapshot.ts'
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts'

let folder: string
let writer: DatabaseSync
let reading: DatabaseSync
let snapshot: SharedSnapshot
let commits: SharedCommits
/** Syncs the engine asked for, and how to end each. */
let syncs: { done: () => void; fail: (error: Error) => void }[]
let told: string[]

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-commits-'))
  writer = new DatabaseSync(join(folder, 'test.db'))
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)')
  reading = new DatabaseSync(join(folder, 'test.db'), { readOnly: true })
  snapshot = createSharedSnapshot(reading)
})
beforeEach(() => {
  writer.exec('DELETE FROM notes')
  syncs = []
  told = []
  commits = createSharedCommits({
    writer,
    handle: {} as Omit<Tx, 'afterCommit'>,
    sync: () => new Promise<void>((done, fail) => syncs.push({ done, fail })),
    begins: () => snapshot.end(),
    committed: () => {},
  })
})
after(() => {
  reading.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

const notes = () =>
  writer
    .prepare('SELECT text FROM notes ORDER BY rowid')
    .all()
    .map(({ text }) => text)
/** Long enough for everything that does not wait for the disk. */
const turns = async () => {
  for (let n = 0; n < 10; n++) await new Promise((resolve) => setImmediate(resolve))
}
function write(text: string, durability: 'disk' | 'process'): Promise<void> {
  const writing = commits.transaction(async (tx) => {
    writer.prepare('INSERT INTO notes VALUES (?)').run(text)
    tx.afterCommit(() => told.push(`after ${text}`))
  }, durability)
  return writing.then(
    () => void told.push(text),
    (error: Error) => void told.push(`${text}: ${error.message}`),
  )
}

test('a disk transaction is answered after a sync that began after its commit, another at once', async () => {
  void write('a', 'process')
  await turns()
  assert.deepEqual(told, ['after a', 'a'])
  assert.equal(syncs.length, 0)
  void write('b', 'disk')
  await turns()
  assert.deepEqual(notes(), ['a', 'b'], 'it is committed')
  assert.deepEqual(told, ['after a', 'a'], 'and not told')
  syncs[0]?.done()
  await turns()
  assert.deepEqual(told, ['after a', 'a', 'after b', 'b'])
})

test('what commits while a sync is under way shares the next one', async () => {
  void write('a', 'disk')
  await turns()
  for (const text of ['b', 'c', 'd']) void write(text, 'disk')
  await turns()
  assert.equal(syncs.length, 1)
  syncs[0]?.done()
  await turns()
  assert.deepEqual(told, ['after a', 'a'])
  assert.equal(syncs.length, 2)
  syncs[1]?.done()
  await turns()
  assert.deepEqual(told, ['after a', 'a', 'after b', 'after c', 'after d', 'b', 'c', 'd'])
  assert.equal(syncs.length, 2)
})

test('whoever can have read what a disk transaction wrote is answered no sooner than it is on disk', async () => {
  void write('a', 'disk')
  await turns()
  void write('reader', 'process')
  await turns()
  assert.deepEqual(notes(), ['a', 'reader'])
  assert.deepEqual(told, [])
  syncs[0]?.done()
  await turns()
  assert.deepEqual(told, ['after a', 'after reader', 'a', 'reader'])
  assert.equal(syncs.length, 1, 'for which no sync of its own is needed')
})

test('a failed transaction is told without the disk, and harms none that shares its commit', async () => {
  const failing = commits.transaction(async () => {
    writer.prepare('INSERT INTO notes VALUES (?)').run('lost')
    throw new Error('mine')
  }, 'disk')
  void write('kept', 'process')
  await assert.rejects(failing, /mine/)
  await turns()
  assert.deepEqual(notes(), ['kept'])
  assert.deepEqual(told, ['after kept', 'kept'])
})

test('a disk that fails to sync: whoever waits is told, and nothing more is written', async () => {
  void write('a', 'disk')
  await turns()
  void write('b', 'process')
  await turns()
  syncs[0]?.fail(new Error('EIO'))
  await turns()
  void write('c', 'disk')
  await turns()
  assert.equal(told.length, 3)
  for (const line of told) assert.match(line, /^[abc]: The disk failed/)
  assert.deepEqual(notes(), ['a', 'b'])
})

test('nothing is written during a pause, and what waits goes on after it', async () => {
  let end = () => {}
  const paused = commits.pause(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  void write('a', 'process')
  await turns()
  assert.deepEqual(notes(), [])
  end()
  await paused
  await turns()
  assert.deepEqual(notes(), ['a'])
})

test('a log that is written to without rest starts over, and nothing in it is lost', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tandem-log-'))
  const database = openSqlite(own)
  const path = join(own, DATABASE_FILE)
  await database.transaction(
    async (tx) => void (await tx.q.schema.createTable('blobs').addColumn('body', 'text').execute()),
  )
  const body = 'x'.repeat(400_000)
  const MIB = 2 ** 20
  let written = 0
  const isStartedOver = () => statSync(`${path}-wal`).size < written * body.length - 32 * MIB
  while (!isStartedOver() && written * body.length < 800 * MIB) {
    await Promise.all(
      Array.from({ length: 4 }, () =>
        database.transaction(
          async (tx) =>
            void (await tx.q
              .insertInto('blobs' as never)
              .values({ body } as never)
              .execute()),
          'process',
        ),
      ),
    )
    written += 4
  }
  assert.ok(isStartedOver(), `${written * body.length} bytes were written`)
  await database.close()
  const read = new DatabaseSync(path, { readOnly: true })
  assert.equal(read.prepare('SELECT count(*) AS count FROM blobs').get()?.count, written)
  assert.equal(read.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  read.close()
  rmSync(own, { recursive: true })
})

test('a log that was copied as a whole starts over with the next write, though somebody reads when that begins', async () => {
  const frames = () => Number(writer.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()?.log)
  for (let n = 0; n < 20; n++) await write('a', 'process')
  void write('b', 'process')
  snapshot.open()
  assert.equal(reading.prepare('SELECT count(*) AS count FROM notes').get()?.count, 20)
  assert.ok(frames() >= 20)
  await turns()
  assert.equal(notes().length, 21)
  assert.ok(frames() < 20, `${frames()} pages are in the log`)
})

test('a read sees all that was committed before it, also where an earlier read of the same turn could not', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tandem-seen-'))
  const database = openSqlite(own)
  await database.transaction(
    async (tx) => void (await tx.q.schema.createTable('notes').addColumn('text', 'text').execute()),
  )
  const count = async () =>
    (
      await database.q
        .selectFrom('notes' as never)
        .selectAll()
        .execute()
    ).length
  let before: number | undefined
  let after: Promise<number> | undefined
  await database.transaction(async (tx) => {
    await tx.q
      .insertInto('notes' as never)
      .values({ text: 'a' } as never)
      .execute()
    before = await count()
    tx.afterCommit(() => {
      after = count()
    })
  }, 'process')
  assert.equal(before, 0)
  assert.equal(await after, 1)
  await database.close()
  rmSync(own, { recursive: true })
})
