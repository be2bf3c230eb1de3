/**
 * A sync client that pages until a page is short. With exactly as many entries as fill its pages it asks for one page more, and
 * takes an empty list as the end; a failure there would abort the sync.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, startTestService } from '../harness/service.ts'

const SIZE = 100

onSqlite((engine) => {
  test('a pager that stops at a short page lists exactly 100 documents, and 100 conversations', async () => {
    await using service = await startTestService(engine)
    const { key } = await service.newAgent()
    async function all(path: string): Promise<{ count: number; pages: number }> {
      let count = 0
      for (let page = 1; ; page++) {
        const { status, text, json } = await service.api(
          'GET',
          `${path}&page=${page}&page_size=${SIZE}`,
          undefined,
          key,
        )
        assert.equal(status, 200, text)
        count += json.list.length
        if (json.list.length < SIZE) return { count, pages: page }
      }
    }
    for (let n = 0; n < SIZE; n++) {
      await service.addDocument(key, pairsOf(1), { name: `Document ${n}` })
      await service.api('POST', '/v1/conversation', { user_id: `user-${n}` }, key)
    }
    const bases = await service.api('GET', '/v1/bot/knowledge/base/page', undefined, key)
    const base = bases.json.knowledge_base[0].id
    assert.deepEqual(await all(`/v1/bot/doc/query/page?knowledge_base_id=${base}`), { count: SIZE, pages: 2 })
    const talks = '/v1/bot/conversation/page?conversation_type=ALL&start_time=0&end_time=9999999999999'
    assert.deepEqual(await all(talks), { count: SIZE, pages: 2 })
  })
})
