/** What people who look after handoffs can see: lists, times, the whole timeline, and numbers for /metrics. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handoffDetail, handoffList } from '@tandem/contract/admin-handoffs'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { setScene } from './scene.ts'

onSqlite((engine) => {
  test('one handoff shows everything that happened, with times, words, requests and their attempts', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation, { email: 'ann@example.com' })
    await scene.inState(id, 'WAITING')
    await scene.pass(5000)
    await scene.user(conversation, 'Hello?')
    await scene.reply(id, 'Good day.')
    await scene.pass(7000)
    await scene.closeByUser(conversation)
    const seen = await eventually(
      'everything is delivered',
      () => scene.handoff(id),
      ({ deliveries }) =>
        deliveries.length === 3 && deliveries.every(({ state }: { state: string }) => state === 'delivered'),
    )
    handoffDetail.parse(seen)
    assert.equal(seen.time_to_establish_ms, 0)
    assert.equal(seen.time_to_first_reply_ms, 5000)
    assert.equal(seen.duration_ms, 12_000)
    assert.equal(seen.email, 'ann@example.com')
    assert.equal(seen.deadline_at, null)
    assert.deepEqual(
      seen.timeline.map(({ kind, message }: { kind: string; message: { text: string } | null }) =>
        message && kind !== 'notice' ? `${kind}: ${message.text}` : kind,
      ),
      [
        'request',
        'notice',
        'established',
        'notice',
        'userMessage: Hello?',
        'notice',
        'humanReply: Good day.',
        'userClose',
        'notice',
      ],
    )
    assert.deepEqual(
      seen.deliveries.map(({ kind, attempt_log }: { kind: string; attempt_log: object[] }) => [
        kind,
        attempt_log.length,
      ]),
      [
        ['handoff_establish', 1],
        ['handoff_chat', 1],
        ['handoff_close', 1],
      ],
    )
    assert.deepEqual(seen.undelivered, [])
    assert.equal((await scene.service.admin('GET', '/handoffs/no-such')).json.code, 40400)
  })

  test('a handoff of many long messages shows the newest that fit, and their requests', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    const last = 59
    for (let n = 0; n <= last; n++) await scene.user(conversation, `${n} ${'я'.repeat(9_990)}`)
    const { timeline, deliveries } = await eventually(
      'all messages are delivered',
      () => scene.handoff(id),
      ({ deliveries }) => deliveries.every(({ state }: { state: string }) => state === 'delivered'),
    )
    const said = timeline.filter(({ kind }: { kind: string }) => kind === 'userMessage')
    const sent = deliveries.filter(({ kind }: { kind: string }) => kind === 'handoff_chat')
    const numbers = (texts: readonly string[]) => texts.map((text) => Number.parseInt(text, 10))
    for (const shown of [
      numbers(said.map((event: { message: { text: string } }) => event.message.text)),
      numbers(sent.map(({ body }: { body: { body: string } }) => body.body)),
    ]) {
      assert.ok(shown.length > 0 && shown.length < last, `${shown.length} messages`)
      assert.deepEqual(
        shown,
        Array.from(shown, (_, n) => last + 1 - shown.length + n),
      )
    }
  })

  test('the list is filtered and paged, newest first', async () => {
    await using scene = await setScene(engine)
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.push(await scene.handOver(await scene.conversation()))
      if (n < 4) await scene.pass(10)
    }
    await scene.closeByPerson(ids[0] as string)
    const list = async (query: string) => {
      const { json } = await scene.service.admin('GET', `/handoffs?${query}`)
      handoffList.parse(json)
      return json
    }
    const all: string[] = []
    let cursor = ''
    do {
      const page = await list(`agent_id=${scene.agent.id}&limit=2${cursor}`)
      all.push(...page.items.map((item: { id: string }) => item.id))
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    assert.deepEqual(all, [...ids].reverse())
    assert.equal((await list('state=OPEN')).items.length, 4)
    assert.equal((await list('state=ENDED')).items[0].id, ids[0])
    assert.equal((await list('end_reason=HUMAN_CLOSED')).items.length, 1)
    assert.equal((await list('end_reason=TIMEOUT')).items.length, 0)
    assert.equal((await list(`human_service_id=${scene.serviceId}`)).items.length, 5)
    assert.equal((await list('agent_id=another')).items.length, 0)
    assert.equal((await scene.service.admin('GET', '/handoffs?cursor=x')).json.code, 40000)
    assert.equal((await scene.service.admin('GET', '/handoffs?state=GONE')).json.code, 40000)
  })

  test('metrics count open handoffs, requests, ends and waits', async () => {
    await using scene = await setScene(engine)
    const one = await scene.handOver(await scene.conversation())
    await scene.handOver(await scene.conversation())
    await scene.reply(one, 'Hello.')
    const three = await scene.handOver(await scene.conversation())
    await scene.closeByPerson(three)
    const { text } = await scene.service.api('GET', '/metrics')
    assert.match(text, /tandem_handoffs_open\{state="CONNECTED"\} 1/)
    assert.match(text, /tandem_handoffs_ended_total\{end="HUMAN_CLOSED"\} 1/)
    assert.match(text, /tandem_handoffs_requested_total\{reason="developer"\} 3/)
    assert.match(text, /tandem_handoff_first_reply_seconds_count 1/)
  })
})
