/** How refusals are worded: short, in place, and never with a secret in them. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { humanServiceUpdateRequest, messageWebhookRequest } from '@tandem/contract/admin'
import { passwordChangeRequest } from '@tandem/contract/admin-accounts'
import { deliveryListQuery } from '@tandem/contract/admin-deliveries'
import { feedKinds, feedQuery } from '@tandem/contract/admin-events'
import { agentSettings } from '@tandem/contract/agent-settings'
import { contentFile } from '@tandem/contract/conversation'
import { deskReplyRequest } from '@tandem/contract/desk'
import {
  documentDeleteQuery,
  documentPageQuery,
  documentStatusQuery,
  qaChunksAddEnvelope,
} from '@tandem/contract/documents'
import { explainIssues, maxExplainedIssues } from '@tandem/contract/explain'
import { humanCloseRequest, humanMessageRequest } from '@tandem/contract/handoff'
import { defaultQaAddRequest, qaPair } from '@tandem/contract/knowledge'
import { defaultLimits } from '@tandem/contract/limits'
import { z } from 'zod'

function refusal(schema: z.ZodType, value: unknown, prefix?: PropertyKey[]): string[] {
  const result = schema.safeParse(value)
  return result.success ? [] : explainIssues(schema, value, result.error, prefix)
}

test('a long value is shortened', () => {
  const [line = ''] = refusal(defaultQaAddRequest, { purpose: 'x'.repeat(1_000) })
  assert.equal(line, `purpose: found "${'x'.repeat(80)}…", needed one of QA_TEXT, QA_FILE, FILE_2_QA`)
})

test('a secret is never shown, only its kind and length', () => {
  const webhook = { url: 'https://x', username: 'u' }
  assert.deepEqual(refusal(messageWebhookRequest, { ...webhook, secret: 's3cret'.repeat(100) }), [
    'secret: found a string of 600 characters, needed a string of 1 to 500 characters',
  ])
  assert.deepEqual(refusal(messageWebhookRequest, { ...webhook, secret: 4711 }), [
    'secret: found a number, needed a string of 1 to 500 characters',
  ])
  const base64 = { purpose: 'QA_FILE', files: [{ file_name: 'a', file_base64: 'geheim!' }] }
  assert.deepEqual(refusal(defaultQaAddRequest, base64), [
    'files[0].file_base64: found a string of 7 characters, needed the content of the file as base64',
  ])
  const asUrl = { ...base64, files: { secret: 'geheim' } }
  assert.doesNotMatch(refusal(defaultQaAddRequest, asUrl).join(), /geheim/)
})

test('a part that was checked by itself is named by its place in the request', () => {
  assert.deepEqual(refusal(qaPair, { question: 'q', answer: true }, ['qaList', 41]), [
    'qaList[41].answer: found true (a boolean), needed a string of 1 to 20,000 characters',
  ])
  assert.deepEqual(refusal(qaPair, null, ['qaList', 41]), [
    'qaList[41]: found null, needed an object with question and answer',
  ])
})

test('a flood of faults is counted, not listed', () => {
  const lines = refusal(z.array(qaPair), Array(1_000).fill(null))
  assert.equal(lines.length, maxExplainedIssues + 1)
  assert.equal(lines.at(-1), 'and 980 more')
})

test('numbers in the query are digits within their range, and default when left out', () => {
  const base = { knowledge_base_id: 'b' }
  assert.deepEqual(documentPageQuery.parse(base), { ...base, page: 1, page_size: 20 })
  assert.deepEqual(documentPageQuery.parse({ ...base, page: '3', page_size: '100' }), {
    ...base,
    page: 3,
    page_size: 100,
  })
  for (const page of ['0', '-1', '1.5', '1e3', '0x10', ' 1', 'one', '99999999999']) {
    assert.deepEqual(refusal(documentPageQuery, { ...base, page }), [
      `page: found ${JSON.stringify(page)}, needed a whole number from 1 to 1,000,000`,
    ])
  }
  assert.deepEqual(refusal(documentPageQuery, { ...base, page_size: ['1', '101'] }), [
    'page_size: found a list of 2 entries, needed a whole number from 1 to 100',
  ])
})

test('characters are counted as people count them, and a number without an upper end says so', () => {
  assert.deepEqual(refusal(passwordChangeRequest, { password: '😀😀😀😀' }), [
    'password: found a string of 4 characters, needed a string of 8 to 200 characters',
  ])
  assert.deepEqual(refusal(passwordChangeRequest, { password: '😀'.repeat(200) }), [])
  assert.deepEqual(refusal(deskReplyRequest, { text: 'Hello', claim: 0 }), [
    'claim: found 0 (a number), needed a whole number of at least 1',
  ])
})

test('ids arrive repeated or separated by commas', () => {
  assert.deepEqual(documentStatusQuery.parse({ data_ids: 'a' }), { data_ids: ['a'] })
  assert.deepEqual(documentStatusQuery.parse({ data_ids: ['a', 'b'] }), { data_ids: ['a', 'b'] })
  assert.deepEqual(documentDeleteQuery.parse({ doc: 'a, b,' }), { doc: ['a', 'b'] })
  const needed = '1 to 200 ids of at most 200 characters'
  assert.deepEqual(refusal(documentDeleteQuery, { doc: ',' }), [`doc: found ",", needed ${needed}`])
  assert.deepEqual(refusal(documentStatusQuery, {}), [`data_ids: found nothing, needed ${needed}`])
  assert.deepEqual(refusal(feedQuery, { kinds: 'message,zzz' }), [
    `kinds: found "message,zzz", needed some of ${feedKinds.join(', ')}`,
  ])
})

test('appending needs a document and at least one pair', () => {
  assert.deepEqual(refusal(qaChunksAddEnvelope(defaultLimits), { chunks: [] }), [
    'doc_id: found nothing, needed a string of 1 to 200 characters',
    'chunks: found an empty list, needed a list of 1 to 50,000 question-answer pairs',
  ])
})

test('a human reply needs its conversation, its time and words', () => {
  const reply = { conversation_id: 'c', timestamp: 1_742_265_090_895, body: 'Hello' }
  assert.deepEqual(refusal(humanMessageRequest, reply), [])
  assert.deepEqual(refusal(humanMessageRequest, { timestamp: 'noon', body: '' }), [
    'conversation_id: found nothing, needed a string of 1 to 200 characters',
    'timestamp: found "noon", needed milliseconds since 1970 as a whole number',
    'body: found an empty string, needed a string of 1 to 20,000 characters',
  ])
  assert.deepEqual(refusal(humanCloseRequest, { conversation_id: 'c', timestamp: -1 }), [
    'timestamp: found -1 (a number), needed milliseconds since 1970 as a whole number',
  ])
})

test('a webhook secret needs a username that Basic authentication can carry', () => {
  const needed = 'a username without a colon, because a secret is given'
  const url = 'https://x'
  assert.deepEqual(refusal(messageWebhookRequest, { url }), [])
  assert.deepEqual(refusal(messageWebhookRequest, { url, username: 'a:b' }), [])
  assert.deepEqual(refusal(messageWebhookRequest, { url, secret: 's' }), [
    `username: found nothing, needed ${needed}`,
  ])
  assert.deepEqual(refusal(messageWebhookRequest, { url, username: 'a:b', secret: 's' }), [
    `username: found "a:b", needed ${needed}`,
  ])
  assert.deepEqual(refusal(messageWebhookRequest, { url, username: 'a\r\nb' }), [
    'username: found "a\\r\\nb", needed 1 to 200 printable ASCII characters',
  ])
})

test('changing a human service tells "leave it" from "remove it"', () => {
  const change = humanServiceUpdateRequest.parse({ name: null, secret: null })
  assert.equal(change.name, undefined)
  assert.equal(change.username, undefined)
  assert.equal(change.secret, null)
})

test('an optional choice in the query may be left out but not misspelt', () => {
  assert.deepEqual(deliveryListQuery.parse({}), { limit: 50 })
  assert.deepEqual(refusal(deliveryListQuery, { state: 'dead ' }), [
    'state: found "dead ", needed one of pending, delivered, dead',
  ])
})

test('a file as a data URL, as browsers make it, is taken without what stands before its content', () => {
  const file = (base64_content: string) => contentFile.safeParse({ base64_content })
  for (const before of ['', 'data:image/png;base64,', 'data:text/csv;charset=utf-8;base64,', 'DATA:;BASE64,'])
    assert.equal(file(`${before}iVBORw0KGgo=`).data?.base64_content, 'iVBORw0KGgo=', before)
  for (const bad of ['data:image/png,iVBOR', 'data:;base64,', 'see data:;base64,iVBOR'])
    assert.ok(!file(bad).success, bad)
})

test('a value beyond a limit is told the limit', () => {
  assert.deepEqual(refusal(agentSettings, { handoff: { phrases: Array(201).fill('x') } }), [
    'handoff.phrases: found a list of 201 entries, needed a list of at most 200 entries',
  ])
  const [persona] = refusal(agentSettings, { answering: { persona: 'x'.repeat(4_001) } })
  assert.match(
    persona ?? '',
    /^answering\.persona: found "x+…", needed a string of at most 4,000 characters$/,
  )
  const tags = Array.from({ length: 41 }, (_, i) => `aa-${i + 10}`)
  assert.deepEqual(
    refusal(agentSettings, { answering: { texts: Object.fromEntries(tags.map((tag) => [tag, {}])) } }),
    ['answering.texts: found an object, needed an object of at most 40 languages'],
  )
  assert.deepEqual(refusal(z.int().max(5), 9), ['body: found 9 (a number), needed a whole number, at most 5'])
})
