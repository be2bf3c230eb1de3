/** Changes of very many pairs are written in slices beside what a document shows; what is shown then is what one transaction would show. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { clearSets } from '../../src/knowledge/clear-sets.ts'
import { addDocument } from '../../src/knowledge/documents.ts'
import { type PairRow, pagesOf, pairId, removePairs, restorePairs } from '../../src/knowledge/pair-store.ts'
import { applyDraft } from '../../src/knowledge/review/apply-draft.ts'
import { draftPair } from '../../src/knowledge/review/draft-pair.ts'
import { findDraft, putMarks } from '../../src/knowledge/review/draft-store.ts'
import { addRevision, appendPairs, type Knowledge } from '../../src/knowledge/revisions.ts'
import { rollback } from '../../src/knowledge/rollback.ts'
import { type DocumentRow, findDocument, lockDocument } from '../../src/knowledge/store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database, Tx } from '../../src/platform/database/handle.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine, onSqlite } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'

const by = 'somebody'

onSqlite(() => {
  test('a slice of a copy is restored without a look at its other pairs', async () => {
    const shown = { set_id: 's', revision: 1 }
    const plan = await planOf((db) => restorePairs(db as Tx, shown, 2, { first: 0, count: 100 }))
    const found = plan.filter((step) => /^S\w+ pairs/.test(step))
    assert.deepEqual(found, Array(2).fill(found[0]))
    assert.match(found[0] ?? '', /\(set_id=\? AND ordinal>\? AND ordinal<\?\)/)
  })
})

onEachEngine((engine) => {
  let database: Database
  before(async () => {
    database = await openTestDatabase(engine)
  })
  after(() => database.close())

  /** Calls `first` before each transaction, and counts the rows that each inserts into `pairs` by the same name. */
  function knowledgeWith(first: (name: string) => Promise<void> = async () => {}) {
    const inserted = new Map<string, number>()
    const watched: Database = {
      ...database,
      async transaction(name, fn, durability) {
        await first(name)
        return database.transaction(
          name,
          (tx) =>
            fn({
              ...tx,
              insertMany(table, columns, rows) {
                inserted.set(name, Math.max(inserted.get(name) ?? 0, rows.length))
                return tx.insertMany(table, columns, rows)
              },
            }),
          durability,
        )
      },
    }
    const knowledge: Knowledge = {
      clock: systemClock,
      database: watched,
      contentAdded() {},
      contentChanged() {},
      metrics: {} as Knowledge['metrics'],
      requireRoom: async () => {},
    }
    return { knowledge, inserted }
  }

  const newAgent = async () => (await createAgent(database, systemClock, 'Test agent')).agent.id
  const pairs = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ question: `${name} ${n}?`, answer: `${name} ${n}` }))
  async function appendMany(agentId: string, docId: string, count: number) {
    for (let at = 0; at < count; at += 200)
      await appendPairs(knowledgeWith().knowledge, agentId, docId, pairs(`Appended at ${at}`, 200), { by })
  }
  async function find(agentId: string, docId: string): Promise<DocumentRow> {
    return (await findDocument(database, agentId, docId)) ?? assert.fail()
  }
  async function shown(agentId: string, docId: string): Promise<PairRow[]> {
    const rows: PairRow[] = []
    const document = await find(agentId, docId)
    for await (const page of pagesOf(database, document, { size: 500 })) rows.push(...page)
    assert.equal(rows.length, document.pair_count)
    assert.equal(
      rows.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0),
      document.char_count,
    )
    return rows
  }
  const texts = (rows: readonly PairRow[]) => rows.map((row) => [pairId(row), row.question, row.answer])

  async function grown(count: number) {
    const agentId = await newAgent()
    const { doc_id: docId } = await addDocument(knowledgeWith().knowledge, agentId, {
      ...{ name: 'Grown', baseId: undefined, sourceUrl: null, content: pairs('First', 3) },
    })
    const small = texts(await shown(agentId, docId))
    await appendMany(agentId, docId, count)
    return { agentId, docId, small, large: texts(await shown(agentId, docId)) }
  }

  test('to go back over few pairs stays in the set, over very many takes a copy, and both show the same and can be undone', async () => {
    for (const [count, isCopied] of [
      [200, false],
      [2200, true],
    ] as const) {
      const { agentId, docId, small, large } = await grown(count)
      const { set_id } = await find(agentId, docId)
      const { knowledge } = knowledgeWith()
      const result = await rollback(knowledge, agentId, docId, { revision: 1, by })
      assert.equal(result.pairs, 3)
      assert.deepEqual(texts(await shown(agentId, docId)), small)
      assert.equal((await find(agentId, docId)).set_id !== set_id, isCopied)
      await rollback(knowledge, agentId, docId, { by })
      assert.deepEqual(texts(await shown(agentId, docId)), large)
    }
  })

  test('old revisions are forgotten one in a transaction, which deletes only the pairs that this one hid', async () => {
    const { agentId, docId } = await grown(200)
    for (let n = 0; n < 3; n++) {
      await rollback(knowledgeWith().knowledge, agentId, docId, { revision: 1, by })
      await rollback(knowledgeWith().knowledge, agentId, docId, { by })
    }
    const now = texts(await shown(agentId, docId))
    const { set_id } = await find(agentId, docId)
    const countRows = async () =>
      (await database.q.selectFrom('pairs').select('ordinal').where('set_id', '=', set_id).execute()).length
    const counts = [await countRows()]
    const watched: Database = {
      ...database,
      async transaction(name, fn, durability) {
        const value = await database.transaction(name, fn, durability)
        if (name === 'clear-sets: old revisions') counts.push(await countRows())
        return value
      },
    }
    await clearSets(watched, systemClock, () => false, 0)
    const deleted = counts.slice(1).map((count, n) => (counts[n] ?? 0) - count)
    assert.ok(deleted.filter((count) => count === 200).length >= 2, `${deleted}`)
    assert.ok(
      deleted.every((count) => count <= 200),
      `${deleted}`,
    )
    assert.deepEqual(texts(await shown(agentId, docId)), now)
  })

  test('a change of the document while it is copied is neither lost nor shown twice', async () => {
    const { agentId, docId, small } = await grown(2200)
    let changes = 0
    const { knowledge } = knowledgeWith(async (name) => {
      if (name !== 'write-set: show' || changes++ > 0) return
      await appendPairs(knowledgeWith().knowledge, agentId, docId, pairs('Late', 1), { by })
    })
    const before = (await find(agentId, docId)).revision
    const { revision } = await rollback(knowledge, agentId, docId, { revision: 1, by })
    assert.equal(changes, 2, 'the copy started over')
    assert.equal(revision, before + 2)
    assert.deepEqual(texts(await shown(agentId, docId)), small)
    await rollback(knowledge, agentId, docId, { by })
    assert.equal((await shown(agentId, docId)).length, 2204)
  })

  /** A draft of one approved pair, with very many pairs appended since it began. */
  async function drafted() {
    const agentId = await newAgent()
    const docId = await draftPair(knowledgeWith().knowledge, agentId, { question: 'New?', answer: 'Yes.' })
    await appendMany(agentId, docId, 2200)
    const draft = (await findDraft(database, agentId, docId)) ?? assert.fail()
    const mark = { ordinal: 0, state: 'approved', held: 0, question: null, answer: null } as const
    await database.transaction('test', (tx) => putMarks(tx, draft.set_id, [mark]))
    return { agentId, docId, before: texts(await shown(agentId, docId)) }
  }

  test('pairs appended since a draft began are copied before it is shown, and those appended meanwhile with it', async () => {
    const { agentId, docId, before } = await drafted()
    const { knowledge, inserted } = knowledgeWith(async (name) => {
      if (name === 'write-set: show')
        await appendPairs(knowledgeWith().knowledge, agentId, docId, pairs('Late', 2), { by })
    })
    assert.equal((await applyDraft(knowledge, agentId, docId, { version: undefined, by })).pairs, 2203)
    assert.equal(inserted.get('write-set: show'), 2)
    const rows = texts(await shown(agentId, docId))
    assert.equal(rows[0]?.[1], 'New?')
    assert.deepEqual(rows.slice(1, 2201), before)
    assert.deepEqual(
      rows.slice(2201).map(([, question]) => question),
      ['Late 0?', 'Late 1?'],
    )
  })

  test('a pair that is deleted after it was copied does not come back with the draft', async () => {
    const { agentId, docId, before } = await drafted()
    const { knowledge } = knowledgeWith(async (name) => {
      if (name !== 'write-set: show') return
      await database.transaction('test', async (tx) => {
        const document = (await lockDocument(tx, agentId, docId)) ?? assert.fail()
        const { set_id, pair_count, char_count, revision } = document
        await removePairs(tx, set_id, [7], revision + 1)
        const gone = before[7] ?? assert.fail()
        const chars = (gone[1]?.length ?? 0) + (gone[2]?.length ?? 0)
        const counts = { pair_count: pair_count - 1, char_count: char_count - chars }
        const cause = { kind: 'delete_pair', by, added: 0, changed: 0, removed: 1 } as const
        await addRevision(tx, document, { ...cause, ...counts, set_id, status: 'AVAILABLE' }, 1)
      })
    })
    assert.equal((await applyDraft(knowledge, agentId, docId, { version: undefined, by })).pairs, 2200)
    const rows = texts(await shown(agentId, docId))
    assert.deepEqual(rows.slice(1), before.toSpliced(7, 1))
  })
})
