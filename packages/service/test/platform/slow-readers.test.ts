/** A reader of an event stream that takes nothing of it is let go. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { mock, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { openStream } from '../../src/platform/http/event-stream.ts'
import type { Hold } from '../../src/platform/http/limit-unread.ts'
import type { Log } from '../../src/platform/log.ts'

const contextOf = (hold: Hold = () => () => {}) => ({
  ...{ requestId: '1', log: {} as Log, stopping: new AbortController().signal },
  hold,
})

/** A response whose buffer is full from the first word on. */
class FullResponse extends EventEmitter {
  destroyed = false
  writeHead() {}
  flushHeaders() {}
  end() {}
  write() {
    return false
  }
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

const replyOf = (raw: FullResponse) =>
  ({ hijack() {}, getHeaders: () => ({}), raw: raw as unknown as ServerResponse }) as unknown as FastifyReply

test('a reader that takes nothing for a minute is cut off, and one that takes something is not', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const raw = new FullResponse()
  const reply = replyOf(raw)
  const sent: boolean[] = []
  const events = async (stream: { send(text: string): Promise<boolean> }) => {
    sent.push(await stream.send('first'), await stream.send('second'))
  }
  openStream(reply, { events }, contextOf())
  mock.timers.tick(59_000)
  raw.emit('drain')
  await new Promise((resolve) => setImmediate(resolve))
  mock.timers.tick(59_000)
  assert.deepEqual([raw.destroyed, sent.length], [false, 0])
  const closed = once(raw, 'close')
  mock.timers.tick(1_000)
  await closed
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([raw.destroyed, sent], [true, [true, false]])
  mock.timers.reset()
})

test('what a reader does not take counts until it does, and where there is no room for it the reader is cut off', async () => {
  const raw = new FullResponse()
  const reply = replyOf(raw)
  let heldBytes = 0
  const hold: Hold = (bytes) => {
    if (heldBytes + bytes > 100) return undefined
    heldBytes += bytes
    return () => {
      heldBytes -= bytes
    }
  }
  const sent: boolean[] = []
  const events = async (stream: { send(text: string): Promise<boolean> }) => {
    sent.push(await stream.send('x'.repeat(60)), await stream.send('x'.repeat(101)))
  }
  openStream(reply, { events }, contextOf(hold))
  assert.equal(heldBytes, 60)
  raw.emit('drain')
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([heldBytes, sent, raw.destroyed], [0, [true, false], true])
})
