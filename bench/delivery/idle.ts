/** One message on an idle system: from handing it in to its arrival, durable in between, against the bare POST. */
import { type Bench, percentile } from '../measure.ts'
import { newFolder } from '../processes.ts'
import { arrivals, shown, steadyLatencies, type Times } from './parts/latency.ts'
import { type Peer, startPeer } from './parts/peer.ts'
import { durablePostgres } from './parts/servers.ts'

const MOST_MS = 10
const MOST_POSTGRES_MS = 15
const EVERY_MS = 30
const MESSAGES = 150

export const bench: Bench = {
  name: 'one message on an idle system, embedded, accept to arrival, p50, more than the bare POST',
  target: `at most ${MOST_MS} ms`,
  async run() {
    const receiver = startPeer('delivery-receiver.ts')
    const url = await receiver.call<string>('open')
    const bare = startPeer('delivery-bare.ts')
    await bare.call('open', { url })
    const embedded = await sender(url)
    const postgres = await durablePostgres()
    const server = await sender(url, await postgres.newDatabase())

    const found: Record<'bare' | 'embedded' | 'postgres', number[]> = { bare: [], embedded: [], postgres: [] }
    // The first round warms up.
    for (const messages of [MESSAGES / 5, MESSAGES, MESSAGES]) {
      await receiver.call('begin', { noteTimes: true })
      const sent = await bare.call<Times>('sendSlowly', { messages, everyMs: EVERY_MS })
      const ofBare = await arrivals(receiver, sent)
      const ofEmbedded = await embedded.measure(receiver, messages)
      const ofPostgres = await server.measure(receiver, messages)
      if (messages < MESSAGES) continue
      found.bare.push(...ofBare)
      found.embedded.push(...ofEmbedded)
      found.postgres.push(...ofPostgres)
    }
    await Promise.all([receiver, bare, embedded.peer, server.peer].map((peer) => peer.stop()))
    await postgres.stop()
    const more = (latencies: number[]) =>
      Number((percentile(latencies, 0.5) - percentile(found.bare, 0.5)).toFixed(1))
    const onServer = more(found.postgres)
    return {
      value: more(found.embedded),
      unit: 'ms',
      met: more(found.embedded) <= MOST_MS,
      details: {
        'bare POST': shown(found.bare),
        embedded: shown(found.embedded),
        PostgreSQL: shown(found.postgres),
      },
      also: [
        {
          name: 'the same on PostgreSQL',
          target: `at most ${MOST_POSTGRES_MS} ms`,
          value: onServer,
          unit: 'ms',
          met: onServer <= MOST_POSTGRES_MS,
        },
      ],
    }
  },
}

async function sender(url: string, databaseUrl?: string) {
  const peer = startPeer('delivery-sender.ts')
  await peer.call('open', { folder: newFolder('idle'), ...(databaseUrl ? { databaseUrl } : {}) })
  const agentId = await peer.call<string>('addAgent', { url })
  await peer.call('start')
  const load = { agentId, perSecond: 1000 / EVERY_MS, conversations: 50 }
  return {
    peer,
    measure: (receiver: Peer, messages: number) =>
      steadyLatencies(receiver, peer, { ...load, forMs: messages * EVERY_MS }),
  }
}
