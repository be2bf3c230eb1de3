/**
 * 5,000 open chats on one process, each as the widget leaves it: begun, with a question asked and answered, and its stream held
 * open. All that the process has grown by is charged to them.
 */
import { mib, openAgent, settledBytes } from '../answering/parts/chats.ts'
import { startPeer } from '../delivery/parts/peer.ts'
import type { Bench } from '../measure.ts'
import { newFolder, serve } from '../processes.ts'

const CHATS = 5000
const WARM = 500
const MOST_BYTES = 60 * 1024
const LONGEST_MS = 600_000

export const bench: Bench = {
  name: `${CHATS.toLocaleString('en')} open chats on one process, memory of each`,
  target: `at most ${MOST_BYTES / 1024} KiB`,
  async run() {
    const service = await serve(newFolder('chats'), {
      TANDEM_CHAT_STARTS_PER_MINUTE: '0',
      TANDEM_AGENT_CHAT_STARTS_PER_MINUTE: '0',
      TANDEM_LOG_LEVEL: 'warn',
    })
    const agentId = await openAgent(service, { greeting: 'Hello! How can I help?' })
    const visitors = startPeer('open-streams.ts')
    const open = async (chats: number) => {
      await visitors.call('start', { port: service.port, agentId, chats }, LONGEST_MS)
      await visitors.call('ask', { text: 'How long does shipping take?' }, LONGEST_MS)
      await visitors.call('open', {}, LONGEST_MS)
    }
    try {
      // What the process needs at all is not charged to the chats.
      await open(WARM)
      const before = await settledBytes(service)
      await open(CHATS)
      const after = await settledBytes(service)
      const bytes = Math.round((after - before) / CHATS)
      return {
        value: Number((bytes / 1024).toFixed(1)),
        unit: 'KiB',
        met: bytes <= MOST_BYTES,
        details: {
          'memory of the process': `${mib(before)} MiB with ${WARM} chats, ${mib(after)} MiB with ${WARM + CHATS}`,
        },
      }
    } finally {
      await visitors.stop()
      await service.stop()
    }
  },
}
