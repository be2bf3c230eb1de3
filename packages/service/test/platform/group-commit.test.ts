/** The embedded engine and the disk: transactions share commits, and what was acknowledged survives a power cut. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { currentOwner, runAs } from '../../src/platform/activity.ts'
import type { Database, Durability, Tx } from '../../src/platform/database/handle.ts'
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts'
import { connectionAccepted } from '../../src/platform/hold-work.ts'

let folder: string
let database: Database
let nowMs: number
let long: [name: string, heldMs: number][]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-commits-'))
  nowMs = 0
  long = []
  database = openSqlite(folder, { now: () => nowMs, onLong: (...told) => void long.push(told) })
  await database.transaction(
    'test',
    async (tx) => void (await sql`CREATE TABLE notes (text TEXT NOT NULL)`.execute(tx.q)),
  )
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const insert = (tx: Tx, text: string) => sql`INSERT INTO notes VALUES (${text})`.execute(tx.q)
const write = (text: string, durability?: Durability) =>
  database.transaction('test', async (tx) => void (await insert(tx, text)), durability)

function textsIn(path: string): unknown[] {
  const copy = new DatabaseSync(path)
  const rows = copy.prepare('SELECT text FROM notes ORDER BY rowid').all()
  assert.equal(copy.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  copy.close()
  return rows.map(({ text }) => text)
}

/** The files as they are at this moment, opened elsewhere. */
function afterPowerCut(): unknown[] {
  const elsewhere = mkdtempSync(join(tmpdir(), 'tandem-cut-'))
  const path = join(elsewhere, DATABASE_FILE)
  for (const end of ['', '-wal']) {
    const file = join(folder, `${DATABASE_FILE}${end}`)
    if (existsSync(file)) copyFileSync(file, `${path}${end}`)
  }
  const found = textsIn(path)
  rmSync(elsewhere, { recursive: true })
  return found
}

test('while connections arrive, one in a tick, transactions are committed every 10 ms, and without them at once', async () => {
  let committed = 0
  const commitOne = () => write('one', 'process').then(() => committed++)
  const connectFor = async (ticks: number) => {
    for (let n = 0; n < ticks; n++) {
      connectionAccepted()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await commitOne()
  void commitOne()
  await connectFor(20)
  assert.equal(committed, 1)
  nowMs = 10
  await connectFor(5)
  assert.equal(committed, 2)
  await commitOne()
  assert.equal(committed, 3)
})

test('what was acknowledged is there after a power cut, whether the log was checkpointed or not', async () => {
  const big = 'x'.repeat(300_000)
  const acknowledged: string[] = []
  for (let round = 0; round < 40; round++) {
    const texts = [`${round} a`, `${round} b`, `${round} ${big}`]
    await Promise.all([write(texts[0]!), write(texts[1]!, 'process'), write(texts[2]!)])
    acknowledged.push(...texts)
    if (round % 4 === 0) assert.deepEqual(afterPowerCut(), acknowledged)
  }
  const beside = new DatabaseSync(join(folder, DATABASE_FILE))
  const isCopied = () => {
    const found = beside.prepare('PRAGMA wal_checkpoint(NOOP)').get() as Record<string, number>
    return found.log! - found.checkpointed! < 1000
  }
  while (!isCopied()) await new Promise((resolve) => setImmediate(resolve))
  beside.close()
  assert.deepEqual(afterPowerCut(), acknowledged)
})

test('transactions that wait together are told in order, after one commit', async () => {
  const told: string[] = []
  const each = (text: string) =>
    database.transaction('test', async (tx) => {
      await insert(tx, text)
      tx.afterCommit(() => told.push(text))
      return countSeen()
    })
  const seen = await Promise.all(['a', 'b', 'c'].map(each))
  assert.deepEqual(seen, [0, 0, 0], 'nobody sees them before')
  assert.deepEqual(told, ['a', 'b', 'c'])
})

test('work after a commit that fails harms neither its transaction nor the next', async () => {
  const told: string[] = []
  const failing = database.transaction('test', async (tx) => {
    await insert(tx, 'a')
    tx.afterCommit(() => {
      throw new Error('a fault of ours')
    })
    tx.afterCommit(() => told.push('a'))
    return 'committed'
  })
  assert.equal(await failing, 'committed')
  await write('b')
  assert.deepEqual([afterPowerCut(), told], [['a', 'b'], ['a']])
})

test('a failed transaction is told so, and harms none that shares its commit', async () => {
  const failing = database.transaction('test', async (tx) => {
    await insert(tx, 'lost')
    throw new Error('mine')
  })
  const [failed] = await Promise.allSettled([failing, write('kept')])
  assert.match(String((failed as PromiseRejectedResult).reason), /mine/)
  assert.deepEqual(afterPowerCut(), ['kept'])
})

test('transactions that share a commit run as the work of their callers, as does what follows each commit', async () => {
  const seen: unknown[] = []
  const note = (when: string) => void seen.push(`${when} ${currentOwner()}`)
  const each = (owner: string) =>
    runAs({ kind: 'request', id: owner, route: 'GET /', owner }, () =>
      database.transaction('test', async (tx) => {
        tx.afterCommit(() => note('after'))
        await insert(tx, owner)
        note('in')
      }),
    )
  await Promise.all(['a', 'b'].map(each))
  assert.deepEqual(seen, ['in a', 'in b', 'after a', 'after b'])
})

test('a read sees all that was committed before it', async () => {
  let after: Promise<number> | undefined
  await database.transaction('test', async (tx) => {
    await insert(tx, 'a')
    tx.afterCommit(() => {
      after = countSeen()
    })
  })
  assert.equal(await after, 1)
})

test('a transaction that holds the writer for longer than a second is reported by name', async () => {
  await database.transaction('quick', async (tx) => {
    await insert(tx, 'quick')
    nowMs += 999
  })
  await database.transaction('thorough', async (tx) => {
    await insert(tx, 'thorough')
    nowMs += 1500
  })
  assert.deepEqual(long, [['thorough', 1500]])
})

test('a transaction that never ends is reported as soon as another has to wait for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const stuck = database.transaction('stuck', () => {
    begun.resolve()
    return promise
  })
  await begun.promise
  nowMs += 4000
  const waiting = write('waiting')
  assert.deepEqual(long, [['stuck', 4000]])
  resolve()
  await Promise.all([stuck, waiting])
  assert.equal(long.length, 1, 'once')
})

async function countSeen(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM notes`.execute(database.q)
  return rows[0]?.count ?? 0
}

test('a write waits for one transaction that writes files, and not for all of them; one that fails holds up none', async () => {
  const ended: string[] = []
  const told = (name: string) => () => void ended.push(name)
  const withFiles = (name: string) =>
    database.fileTransaction('test', async (tx) => {
      await insert(tx, name)
      if (name === 'first') throw new Error('refused')
    })
  const all = ['first', 'second', 'third'].map((name) => withFiles(name).then(told(name), told('refused')))
  await Promise.resolve()
  await Promise.all([...all, write('other').then(told('other'))])
  assert.deepEqual(ended.slice(0, 2).sort(), ['other', 'refused'])
  assert.deepEqual(ended.slice(2), ['second', 'third'])
})
