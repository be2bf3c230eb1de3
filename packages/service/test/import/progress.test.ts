/** Long imports: whoever looks sees how many rows of how many are read, until they end, however they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPairList } from '@tandem/documents/read-pair-list'
import { followImport } from '../../src/knowledge/import/progress.ts'
import { discardSet, startWriting } from '../../src/knowledge/write-set.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('an import shows the rows it has read once it takes longer than a second, and is gone when it has ended', async () => {
    const { id: agentId } = await service().newAgent()
    const { database } = service().service
    const clock = manualClock()
    const shown = async () => (await service().admin('GET', `/agents/${agentId}/imports`)).json.items
    const begin = async (fileName: string) => {
      const writing = await startWriting({ database, clock, changed: () => {} }, `doc of ${fileName}`)
      const { setId } = writing.written
      const work = { agentId, fileName, documentId: `doc of ${fileName}`, setId }
      return { setId, follow: followImport({ database, clock }, work) }
    }
    const startedAt = clock.now()
    const { follow } = await begin('long.csv')
    await follow.tell({ read: 500, total: 100_000 })
    assert.deepEqual(await shown(), [], 'a short import is not worth a write')
    await clock.advance(1_000)
    await follow.tell({ read: 1_000, total: 100_000 })
    await clock.advance(1_000)
    await follow.tell({ read: 41_200, total: 100_000 })
    assert.deepEqual(await shown(), [
      {
        doc_id: 'doc of long.csv',
        file_name: 'long.csv',
        rows_read: 41_200,
        rows_total: 100_000,
        started_at: startedAt,
      },
    ])
    await follow.end()
    assert.deepEqual(await shown(), [])

    // Whoever read it is gone: with the set it was writing, it is listed no more and cleared.
    const dead = await begin('dead.csv')
    await clock.advance(1_000)
    await dead.follow.tell({ read: 1, total: 2 })
    assert.equal((await shown()).length, 1)
    await discardSet({ database, clock, changed: () => {} }, dead.setId)
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
