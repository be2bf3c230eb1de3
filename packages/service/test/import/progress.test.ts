/** Long imports: whoever looks sees how many rows of how many are read, until they end, however they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowProgress } from '@tandem/documents/read-pair-list'
import { readPairList } from '@tandem/documents/read-pair-list'
import { Registry } from 'prom-client'
import { followImport } from '../../src/knowledge/import/progress.ts'
import { createKnowledgeMetrics } from '../../src/knowledge/metrics.ts'
import { appendPairs } from '../../src/knowledge/revisions.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { beginImport } from '../harness/long-import.ts'
import { sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('an import shows the rows it has read once it takes longer than a second, and is gone when it has ended', async () => {
    const { id: agentId } = await service().newAgent()
    const shown = async () => (await service().admin('GET', `/agents/${agentId}/imports`)).json.items
    const long = await beginImport(service(), agentId, 'long.csv')
    await long.reach(0, 500, 100_000)
    assert.deepEqual(await shown(), [], 'a short import is not worth a write')
    await long.reach(1_000, 1_000, 100_000)
    await long.reach(1_000, 41_200, 100_000)
    assert.deepEqual(await shown(), [
      {
        doc_id: 'doc of long.csv',
        file_name: 'long.csv',
        rows_read: 41_200,
        rows_total: 100_000,
        started_at: long.startedAt,
      },
    ])
    await long.end()
    assert.deepEqual(await shown(), [])

    const dead = await beginImport(service(), agentId, 'dead.csv')
    await dead.reach(1_000, 1, 2)
    assert.equal((await shown()).length, 1)
    await dead.die()
    assert.deepEqual(await shown(), [], 'it is listed no longer than its set is written')
  })

  test('pairs that join a document show how many are written, until they are all there', async () => {
    const { id: agentId, key } = await service().newAgent()
    const documentId = await service().addDocument(key, [{ question: 'A?', answer: 'a' }])
    const clock = manualClock(Date.now())
    const { database } = service().service
    const metrics = createKnowledgeMetrics(new Registry())
    const knowledge = {
      database,
      clock,
      contentAdded: () => {},
      contentChanged: () => {},
      metrics,
      requireRoom: async () => {},
    }
    const shown = async () => (await service().admin('GET', `/agents/${agentId}/imports`)).json.items
    const told: unknown[] = []
    const pairs = Array.from({ length: 1_200 }, (_, n) => ({ question: `${n}?`, answer: 'b', keywords: [] }))
    await appendPairs(knowledge, agentId, documentId, pairs, {
      by: null,
      follow(setId) {
        const progress = followImport(knowledge, { agentId, fileName: 'more.csv', documentId, setId })
        const report = async (rows: RowProgress) => {
          await clock.advance(1_000)
          await progress.report(rows)
          for (const { file_name, doc_id, rows_read, rows_total } of await shown())
            told.push([file_name, doc_id === documentId, rows_read, rows_total])
        }
        return { ...progress, report }
      },
    })
    assert.deepEqual(told, [
      ['more.csv', true, 500, 1_200],
      ['more.csv', true, 1_000, 1_200],
      ['more.csv', true, 1_200, 1_200],
    ])
    assert.deepEqual(await shown(), [])
  })

  test('every row of a file counts, whether it is stored or not', async () => {
    const told: { read: number; total: number }[] = []
    const bytes = Buffer.from('question,answer\nA?,a\nA?,a\nB?,\n\nC?,c\n')
    const limits = { questionChars: 100, answerChars: 100, pairs: 100 }
    const input = { bytes, headerRows: undefined, splitter: undefined, limits }
    await readPairList(input, async (_, rows) => void told.push(rows))
    assert.deepEqual(told, [
      { read: 1, total: 4 },
      { read: 4, total: 4 },
    ])
  })
})
