/** Unanswered questions put together by likeness, found by text, and what a pair would have caught of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import { collectUnanswered, fingerprintOf } from '../../src/conversations/collect-unanswered.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

/** What was asked long ago would be removed as old. */
const NOW = systemClock.now()
/** In the order they were asked, with how often. */
const ASKED: readonly (readonly [string, number])[] = [
  ['Do you sell gift cards?', 3],
  ['Is there parking at the shop?', 4],
  ['Which gift cards do you sell?', 2],
  ['礼品卡可以退吗？', 1],
  ['Do you have parking?', 2],
  ['Are dogs allowed inside?', 1],
]

test('of a question the first 2,000 characters count, also when Unicode writes one character as many', () => {
  // Normalised, this one is 18 characters.
  const long = '\u{FDFA}'
  const of = (count: number) => fingerprintOf(long.repeat(count))
  assert.equal(fingerprintOf('a'.repeat(10_000)), fingerprintOf('a'.repeat(2_000)))
  assert.notEqual(fingerprintOf('a'.repeat(1_999)), fingerprintOf('a'.repeat(2_000)))
  assert.deepEqual([of(10_000), of(2_000)], [of(112), of(112)])
  assert.notEqual(of(111), of(112))
})

onEachEngine((engine) => {
  const service = sharedService(engine)
  const client = () => new TandemAdmin({ url: service().url, token: service().adminToken })

  async function asked() {
    const agent = await service().newAgent()
    const { database } = service().service
    const message = { agent_id: agent.id, conversation_id: 'c', id: 'm' }
    for (const [at, [question, times]] of ASKED.entries())
      for (let n = 0; n < times; n++)
        await database.transaction('test', (tx) => collectUnanswered(tx, message, [question], 'en', NOW + at))
    return { ...agent, agentId: agent.id }
  }

  test('what asks much the same is one group, the most asked or the last asked first, page by page', async () => {
    const { agentId } = await asked()
    const { unanswered } = client()
    const groups = await unanswered.groups({ agentId }).page()
    assert.deepEqual(
      groups.items.map(({ question, asked, question_count }) => [question, asked, question_count]),
      [
        ['Is there parking at the shop?', 6, 2],
        ['Do you sell gift cards?', 5, 2],
        ['Are dogs allowed inside?', 1, 1],
        ['礼品卡可以退吗？', 1, 1],
      ],
    )
    assert.deepEqual([groups.total, groups.looked_at, groups.next_from], [4, 6, null])
    const newest = await Array.fromAsync(unanswered.groups({ agentId, sort: 'newest', limit: 1 }))
    assert.deepEqual(
      newest.map(({ last_asked_at }) => last_asked_at),
      [5, 4, 3, 2].map((at) => NOW + at),
    )
    const found = await unanswered.groups({ agentId, q: 'GIFT' }).page()
    assert.deepEqual(
      found.items[0]?.questions.map(({ asked }) => asked),
      [3, 2],
    )
    assert.equal(found.total, 1)
  })

  test('questions are found by a text in them, and listed by when they were last asked', async () => {
    const { agentId } = await asked()
    const { unanswered } = client()
    const list = async (query: object) =>
      (await Array.fromAsync(unanswered.list({ agentId, limit: 2, ...query }))).map(
        ({ question }) => question,
      )
    assert.deepEqual(await list({ q: 'parking' }), ['Is there parking at the shop?', 'Do you have parking?'])
    assert.deepEqual(await list({ q: '礼品卡' }), ['礼品卡可以退吗？'])
    assert.deepEqual(await list({ sort: 'newest' }), ASKED.map(([question]) => question).reverse())
    assert.deepEqual(await list({ q: "%_'" }), [])
  })

  test('a pair says which open questions it would catch, and answering closes those that are named', async () => {
    const { agentId, key } = await asked()
    const { unanswered } = client()
    const pair = { question: 'Do you sell gift cards?', answer: 'Yes, at the till.' }
    const caught = await unanswered.caught({ agentId }, pair)
    const gifts = caught.items.map(({ question, band }) => [question.question, band])
    assert.deepEqual(gifts[0], ['Do you sell gift cards?', 'answer'])
    assert.ok(
      gifts.some(([question]) => question === 'Which gift cards do you sell?'),
      JSON.stringify(gifts),
    )
    assert.ok(
      gifts.every(([question]) => question?.includes('gift')),
      JSON.stringify(gifts),
    )
    assert.deepEqual([caught.asked, caught.looked_at, caught.answered + caught.offered], [5, 6, gifts.length])
    assert.equal(await service().countRows('documents'), 0)

    const [first, second] = caught.items.map(({ question }) => question.id)
    const also = [second as string, 'unknown']
    const done = await unanswered.answer(
      { agentId, questionId: first as string },
      { answer: pair.answer, also },
    )
    assert.deepEqual([done.question.state, done.caught.items], ['answered', []])
    const open = await Array.fromAsync(unanswered.list({ agentId }))
    assert.ok(!open.some(({ question }) => question.includes('gift')))
    const { json } = await service().api('POST', '/v1/vector/match', { prompt: pair.question, top_k: 1 }, key)
    assert.match(json.list[0].content, /at the till/)
  })

  test('of more than two thousand questions the first two thousand are looked at', async () => {
    const agent = await service().newAgent()
    const { database } = service().service
    const message = { agent_id: agent.id, conversation_id: 'c', id: 'm' }
    const words = [
      'parcel',
      'invoice',
      'refund',
      'colour',
      'battery',
      'warranty',
      'address',
      'coupon',
      'garden',
      'bicycle',
    ]
    const questions = Array.from({ length: 2_100 }, (_, n) =>
      [n % 10, Math.floor(n / 10) % 10, Math.floor(n / 100) % 10]
        .map((at) => words[at])
        .join(' ')
        .concat(` number ${n}`),
    )
    await database.transaction('test', (tx) => collectUnanswered(tx, message, questions, 'en', NOW))
    const { unanswered } = client()
    const groups = await unanswered.groups({ agentId: agent.id }).page()
    const caught = await unanswered.caught(
      { agentId: agent.id },
      { question: 'parcel invoice', answer: 'Yes.' },
    )
    assert.equal(groups.looked_at, 2_000)
    assert.equal(caught.looked_at, 2_000)
  })
})
