/** What the playground counts: sent, received, lost, out of order, repeated and why. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery, SinkRequest } from '@tandem/sdk/source'
import { prove } from '../src/pages/playground/proof.ts'

const delivery = (sequence: number, more: Partial<Delivery> = {}) =>
  ({
    id: `d${sequence}`,
    webhook_id: `d${sequence}`,
    kind: 'message',
    state: 'delivered',
    conversation_id: 'c',
    sequence,
    ...more,
  }) as Delivery

let lastRequest = 0
function request(webhookId: string, answered: number | null, attempt = 1): SinkRequest {
  lastRequest += 1
  const headers = { 'webhook-id': webhookId, 'tandem-attempt': String(attempt) }
  return { id: lastRequest, at: 0, path: '', headers, body: '', answered, is_test: false }
}

// Deliveries are listed newest first, requests oldest first.
test('all that was sent arrived once and in order: no counter but two is above zero', () => {
  const proof = prove([delivery(2), delivery(1)], [request('d1', 200), request('d2', 200)])
  const none = { waiting: 0, lost: 0, outOfOrder: 0, repeated: 0, why: {} }
  assert.deepEqual(proof, { sent: 2, received: 2, ...none })
})

test('what is tried again is waiting, what was given up or never came is lost', () => {
  const deliveries = [delivery(3, { state: 'dead' }), delivery(2, { state: 'pending' }), delivery(1)]
  const { sent, received, waiting, lost } = prove(deliveries, [])
  assert.deepEqual([sent, received, waiting, lost], [3, 0, 1, 2])
})

test('repetitions are counted with the reason of each, and are no messages of their own', () => {
  const requests = [
    request('d1', null),
    request('d1', 503, 2),
    request('d1', 200, 3),
    request('d1', 200, 4),
    request('d2', 200),
    request('d2', 200),
    { ...request('d2', 200), is_test: true },
    request('elsewhere', 200),
  ]
  const replay = delivery(3, { webhook_id: 'd2' })
  const proof = prove([replay, delivery(2), delivery(1)], requests)
  assert.deepEqual(proof.why, { dropped: 1, refused: 1, late: 1, replayed: 1 })
  assert.deepEqual([proof.sent, proof.received, proof.repeated, proof.outOfOrder], [2, 2, 4, 0])
})

test('a first arrival before an earlier message is out of order; each desk has an order of its own', () => {
  const desk = delivery(1, { id: 'h1', webhook_id: 'h1', kind: 'handoff_establish', conversation_id: 'h' })
  const requests = [request('d2', 200), request('h1', 200), request('d1', 200)]
  assert.equal(prove([desk, delivery(2), delivery(1)], requests).outOfOrder, 1)
})
