/** A reader of an event stream that takes nothing of it is let go. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { mock, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { openStream } from '../../src/platform/http/event-stream.ts'
import type { Log } from '../../src/platform/log.ts'

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

test('a reader that takes nothing for a minute is cut off, and one that takes something is not', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const raw = new FullResponse()
  const reply = { hijack() {}, raw: raw as unknown as ServerResponse } as unknown as FastifyReply
  const sent: boolean[] = []
  const events = async (stream: { send(text: string): Promise<boolean> }) => {
    sent.push(await stream.send('first'), await stream.send('second'))
  }
  openStream(reply, { events }, { requestId: '1', log: {} as Log, stopping: new AbortController().signal })
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
