/** What one message may carry: files are counted before they are looked at, and large ones are hashed without holding others up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fingerprintOf } from '../../src/answering/turns/fingerprint.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const PATH = '/v2/conversation/message'
const config = { useHistory: true, knowledge: undefined, variables: {}, citations: false }
const message = (base64_content: string) => ({
  id: 'm',
  agentId: 'a',
  conversationId: 'c',
  mode: 'blocking' as const,
  content: [{ type: 'image' as const, image: [{ base64_content, name: 'a.png' }] }],
  given: [],
  config,
})

test('others get their turns while a file of 22 MB is hashed', async () => {
  let turns = 0
  let isDone = false
  const hashing = fingerprintOf(message('A'.repeat(22 * 1024 * 1024))).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await nextTurn()
    turns++
  }
  await hashing
  assert.ok(turns >= 20, `${turns} turns`)
})

test('files that differ in one character, or in their order, are other messages', async () => {
  const first = await fingerprintOf(message('AAAA'))
  assert.equal(await fingerprintOf(message('AAAA')), first)
  assert.notEqual(await fingerprintOf(message('AAAB')), first)
})

onSqlite((engine) => {
  const service = sharedService(engine)

  async function refusalOf(messages: unknown[]) {
    const { key } = await service().newAgent()
    const started = await service().api('POST', '/v1/conversation', { user_id: 'anna' }, key)
    const { conversation_id } = started.json
    return service().api('POST', PATH, { conversation_id, response_mode: 'blocking', messages }, key)
  }
  const urls = (count: number) => Array.from({ length: count }, (_, n) => ({ url: `https://a.example/${n}` }))
  const parts = (count: number, each: number) =>
    Array.from({ length: count }, () => ({ type: 'document', document: urls(each) }))

  test('a message with more than 50 files, and a request with more than 200, are refused', async () => {
    const one = await refusalOf([{ role: 'user', content: parts(50, 20) }])
    assert.equal(one.status, 400, one.text)
    assert.match(one.text, /messages\[0\]\.content: found 1,000 files, needed at most 50/)
    const all = await refusalOf([
      ...Array.from({ length: 99 }, () => ({ role: 'user', content: parts(5, 10) })),
      { role: 'user', content: 'Hello' },
    ])
    assert.equal(all.status, 400, all.text)
    assert.match(all.text, /messages: found 4,950 files, needed at most 200/)
  })

  test('a string of many megabytes is refused by its length, in every field', async () => {
    const { key } = await service().newAgent()
    const long = 'x'.repeat(10_000_000)
    for (const body of [
      { purpose: 'QA_TEXT', name: long, qaList: [{ question: 'a', answer: 'b' }] },
      { purpose: 'QA_TEXT', name: 'a', knowledge_base_id: long, qaList: [{ question: 'a', answer: 'b' }] },
      { purpose: 'QA_TEXT', name: 'a', qaList: [{ question: long, answer: 'b' }] },
      { purpose: 'QA_FILE', files: [{ file_name: long, file_url: 'https://a.example/b.csv' }] },
      { purpose: 'QA_FILE', files: [{ file_name: 'a.csv', file_url: `https://a.example/${long}` }] },
    ]) {
      const answer = await service().api('POST', '/v1/bot/doc/qa/add', body, key)
      assert.equal(answer.status, 400)
      assert.match(answer.text, /characters/)
      assert.ok(answer.text.length < 1000, 'the answer is short')
    }
    const update = await service().api('PUT', '/v1/bot/doc/qa/update', { doc_id: long, qaList: [] }, key)
    assert.match(update.text, /doc_id: found a string of more than 1,000,000 characters/)
  })
})
