/** 5,000 event streams of chats open on one process: what each costs, and how soon a message reaches one of them. */
import { startPeer } from '../delivery/parts/peer.ts'
import { type Bench, percentile } from '../measure.ts'
import { newFolder, serve } from '../processes.ts'
import { mib, openAgent, settledBytes } from './parts/chats.ts'

const STREAMS = 5000
const MOST_BYTES = 60 * 1024
const MOST_MS = 50
const MESSAGES = 300

export const bench: Bench = {
  name: `${STREAMS.toLocaleString('en')} open event streams on one process, memory of each`,
  target: `at most ${MOST_BYTES / 1024} KiB`,
  async run() {
    const service = await serve(newFolder('streams'), {
      TANDEM_CHAT_STARTS_PER_MINUTE: '0',
      TANDEM_AGENT_CHAT_STARTS_PER_MINUTE: '0',
    })
    const agentId = await openAgent(service)
    const readers = startPeer('open-streams.ts')
    try {
      await readers.call('start', { port: service.port, agentId, chats: STREAMS })
      // The same work first, so that what the process needs at all is not charged to the streams.
      await readers.call('measure', { messages: 0, everyMs: 0 })
      const before = await settledBytes(service)
      const opened = await readers.call<number>('open')
      const after = await settledBytes(service)
      const latencies = await readers.call<number[]>('measure', { messages: MESSAGES, everyMs: 5 })
      const bytes = Math.round((after - before) / opened)
      const p99 = Number(percentile(latencies, 0.99).toFixed(1))
      return {
        value: Number((bytes / 1024).toFixed(1)),
        unit: 'KiB',
        met: bytes <= MOST_BYTES,
        details: {
          'memory of the process': `${mib(before)} MiB before, ${mib(after)} MiB with ${opened} streams`,
          'a message to one of them': `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${p99} ms of ${MESSAGES}, from the request to its arrival`,
        },
        also: [
          {
            name: 'a message to one of them, p99',
            target: `at most ${MOST_MS} ms`,
            value: p99,
            unit: 'ms',
            met: p99 <= MOST_MS,
          },
        ],
      }
    } finally {
      await readers.stop()
      await service.stop()
    }
  },
}
