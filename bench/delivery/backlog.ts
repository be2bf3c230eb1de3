/**
 * One agent has a million messages waiting; another sends 100 a second. Accept to arrival of the second agent's, against the
 * same without the backlog; and the memory of the process. The first agent's endpoint answers at once, so that its backlog
 * takes all the speed there is; a second figure is of one that answers after 50 ms.
 */
import { type Bench, type Figure, percentile, ratio } from '../measure.ts'
import { newFolder } from '../processes.ts'
import type { Count } from '../programs/delivery-receiver.ts'
import { shown, steadyLatencies } from './parts/latency.ts'
import { type Peer, startPeer } from './parts/peer.ts'

const ITEMS = 1_000_000
const CONVERSATIONS = 10_000
const ROUNDS = 2
const FOR_MS = 4000
const WARM_UP_MS = 2000
const MOST = 2
const MOST_MIB = 400
const LOAD = { perSecond: 100, conversations: 50 }
const LOAD_LIMIT_MS = 120_000

interface Measured {
  latencies: number[]
  perSecond: number
  rssBytes: number
}

export const bench: Bench = {
  name: "another agent's p99 beside a backlog of 1,000,000 items, against no backlog",
  target: `at most ${MOST} times`,
  async run() {
    const [receiver, busy, quiet] = ['receiver', 'receiver', 'sender'].map((name) =>
      startPeer(`delivery-${name}.ts`),
    ) as [Peer, Peer, Peer]
    const url = await receiver.call<string>('open')
    const busyUrl = await busy.call<string>('open')
    await quiet.call('open', { folder: newFolder('quiet') })
    const quietAgent = await quiet.call<string>('addAgent', { url })
    const folder = newFolder('backlog')
    const busyAgent = await writeBacklog(folder, busyUrl)
    const loaded = startPeer('delivery-sender.ts')
    await loaded.call('open', { folder })
    const loadedAgent = await loaded.call<string>('addAgent', { url })

    const measure = async (sender: Peer, agentId: string, forMs: number): Promise<Measured> => {
      await sender.call('start')
      // The worker's first second is its start and not the state of things.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await busy.call('begin')
      const latencies = await steadyLatencies(receiver, sender, { ...LOAD, agentId, forMs })
      const { requests } = await busy.call<Count>('count')
      const { rssBytes } = await sender.call<{ rssBytes: number }>('memory')
      await sender.call('stop')
      return { latencies, perSecond: (requests / forMs) * 1000, rssBytes }
    }
    const found = { without: [] as Measured[], fast: [] as Measured[], slow: [] as Measured[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const forMs = round === 0 ? WARM_UP_MS : FOR_MS
      const without = await measure(quiet, quietAgent, forMs)
      await loaded.call('setUrl', { agentId: busyAgent, url: busyUrl })
      const fast = await measure(loaded, loadedAgent, forMs)
      await loaded.call('setUrl', { agentId: busyAgent, url: `${busyUrl}/slow` })
      const slow = await measure(loaded, loadedAgent, forMs)
      if (round === 0) continue
      found.without.push(without)
      found.fast.push(fast)
      found.slow.push(slow)
    }
    const { peakBytes } = await loaded.call<{ peakBytes: number }>('memory')
    await Promise.all([receiver, busy, quiet, loaded].map((peer) => peer.stop()))

    const value = against(found.fast, found.without, 0.99)
    return {
      value,
      unit: 'times',
      met: value <= MOST,
      details: {
        'without a backlog': shown(all(found.without)),
        'beside the backlog': `${shown(all(found.fast))}; delivered at ${rates(found.fast)} meanwhile`,
        'the same, its endpoint answering after 50 ms': `${shown(all(found.slow))}; delivered at ${rates(found.slow)} meanwhile`,
        'p50, against no backlog': `${against(found.fast, found.without, 0.5)} times, ${against(found.slow, found.without, 0.5)} times at 50 ms`,
      },
      also: [slowFigure(against(found.slow, found.without, 0.99)), memoryFigure(peakBytes)],
    }
  },
}

/** In a process of its own, so that the memory measured later is that of delivering. */
async function writeBacklog(folder: string, url: string): Promise<string> {
  const loader = startPeer('delivery-sender.ts')
  await loader.call('open', { folder })
  const agentId = await loader.call<string>('addAgent', { url })
  const backlog = { agentId, messages: ITEMS, conversations: CONVERSATIONS }
  await loader.call('addBacklog', backlog, LOAD_LIMIT_MS)
  await loader.call('close')
  await loader.stop()
  return agentId
}

const all = (measured: readonly Measured[]) => measured.flatMap(({ latencies }) => latencies)
const rates = (measured: readonly Measured[]) =>
  `${measured.map(({ perSecond }) => perSecond.toFixed(0)).join(' and ')} messages/s`

function against(measured: readonly Measured[], without: readonly Measured[], share: number): number {
  const at = ({ latencies }: Measured) => percentile(latencies, share)
  return ratio(measured.map(at), without.map(at))
}

function slowFigure(value: number): Figure {
  const name = 'the same, the endpoint of the backlog answering after 50 ms'
  return { name, target: `at most ${MOST} times`, value, unit: 'times', met: value <= MOST }
}

function memoryFigure(peakBytes: number): Figure {
  const value = Math.round(peakBytes / 1024 / 1024)
  return {
    name: 'memory of the process with that backlog, at most',
    target: `less than ${MOST_MIB} MiB`,
    value,
    unit: 'MiB',
    met: value < MOST_MIB,
  }
}
