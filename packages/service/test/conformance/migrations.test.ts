/** Migrations: any number of processes may start at once, running them again does nothing, a newer schema is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { type Migration, migrate, migrations } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine, onServer, type TestEngine } from '../harness/engines.ts'
import { tablesOf } from '../harness/everything.ts'
import { runTandem, serveTandem } from '../harness/process.ts'

const newest = migrations.at(-1)?.number ?? 0

async function withDatabase(engine: TestEngine, work: (database: Database) => Promise<void>): Promise<void> {
  await using store = await engine.emptyEnvironment()
  const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

onEachEngine((engine) => {
  test('four processes that start on one empty store all come up, and each migration ran once', async () => {
    await using store = await engine.emptyEnvironment()
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => serveTandem(store.env)))
    const up = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    try {
      assert.deepEqual(
        started.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : [])),
        [],
      )
      const lines = up.map((tandem) => tandem.stdout()).join('')
      assert.equal(lines.match(/the database was migrated/g)?.length, 1)
      assert.equal(lines.match(/an admin token was made/g)?.length, 1)
    } finally {
      await Promise.all(up.map((tandem) => tandem.kill('SIGTERM')))
    }
  })

  test('eight handles that migrate one empty store at once leave one schema', async () => {
    await using store = await engine.emptyEnvironment()
    const config = readConfig('serve', store.env)
    const open = () => openDatabase(config, createLog('silent'))
    const databases = await Promise.all(Array.from({ length: 8 }, open))
    try {
      const results = await Promise.all(databases.map((database) => migrate(database, 1)))
      assert.equal(results.filter(({ applied }) => applied.length > 0).length, 1)
      assert.deepEqual([...new Set(results.map(({ to }) => to))], [newest])
    } finally {
      await Promise.all(databases.map((database) => database.close()))
    }
  })

  if (engine.name === 'postgres')
    test('a new database of another encoding than UTF-8 is refused with what to do, and is left empty', async () => {
      await using store = await engine.emptyEnvironment()
      const name = new URL(store.env.DATABASE_URL ?? '').pathname.slice(1)
      await onServer(`DROP DATABASE ${name}`)
      await onServer(
        `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`,
      )
      const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
      try {
        await assert.rejects(migrate(database, 1), /has the encoding LATIN1, needed UTF8: make another with /)
        assert.deepEqual(await tablesOf(database), [])
      } finally {
        await database.close()
      }
    })

  test('migrating a second time does nothing', () =>
    withDatabase(engine, async (database) => {
      assert.deepEqual(await migrate(database, 1), {
        from: 0,
        to: newest,
        applied: migrations.map(({ name }) => name),
        copy: undefined,
      })
      const tables = await tablesOf(database)
      assert.deepEqual(await migrate(database, 2), {
        from: newest,
        to: newest,
        applied: [],
        copy: undefined,
      })
      assert.deepEqual(await tablesOf(database), tables)
    }))

  test('a store that a newer Tandem has migrated is refused with what to do, and left as it is', async () => {
    await using store = await engine.emptyEnvironment()
    const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
    const future: Migration = {
      number: newest + 1,
      name: 'future',
      statements: ['CREATE TABLE future (id TEXT PRIMARY KEY)'],
    }
    await migrate(database, 1, [...migrations, future])
    const refused = new RegExp(
      `The database has schema ${newest + 1}, this Tandem knows schemas up to ${newest}\\. .*upgrade`,
    )
    await assert.rejects(migrate(database, 2), refused)
    assert.ok((await tablesOf(database)).includes('future'))
    await database.close()
    for (const command of ['serve', 'migrate']) {
      const { code, stderr } = await runTandem([command], store.env)
      assert.equal(code, 1)
      assert.match(stderr, refused)
    }
  })

  test('a process stops by itself, and says why, once a newer Tandem has migrated its store', async () => {
    await using store = await engine.emptyEnvironment()
    await using tandem = await serveTandem(store.env)
    const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
    const future: Migration = { number: newest + 1, name: 'future', statements: [] }
    await migrate(database, 1, [...migrations, future])
    await database.close()
    assert.equal((await tandem.ended).code, 1)
    assert.match(tandem.stdout(), /a newer Tandem has migrated the database; this one must stop/)
  })

  test('a migration that fails leaves the schema of before, whole', () =>
    withDatabase(engine, async (database) => {
      const broken: Migration = {
        number: newest + 1,
        name: 'broken',
        statements: ['CREATE TABLE half (id TEXT)', 'CREATE TABLE half (id TEXT)'],
      }
      await assert.rejects(migrate(database, 1, [...migrations, broken]))
      assert.ok(!(await tablesOf(database)).includes('half'))
      assert.ok(!(await tablesOf(database)).includes('agents'))
      assert.equal((await migrate(database, 2)).from, 0)
    }))

  test('the numbers of the migrations go up by one', () => {
    assert.deepEqual(
      migrations.map(({ number }) => number),
      migrations.map((_, index) => index + 1),
    )
  })
})
