/** Statistics by the hour, and what is downloaded of lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTo, histogramOf, percentile } from '../../src/delivery/stats/counts.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'

onEachEngine((engine) => {
  test('an hour shows its questions by outcome and its deliveries, over a restart; the playground is left out', async () => {
    await using store = await engine.freshEnvironment()
    await using first = await startTestService(engine, { on: store.env })
    const { id, key } = await first.newAgent('=Agent')
    await first.addDocument(key, [{ question: 'When do you open?', answer: 'At nine.' }])
    const mount = `/admin/v1/agents/${id}/api`
    const ask = async (text: string, more: object = {}) => {
      const begun = await first.api(
        'POST',
        `${mount}/v1/conversation`,
        { user_id: '=1+1', ...more },
        first.adminToken,
      )
      const content = [{ type: 'text', text }]
      const body = {
        conversation_id: begun.json.conversation_id,
        response_mode: 'blocking',
        messages: [{ role: 'user', content }],
      }
      const { status } = await first.api('POST', `${mount}/v2/conversation/message`, body, first.adminToken)
      assert.equal(status, 200)
    }
    await ask('When do you open?')
    await ask('Do penguins have knees?')
    await ask('Hello!')
    await ask('When do you open?', { playground: true })
    const { url } = (await first.admin('PUT', `/agents/${id}/sink`, {})).json
    await first.admin('PUT', `/agents/${id}/message-webhook`, { url })
    for (const text of ['1', '2'])
      await first.admin('POST', `/agents/${id}/messages`, { conversation_id: 'c', text })
    const read = async (service = first) => (await service.admin('GET', `/stats?agent_id=${id}`)).json.total
    const seen = await eventually('delivered', read, ({ deliveries }) => deliveries === 2)
    assert.deepEqual([seen.questions, seen.answered, seen.offered, seen.none], [2, 1, 0, 1])
    assert.deepEqual([seen.failures, seen.handoffs, seen.first_reply_p50_ms], [0, 0, null])
    assert.ok(seen.answer_p95_ms >= seen.answer_p50_ms && seen.latency_p95_ms >= seen.latency_p50_ms)

    const csv = await first.admin('GET', `/conversations/export?agent_id=${id}`)
    assert.match(csv.headers.get('content-type') ?? '', /text\/csv/)
    const lines = csv.text.trim().split('\r\n')
    assert.match(lines[0] ?? '', /conversation_id,user_id/)
    assert.equal(lines.length, 4)
    assert.ok(
      lines.slice(1).every((line) => line.includes(",'=1+1,")),
      'no formula',
    )
    const path = `/admin/v1/deliveries/export?agent_id=${id}&format=jsonl&state=delivered`
    const headers = { authorization: `Bearer ${first.adminToken}` }
    const deliveries = await (await fetch(`${first.url}${path}`, { headers })).text()
    const rows = deliveries
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      [2, 1],
    )

    await ask('When do you open?')
    await first.stop()
    await using second = await startTestService(engine, { on: store.env })
    assert.equal((await read(second)).answered, 2)
  })
})

test('percentiles of buckets are close to the true ones, also of sums', () => {
  const times = Array.from({ length: 1000 }, (_, n) => n + 1)
  const all = times.map((ms) => ({ latency: histogramOf(ms) })).reduce(addTo, {}).latency
  for (const share of [0.5, 0.95]) {
    const found = percentile(all, share) ?? 0
    assert.ok(Math.abs(found - share * 1000) < 60, `${share}: ${found}`)
  }
  assert.equal(percentile(undefined, 0.5), null)
  assert.equal(percentile(histogramOf(9e9), 0.5), 3_600_000)
})
