/**
 * The embedded engine loses power. Its sync of the log is ours to end: what the disk has then is the database and the log as
 * they were when the last sync that has ended began. Each acknowledgement is compared with that.
 */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Durability, Tx } from '../../src/platform/database/handle.ts'
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts'

interface Write {
  readonly do: 'write'
  readonly durability: Durability
  readonly isFailing: boolean
  readonly bytes: number
}
type Step =
  | Write
  | { readonly do: 'end sync' }
  | { readonly do: 'checkpoint beside' }
  | { readonly do: 'wait'; readonly turns: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        durability: fc.constantFrom<Durability>('disk', 'disk', 'process'),
        isFailing: fc.nat(9).map((n) => n === 0),
        bytes: fc.constantFrom(10, 100, 9000),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ do: 'end sync' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'checkpoint beside' as const }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(4) }) },
  ),
  { minLength: 30, maxLength: 80 },
)

/** Pages after which SQLite copies the log into the database. */
const CHECKPOINT_PAGES = 6

test('all that was acknowledged is there after a power cut, in whatever order commits, syncs and checkpoints fall', async () => {
  let restarts = 0
  const run = async (list: Step[]) => {
    const machine = await startMachine()
    try {
      for (const step of list) {
        if (step.do === 'write') machine.write(step)
        else if (step.do === 'end sync') machine.endSync()
        else if (step.do === 'checkpoint beside') machine.checkpointBeside()
        else await turns(step.turns)
      }
      await machine.settle()
    } finally {
      restarts += await machine.stop()
    }
  }
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: 60 })
  assert.ok(restarts > 60, `the log started over ${restarts} times`)
})

test('transactions are told in the order of their commits, and those that commit during a sync share the next', async () => {
  const machine = await startMachine()
  const some = (durability: Durability) =>
    machine.write({ do: 'write', durability, isFailing: false, bytes: 10 })
  some('process')
  await turns(9)
  assert.deepEqual(machine.told, [0], 'nothing before it waits for the disk')
  for (const durability of ['disk', 'process', 'disk', 'disk'] as const) {
    some(durability)
    await turns(9)
  }
  assert.deepEqual(machine.told, [0])
  machine.endSync()
  await turns(9)
  assert.deepEqual(machine.told, [0, 1, 2])
  machine.endSync()
  await turns(9)
  assert.deepEqual(machine.told, [0, 1, 2, 3, 4])
  machine.endSync()
  await machine.stop()
})

test('a sync that fails: those who wait are told so, and nothing more is written', async () => {
  const machine = await startMachine()
  const writing = machine.database.transaction('first', (tx) => insert(tx, 'first'))
  const behind = machine.database.transaction('behind', (tx) => insert(tx, 'behind'), 'process')
  await turns(9)
  machine.endSync(new Error('EIO'))
  await assert.rejects(writing, /The disk failed/)
  await assert.rejects(behind, /The disk failed/)
  await assert.rejects(
    machine.database.transaction('later', (tx) => insert(tx, 'later')),
    /The disk failed/,
  )
  const { rows } = await sql<{ text: string }>`SELECT text FROM notes`.execute(machine.database.q)
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['first', 'behind'],
  )
  await machine.stop()
})

const insert = async (tx: Tx, text: string) =>
  void (await sql`INSERT INTO notes VALUES (${text})`.execute(tx.q))

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

async function startMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-power-'))
  const file = join(folder, DATABASE_FILE)
  /** The sync under way: what it will have put on disk, and how to end it. */
  let syncing: { readonly number: number; readonly end: (error?: Error) => void } | undefined
  let syncs = 0
  let isOurs = false
  let onDisk = new Set<string>()
  let restarts = 0
  let salts = ''

  function noteRestart(): void {
    const now = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`).toString('hex', 16, 24) : ''
    if (salts !== '' && now !== salts) restarts++
    salts = now
  }

  const database = openSqlite(folder, {
    async sync() {
      if (!isOurs) return
      const number = syncs++
      for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, join(folder, `disk-${number}${end}`))
      noteRestart()
      await new Promise<void>((resolve, reject) => {
        syncing = { number, end: (error) => (error ? reject(error) : resolve()) }
      })
    },
  })
  await database.transaction('prepare', async (tx) => {
    await sql`CREATE TABLE notes (text TEXT NOT NULL)`.execute(tx.q)
    await sql`PRAGMA wal_autocheckpoint = ${sql.lit(CHECKPOINT_PAGES)}`.execute(tx.q)
  })
  isOurs = true
  /** As the thread of the service does. */
  const beside = new DatabaseSync(file)
  const checkpointBeside = () => beside.exec('PRAGMA wal_checkpoint(PASSIVE)')

  /** The numbers of `disk` transactions, as they ran. */
  const ran: { readonly number: number; readonly text: string }[] = []
  const told: number[] = []
  const problems: string[] = []
  let writes = 0

  /** All `disk` transactions up to the one just told are on disk. */
  function check(number: number): void {
    for (const each of ran)
      if (each.number <= number && !onDisk.has(each.text))
        problems.push(`${number} was told, and ${each.number} is not on disk`)
  }

  function write({ durability, isFailing, bytes }: Write): void {
    const number = writes++
    const text = `${number} `.padEnd(bytes, 'x')
    const work = async (tx: Tx) => {
      await insert(tx, text)
      if (isFailing) throw new Error('mine')
      if (durability === 'disk') ran.push({ number, text })
      tx.afterCommit(() => check(number))
    }
    const tell = () => {
      check(number)
      told.push(number)
    }
    database.transaction('write', work, durability).then(tell, tell)
  }

  function endSync(error?: Error): void {
    if (!syncing) return
    const { number, end } = syncing
    syncing = undefined
    if (!error) onDisk = new Set(textsIn(join(folder, `disk-${number}`)))
    end(error)
  }

  async function settle(): Promise<void> {
    while (told.length < writes) {
      endSync()
      await turns(2)
    }
    assert.deepEqual(problems, [])
    assert.deepEqual(told, [...Array(writes).keys()], 'in order')
  }

  async function stop(): Promise<number> {
    isOurs = false
    endSync()
    beside.close()
    await database.close()
    rmSync(folder, { recursive: true })
    return restarts
  }

  return { database, told, write, endSync, checkpointBeside, settle, stop }
}

function textsIn(path: string): string[] {
  const copy = new DatabaseSync(path)
  const rows = copy.prepare('SELECT text FROM notes').all()
  assert.equal(copy.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  copy.close()
  return rows.map(({ text }) => String(text))
}
