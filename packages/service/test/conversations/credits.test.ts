/** Credits that were added up show no noise of floating point, wherever they are shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { startTestService } from '../harness/service.ts'
import { newConversation, store, usageOf, wholeTime } from './scene.ts'

onSqlite((engine) => {
  test('sums of credits are as round as what they are made of', async () => {
    const service = await startTestService(engine)
    try {
      const { id, key } = await service.newAgent()
      const conversation = await newConversation(service, key)
      const now = Date.UTC(2026, 0, 10)
      for (const [n, credits] of [0.1, 0.2].entries())
        await store(service, conversation, { role: 'assistant', text: 'x', usage: usageOf(credits) }, now + n)
      const page = `/v1/bot/conversation/page?conversation_type=ALL&${wholeTime}&page=1&page_size=10`
      const listed = await service.api('GET', page, undefined, key)
      const admin = await service.admin('GET', `/conversations?agent_id=${id}`)
      const usage = await service.admin('GET', `/usage?agent_id=${id}&from=${now}&until=${now + 86_400_000}`)
      const shown = JSON.stringify([listed.json, admin.json, usage.json])
      assert.deepEqual(
        [...shown.matchAll(/"(?:cost_credit|credits)":([\d.e-]+)/g)].map(([, credits]) => credits),
        Array(4).fill('0.3'),
        shown,
      )
    } finally {
      await service.stop()
    }
  })
})
