/** From handing a message in to its arrival at the receiver, under a steady load that waits for nothing. */
import { percentile } from '../../measure.ts'
import type { Peer } from './peer.ts'

export type Times = [id: string, ms: number][]

export interface SteadyLoad {
  readonly agentId: string
  readonly perSecond: number
  readonly forMs: number
  readonly conversations: number
}

const LATEST_MS = 20_000

export async function steadyLatencies(receiver: Peer, sender: Peer, load: SteadyLoad): Promise<number[]> {
  await receiver.call('begin', { noteTimes: true })
  return arrivals(receiver, await sender.call<Times>('acceptSteadily', load))
}

/** Waits for those still on their way; one that does not come counts with all the time it was waited for. */
export async function arrivals(receiver: Peer, handedIn: Times): Promise<number[]> {
  const deadline = performance.now() + LATEST_MS
  for (;;) {
    // The first arrival counts.
    const arrived = new Map((await receiver.call<Times>('times')).reverse())
    const isOver = performance.now() > deadline
    if (isOver || handedIn.every(([id]) => arrived.has(id)))
      return handedIn.map(([id, ms]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - ms)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const shown = (latencies: readonly number[]) =>
  [
    ['p50', 0.5],
    ['p99', 0.99],
    ['longest', 1],
  ]
    .map(([name, share]) => `${name} ${percentile(latencies, share as number).toFixed(1)} ms`)
    .join(', ')

export const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99)
