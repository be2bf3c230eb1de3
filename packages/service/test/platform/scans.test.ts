/** Reads that take long, beside everything else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onEachEngine } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'

const countTo = (n: number) => sql<{ sum: number }>`
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${sql.lit(n)})
  SELECT CAST(SUM(n) AS BIGINT) AS sum FROM counted`

onEachEngine((engine) => {
  test('a look at very many rows leaves the event loop free, and sees what was stored before it', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const agent = await service.newAgent()
    const names = await database.scans.q
      .selectFrom('agents')
      .select('name')
      .where('id', '=', agent.id)
      .execute()
    assert.equal(names.length, 1)

    let isOver = false
    const scan = countTo(2_000_000).execute(database.scans.q)
    void scan.finally(() => {
      isOver = true
    })
    let turns = 0
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
    }
    assert.equal(Number((await scan).rows[0]?.sum), 2_000_001_000_000)
    assert.ok(turns > 100, `${turns} turns of the event loop`)
  })
})
