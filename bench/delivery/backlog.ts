/**
 * One agent has a million messages waiting; another sends 100 a second. Accept to arrival of the second agent's, against the
 * same without the backlog; and the memory of the process. The first agent's endpoint answers at once, so that its backlog
 * takes all the speed there is; a second figure, from fewer rounds, is of one that answers after 50 ms.
 *
 * How it is measured: short rounds of the sides in turn, each in a process of its own with a worker started anew, 250
 * messages a round and 3,000 a side. The figure is the median over rounds of p99 against p99, since whatever else the machine
 * does seldom hits more than a few rounds; p99 over all messages of a side is shown beside it. The backlog is on disk before
 * the first round: while it was still being written there, it slowed down the waits for the disk of both sides.
 */
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, type Figure, percentile, ratio } from '../measure.ts'
import { newFolder } from '../processes.ts'
import type { Count } from '../programs/delivery-receiver.ts'
import { p99, shown, steadyLatencies } from './parts/latency.ts'
import { type Peer, startPeer } from './parts/peer.ts'

const ITEMS = 1_000_000
const CONVERSATIONS = 10_000
const ROUNDS = 12
/** The slow endpoint is measured in one round of so many. */
const SLOW_EVERY = 3
const FOR_MS = 2500
const MOST = 5
const MOST_MS = 25
const MOST_MIB = 400
const LOAD = { perSecond: 100, conversations: 50 }
const LOAD_LIMIT_MS = 120_000

interface Measured {
  latencies: number[]
  perSecond: number
}

export const bench: Bench = {
  name: "another agent's p99 beside a backlog of 1,000,000 items, against no backlog",
  target: `at most ${MOST} times, and ${MOST_MS} ms`,
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

    const measure = async (sender: Peer, agentId: string): Promise<Measured> => {
      await sender.call('start')
      // The worker's first second is its start and not the state of things.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await busy.call('begin')
      const latencies = await steadyLatencies(receiver, sender, { ...LOAD, agentId, forMs: FOR_MS })
      const { requests } = await busy.call<Count>('count')
      await sender.call('stop')
      return { latencies, perSecond: (requests / FOR_MS) * 1000 }
    }
    const beside = async (address: string) => {
      await loaded.call('setUrl', { agentId: busyAgent, url: address })
      return measure(loaded, loadedAgent)
    }
    const rounds: { without: Measured; fast: Measured; slow?: Measured }[] = []
    // The first warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const without = await measure(quiet, quietAgent)
      const fast = await beside(busyUrl)
      const isSlowToo = round % SLOW_EVERY === 0
      const slow = isSlowToo ? { slow: await beside(`${busyUrl}/slow`) } : {}
      if (round > 0) rounds.push({ without, fast, ...slow })
    }
    const { peakBytes } = await loaded.call<{ peakBytes: number }>('memory')
    await Promise.all([receiver, busy, quiet, loaded].map((peer) => peer.stop()))

    const without = rounds.map((round) => round.without)
    const fast = rounds.map((round) => round.fast)
    const withSlow = rounds.filter((round) => round.slow)
    const slow = withSlow.map((round) => round.slow as Measured)
    const besideSlow = withSlow.map((round) => round.without)
    const value = against(fast, without, 0.99)
    return {
      value,
      unit: 'times',
      met: value <= MOST && p99(all(fast)) <= MOST_MS,
      details: {
        'without a backlog': shown(all(without)),
        'beside the backlog': `${shown(all(fast))}; delivered at ${rate(fast)} meanwhile`,
        'the same, its endpoint answering after 50 ms': `${shown(all(slow))}; delivered at ${rate(slow)} meanwhile`,
        'p99 over all messages of a side': `${(p99(all(fast)) / p99(all(without))).toFixed(2)} times`,
        'p50, against no backlog': `${against(fast, without, 0.5)} times, ${against(slow, besideSlow, 0.5)} times at 50 ms`,
        rounds: `${ROUNDS} of ${(LOAD.perSecond * FOR_MS) / 1000} messages a side`,
      },
      also: [slowFigure(against(slow, besideSlow, 0.99)), memoryFigure(peakBytes)],
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
  for (const name of readdirSync(folder)) {
    const file = openSync(join(folder, name), 'r+')
    fsyncSync(file)
    closeSync(file)
  }
  return agentId
}

const all = (measured: readonly Measured[]) => measured.flatMap(({ latencies }) => latencies)
const rate = (measured: readonly Measured[]) =>
  `${percentile(
    measured.map(({ perSecond }) => perSecond),
    0.5,
  ).toFixed(0)} messages/s`

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
