/** What the clearing of old content must not take away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { clearSets } from '../../src/knowledge/clear-sets.ts'
import { insertChunks, insertRun, newRun, touchWritingRun } from '../../src/knowledge/convert/run-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'

const HOUR_MS = 3_600_000

onEachEngine((engine) => {
  let database: Database

  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.close())

  async function silentConversion(): Promise<string> {
    const { agent } = await createAgent(database, systemClock, 'Test agent')
    const input = { agentId: agent.id, docId: 'd', fileName: 'f', sourceUrl: null, report: '{}' }
    const run = newRun(input, systemClock.now() - HOUR_MS)
    const chunk = {
      run_id: run.id,
      ordinal: 0,
      state: 'found',
      place: '{}',
      body: 'b',
      fallback: '[]',
    } as const
    await database.transaction('test', async (tx) => {
      await insertRun(tx, { ...run, state: 'writing', to_clear: 1 })
      await insertChunks(tx, [{ ...chunk, result: null, tries: 0, reason: null }])
    })
    return run.id
  }
  const chunksOf = async (id: string) =>
    (await database.q.selectFrom('conversion_chunks').select('ordinal').where('run_id', '=', id).execute())
      .length
  const clear = (over: Database) => clearSets(over, systemClock, () => false, HOUR_MS)

  test('the chunks of a conversion whose writer died are cleared', async () => {
    const id = await silentConversion()
    await clear(database)
    assert.equal(await chunksOf(id), 0)
  })

  test('a writer that wakes up while it is taken for dead keeps its chunks', async () => {
    const id = await silentConversion()
    let hasWoken = false
    const whileItWakes: Database = {
      ...database,
      async transaction(name, fn) {
        if (!hasWoken && name.startsWith('clear-sets: abandon')) {
          hasWoken = true
          const touch = database.transaction('test', (tx) => touchWritingRun(tx, id, systemClock.now()))
          assert.equal(await touch, true)
        }
        return database.transaction(name, fn)
      },
    }
    await clear(whileItWakes)
    assert.deepEqual([hasWoken, await chunksOf(id)], [true, 1])
  })
})
