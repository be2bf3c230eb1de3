/** Work that waits for a pause of the additions is not put off for ever where there is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedClock } from '../harness/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, startTestService } from '../harness/service.ts'

/** More than the service needs to count one document while they are added, by far. */
const MOST_ADDED = 3000

onSqlite((engine) => {
  test('tokens of a document are counted though documents are added without a pause', async () => {
    const clock = movedClock()
    await using service = await startTestService(engine, { clock })
    const { key } = await service.newAgent()
    const tokens = async () => {
      const { json } = await service.api('GET', '/v1/bot/knowledge/base/page', undefined, key)
      return json.knowledge_base[0].token
    }
    await service.addDocument(key, pairsOf(1))
    clock.move(10_000)
    for (let added = 0; (await tokens()) === 0; added++) {
      assert.ok(added < MOST_ADDED, 'nothing was counted')
      await service.addDocument(key, pairsOf(1))
    }
  })
})
