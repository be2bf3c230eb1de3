/**
 * Counts events by agent and hour. Counts are gathered in memory and written every few seconds: otherwise all turns of an agent
 * would wait for one row. A process that is killed loses the counts of those seconds; one that stops loses none.
 */
import { startBackground } from '../../platform/background.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { addTo, type Counts, histogramOf } from './counts.ts'
import { addCounts } from './store.ts'

/** How long the counts of an hour are stored, and the longest span that can be asked for. */
export const KEPT_DAYS = 400
const WRITE_MS = 2000

export type Stats = ReturnType<typeof createStats>

const OUTCOMES: Readonly<Record<string, Counts>> = {
  answered: { questions: 1, answered: 1 },
  offered: { questions: 1, offered: 1 },
  unanswered: { questions: 1, none: 1 },
  failed: { questions: 1 },
}

export function createStats({ database, clock, log }: Pick<Core, 'log' | 'clock' | 'database'>) {
  let gathered = new Map<string, Counts>()
  let written: Promise<void> = Promise.resolve()

  function add(agentId: string, counts: Counts): void {
    const key = `${Math.floor(clock.now() / HOUR_MS)} ${agentId}`
    gathered.set(key, addTo(gathered.get(key) ?? {}, counts))
  }

  /** Counts that could not be written are kept in memory. */
  async function writeGathered(): Promise<void> {
    if (gathered.size === 0) return
    const taken = gathered
    gathered = new Map()
    try {
      // In one order everywhere, so that no two transactions wait for each other.
      const rows = [...taken].sort(([a], [b]) => (a < b ? -1 : 1))
      await database.transaction(
        'stats',
        async (tx) => {
          for (const [key, counts] of rows) {
            const [hour = '', agentId = ''] = key.split(' ')
            await addCounts(tx, agentId, Number(hour), counts)
          }
        },
        'process',
      )
    } catch (error) {
      for (const [key, counts] of taken) gathered.set(key, addTo(gathered.get(key) ?? {}, counts))
      throw error
    }
  }

  /** Resolves when all that was gathered so far is written. */
  function write(): Promise<void> {
    written = written.catch(() => {}).then(writeGathered)
    return written
  }
  const writing = startBackground({ name: 'write statistics', everyMs: WRITE_MS, clock, log, run: write })

  return {
    /** A turn has ended; small talk does not count as a question. */
    turnEnded(agentId: string, outcome: string, afterMs: number) {
      const counts = OUTCOMES[outcome]
      if (counts) add(agentId, { ...counts, answer: histogramOf(afterMs) })
    },
    handedOver: (agentId: string) => add(agentId, { handoffs: 1 }),
    /** A person replied for the first time, `afterMs` after the user asked for one. */
    replied: (agentId: string, afterMs: number) => add(agentId, { firstReply: histogramOf(afterMs) }),
    attempted: (agentId: string, isDelivered: boolean, latencyMs: number) =>
      add(agentId, { [isDelivered ? 'deliveries' : 'failures']: 1, latency: histogramOf(latencyMs) }),
    write,
    async stop() {
      await writing.stop()
      await write().catch((error: unknown) =>
        log.warn({ err: error }, 'the last statistics were not written'),
      )
    },
  }
}
