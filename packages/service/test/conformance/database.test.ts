/** The database handle: all or nothing, no transaction harmed by its neighbour, the same answers on both engines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/platform/config.ts'
import type { Database, Tx } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { prepared } from '../../src/platform/database/prepared.ts'
import { createLog } from '../../src/platform/log.ts'
import { type FreshEnvironment, onEachEngine } from '../harness/engines.ts'

onEachEngine((engine) => {
  let store: FreshEnvironment | undefined
  let database: Database
  const open = () => openDatabase(readConfig('serve', store?.env ?? {}), createLog('silent'))

  before(async () => {
    store = await engine.freshEnvironment()
    database = await open()
    await migrate(database, 1)
  })
  after(async () => {
    await database.close()
    await store?.remove()
  })

  const put = (tx: Tx, key: string, value = 'x') =>
    tx.q.insertInto('instance').values({ key, value }).execute()
  const keys = async (like: string) =>
    (
      await database.q
        .selectFrom('instance')
        .select('key')
        .where('key', 'like', like)
        .orderBy('key')
        .execute()
    ).map(({ key }) => key)

  test('a transaction that throws leaves nothing, and hands on what it threw', async () => {
    const mine = new Error('mine')
    const failing = database.transaction('test', async (tx) => {
      await put(tx, 'all-1')
      await put(tx, 'all-2')
      throw mine
    })
    await assert.rejects(failing, (error) => error === mine)
    assert.deepEqual(await keys('all-%'), [])
  })

  test('a failing transaction among many that share a commit harms none of the others', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        database.transaction('test', async (tx) => {
          await put(tx, `shared-${String(n).padStart(2, '0')}`)
          if (n % 3 === 1) throw new Error('thrown')
          // Breaks a rule of the database itself.
          if (n % 3 === 2) await put(tx, `shared-${String(n).padStart(2, '0')}`)
          return n
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      outcomes.map((_, n) => (n % 3 ? 'rejected' : 'fulfilled')),
    )
    const kept = Array.from({ length: 20 }, (_, n) => `shared-${String(n * 3).padStart(2, '0')}`)
    assert.deepEqual(await keys('shared-%'), kept)
  })

  test('what a transaction answered is there for every reader, also after opening anew', async () => {
    await database.transaction('test', (tx) => put(tx, 'durable'))
    assert.deepEqual(await keys('durable'), ['durable'])
    const second = await open()
    try {
      const found = await second.q.selectFrom('instance').select('key').where('key', '=', 'durable').execute()
      assert.equal(found.length, 1)
    } finally {
      await second.close()
    }
  })

  test('a reader outside sees nothing of a transaction before its commit', async () => {
    await database.transaction('test', async (tx) => {
      await put(tx, 'hidden')
      assert.deepEqual(await keys('hidden'), [])
      const inside = await tx.q.selectFrom('instance').select('key').where('key', '=', 'hidden').execute()
      assert.equal(inside.length, 1)
    })
    assert.deepEqual(await keys('hidden'), ['hidden'])
  })

  test('bulk inserts keep types, order, nulls and every character', async () => {
    const rows = [
      ['r', 0, 'it\'s \\ "quoted"', '😀 {a,b} NULL', null],
      ['r', 1, 'новый\nline\ttab', 'null', '["k"]'],
      ['r', 2, '{}', '\u2028\ufeff', '[]'],
    ] as const
    const columns = {
      set_id: 'text',
      ordinal: 'bigint',
      question: 'text',
      answer: 'text',
      keywords: 'text',
    } as const
    await database.transaction('test', async (tx) => {
      await tx.insertMany('pairs', columns, rows)
      await tx.insertMany('pairs', columns, [])
    })
    const read = await database.q.selectFrom('pairs').selectAll().orderBy('ordinal').execute()
    assert.deepEqual(
      read.map((row) => [row.set_id, row.ordinal, row.question, row.answer, row.keywords]),
      rows.map((row) => [...row]),
    )
  })

  test('a prepared query gives what its parameters ask for, each time anew, and says when one is missing', async () => {
    const find = prepared<{ key: string; value: string }>()((q, p) =>
      q.selectFrom('instance').select('key').where('key', '=', p.key).where('value', '=', p.value),
    )
    const change = prepared<{ key: string; to: string }>()((q, p) =>
      q.updateTable('instance').set({ value: p.to }).where('key', '=', p.key),
    )
    await database.transaction('test', (tx) => put(tx, 'prepared', 'one'))
    assert.equal((await database.run(find, { key: 'prepared', value: 'one' })).length, 1)
    assert.equal((await database.run(find, { key: 'prepared', value: 'two' })).length, 0)
    const found = await database.transaction('test', async (tx) => {
      await tx.run(change, { key: 'prepared', to: 'two' })
      return tx.run(find, { key: 'prepared', value: 'two' })
    })
    assert.equal(found.length, 1)
    const missing = { key: 'prepared' } as { key: string; value: string }
    await assert.rejects(database.run(find, missing), /Parameter value of a prepared query was not given/)
  })

  test('times in milliseconds and counts come back as numbers', async () => {
    const now = 1_790_000_000_123
    await database.transaction('test', async (tx) => {
      const agent = { id: 'a', name: 'n', created_at: now, updated_at: now, deleted_at: null }
      await tx.q.insertInto('agents').values(agent).execute()
    })
    const row = await database.q.selectFrom('agents').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.created_at, row.deleted_at], [now, null])
    const { n } = await database.q
      .selectFrom('agents')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    assert.equal(n, 1)
  })

  test('transactions that wait on each other both come through', async () => {
    await database.transaction('test', async (tx) => {
      await put(tx, 'race-1', '0')
      await put(tx, 'race-2', '0')
    })
    const step = (first: string, second: string) =>
      database.transaction('test', async (tx) => {
        for (const key of [first, second]) {
          const update = tx.q.updateTable('instance').where('key', '=', key)
          await update.set({ value: sql`value || '+'` }).execute()
        }
      })
    await Promise.all(
      Array.from({ length: 4 }, (_, n) => (n % 2 ? step('race-1', 'race-2') : step('race-2', 'race-1'))),
    )
    const rows = await database.q
      .selectFrom('instance')
      .select('value')
      .where('key', 'like', 'race-%')
      .execute()
    assert.deepEqual(
      rows.map(({ value }) => value),
      Array(2).fill(`0${'+'.repeat(4)}`),
    )
  })

  test('a closed database takes no more work', async () => {
    const own = await open()
    await own.close()
    await assert.rejects(own.transaction('test', (tx) => put(tx, 'late')))
    assert.deepEqual(await keys('late'), [])
  })
})
