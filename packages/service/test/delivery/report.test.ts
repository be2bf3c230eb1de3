/** What is kept of an attempt can be read again, whole, also in the form of earlier versions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeResponse } from '../../src/delivery/judge-response.ts'
import { readReport, reportOf } from '../../src/delivery/report.ts'
import type { SendResult } from '../../src/platform/egress/send.ts'

const phases = { resolve: 0, connect: 0, tls: 0, send: 0, wait: 12, read: 0 }
const headers = { authorization: 'Bearer hidden', 'webhook-id': 'w' }
const url = 'https://example.com/"hook"?a=b'
const answered = (status: number, body: string): SendResult => ({
  responded: true,
  status,
  headers: { 'set-cookie': ['a=b'], server: 'x' },
  body,
  isUnreadable: false,
  truncated: false,
  latencyMs: 12,
  phases,
})
function kept(result: SendResult, counted = true): string {
  return reportOf(
    { url, startedAt: 1_700_000_000_123, headers, result, verdict: judgeResponse(result, 0) },
    counted,
  )
}
const EXPECTED = '{"code":200,"msg":"success"}'
const toTheLetter = {
  started_at: 1_700_000_000_123,
  latency_ms: 12,
  url,
  stage: 'read',
  http_status: 200,
  response: EXPECTED,
  error: null,
  warning: null,
  counted: true,
  request_headers: null,
  response_headers: null,
  phases_ms: null,
}

test('an attempt is read as it was written, without credentials', () => {
  assert.deepEqual(readReport(kept(answered(200, EXPECTED))), {
    ...toTheLetter,
    request_headers: { authorization: 'Bearer ***', 'webhook-id': 'w' },
    response_headers: { 'set-cookie': '***', server: 'x' },
    phases_ms: phases,
  })
})

test('any other answer is kept as it came', () => {
  const odd = readReport(kept(answered(200, '{"code": 200, "msg":"success"}')))
  assert.deepEqual([odd.response, odd.error, odd.warning], ['{"code": 200, "msg":"success"}', null, null])
  const created = readReport(kept(answered(201, EXPECTED)))
  assert.deepEqual([created.http_status, created.response], [201, EXPECTED])
  assert.match(created.warning ?? '', /201/)
  const failed = readReport(kept(answered(500, EXPECTED), false))
  assert.deepEqual([failed.http_status, failed.counted], [500, false])
  assert.match(failed.error ?? '', /500/)
})

test('an attempt of earlier versions has neither headers nor phases', () => {
  const { request_headers, response_headers, phases_ms, ...before } = toTheLetter
  assert.deepEqual(readReport(JSON.stringify(before)), toTheLetter)
})

test('an attempt in the short form of earlier versions is read whole', () => {
  assert.deepEqual(readReport(JSON.stringify([1_700_000_000_123, 12, url])), toTheLetter)
})
