/** An agent with very many documents: each request and each run of background work reads only what it needs, in pages. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { createBase } from '../../src/knowledge/bases.ts'
import { insertPairs, insertSet } from '../../src/knowledge/pair-store.ts'
import { questionOfPair } from '../../src/knowledge/question-sets/store.ts'
import { nextChanged } from '../../src/knowledge/search/store.ts'
import { embedWork } from '../../src/knowledge/search/vectors/embed-base.ts'
import { claimEmbedding } from '../../src/knowledge/search/vectors/embedding-store.ts'
import { documentNamed, failedDocuments, insertDocument } from '../../src/knowledge/store.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine, onSqlite } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'

onSqlite(() => {
  test('failed documents, a document by its name and the set of a pair are found by an index', async () => {
    const failed = await planOf((db) => failedDocuments(db, 'agent', '', 100))
    assert.deepEqual(failed, ['SEARCH documents USING INDEX documents_failed (agent_id=? AND id>?)'])
    const named = await planOf((db) => documentNamed(db, 'agent', 'Answered questions'))
    assert.deepEqual(named, [
      'SEARCH documents USING COVERING INDEX documents_by_name (agent_id=? AND name=?)',
    ])
    assert.deepEqual(await planOf((db) => questionOfPair(db, 'agent', 'set-1')), [
      'SEARCH documents USING INDEX documents_by_set (set_id=?)',
      'SEARCH pairs USING INDEX pairs_kept (id=?)',
      'SEARCH documents USING INDEX documents_by_set (set_id=?)',
    ])
    const changed = await planOf((db) => nextChanged(db, 'base', { version: 1, id: '' }, 9))
    assert.match(changed[0] ?? '', /^SEARCH documents USING INDEX documents_by_version \(base_id=\?/)
    assert.ok(!changed.includes('USE TEMP B-TREE FOR ORDER BY'), changed.join('\n'))
  })
})

onEachEngine((engine) => {
  let database: Database
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.close())

  /** A base with documents of one pair each. */
  async function baseWith(documents: number, status = 'AVAILABLE') {
    const { agent } = await createAgent(database, systemClock, 'Test agent')
    const agentId = agent.id
    const baseId = await createBase(database, systemClock, agentId, { name: 'Many', desc: '' })
    await database.transaction('test', async (tx) => {
      for (let n = 0; n < documents; n++) {
        const [id, setId] = [`${agentId}-${n}`, `${agentId}-set-${n}`]
        await insertSet(tx, { id: setId, document_id: id, state: 'live', touched_at: 1, next_ordinal: 1 })
        await insertPairs(tx, setId, 0, [{ question: `Question ${n}`, answer: 'Yes.' }])
        await insertDocument(tx, {
          ...{ id, agent_id: agentId, base_id: baseId, name: `Document ${n}`, kind: 'QA', format: 'QA' },
          ...{ source_url: null, status, set_id: setId, revision: 1, pair_count: 1, char_count: 14 },
          ...{ token_count: 0, created_at: 1, updated_at: 1 },
        })
      }
    })
    return { agentId, baseId }
  }

  test('failed documents come page by page, each once', async () => {
    const { agentId } = await baseWith(25, 'FAILED')
    const found: string[] = []
    for (let after = ''; ; ) {
      const page = await failedDocuments(database, agentId, after, 10)
      assert.ok(page.length <= 10)
      if (page.length === 0) break
      found.push(...page.map(({ id }) => id))
      after = page.at(-1)?.id ?? after
    }
    assert.equal(new Set(found).size, 25)
    assert.equal(found.length, 25)
  })

  test('work on vectors that goes on in many runs asks for each text once, and no run reads the documents of those before', async () => {
    const { agentId, baseId } = await baseWith(230)
    let now = 0
    // Each look at the clock is four seconds later: a run embeds a document, and then its time is over.
    const clock = { ...systemClock, now: () => (now += 4000) }
    const asked: string[] = []
    const embedder: Embedder = {
      id: 'test',
      dimensions: 4,
      async embed(texts) {
        asked.push(...texts)
        return { ok: true, vectors: texts.map(() => Float32Array.of(1, 0, 0, 0)) }
      },
    }
    let rows = 0
    let most = 0
    const counting: Database = {
      ...database,
      async run(query, params) {
        const found = await database.run(query, params)
        rows += found.length
        most = Math.max(most, found.length)
        return found
      },
    }
    let body: string | undefined = JSON.stringify({ base: baseId })
    const lanes = {
      async add(_tx: unknown, item: { body: string }) {
        body = item.body
        return { id: '', sequence: 1 }
      },
    }
    await database.transaction('test', (tx) => claimEmbedding(tx, { base_id: baseId, embedder: 'test' }, 230))
    const { run } = embedWork({ database: counting, log: createLog('silent'), clock, lanes, embedder })
    let runs = 0
    for (; body !== undefined; runs++) {
      const item = { body, triesUsed: 0 } as Parameters<typeof run>[1]
      body = undefined
      const context = { now: clock.now, signal: new AbortController().signal }
      const { outcome, writeWithOutcome } = await run({} as Parameters<typeof run>[0], item, context)
      assert.equal(outcome.kind, 'done', agentId)
      await database.transaction('test', async (tx) => writeWithOutcome?.(tx))
    }
    assert.ok(runs > 50, `${runs} runs`)
    assert.equal(new Set(asked).size, 230)
    assert.equal(asked.length, 230)
    assert.ok(most <= 100, `${most} rows at once`)
    // A page of documents for each run, and a few rows for each document.
    assert.ok(rows < runs * 103 + 230 * 3, `${rows} rows in ${runs} runs`)
    const state = await database.q
      .selectFrom('embedded_bases')
      .select('version')
      .where('base_id', '=', baseId)
      .executeTakeFirst()
    assert.equal(state?.version, 230)
  })
})
