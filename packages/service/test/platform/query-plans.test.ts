/** The embedded engine finds by its indexes, whatever it was told of its tables before. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts'
import { onSqlite } from '../harness/engines.ts'

onSqlite((engine) => {
  test('a database that was small when it was last looked at is searched by its indexes', async () => {
    await using store = await engine.freshEnvironment()
    const folder = store.env.TANDEM_DATA ?? ''
    const raw = new DatabaseSync(join(folder, DATABASE_FILE))
    const insert = raw.prepare(
      'INSERT INTO lanes (uid, key, gate, tenant, next_seq, head_seq, retrying, claim) VALUES (?, ?, ?, ?, 1, 1, 0, 0)',
    )
    for (const name of ['a', 'b']) insert.run(name, name, 'gate', 'agent')
    raw.exec('ANALYZE')
    const plan = (database: DatabaseSync) =>
      String(database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM lanes WHERE key = 'a'`).get()?.detail)

    await openSqlite(folder).close()
    await openSqlite(folder).close()
    const statistics = raw.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'`).all()
    raw.close()
    assert.deepEqual(statistics, [])
    const again = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true })
    assert.match(plan(again), /USING INDEX/)
    again.close()
  })
})
