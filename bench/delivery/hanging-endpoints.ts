/**
 * A healthy endpoint while 200 others take requests and never answer: accept to arrival, 200 messages a second, against the
 * same load alone. The measurement starts with the backlog of the hanging ones and lasts as long as their first timeout.
 */
import { type Bench, inTurn, ratio } from '../measure.ts'
import { newFolder } from '../processes.ts'
import { p99, type SteadyLoad, shown, steadyLatencies } from './parts/latency.ts'
import { type Peer, startPeer } from './parts/peer.ts'

const ENDPOINTS = 200
const EACH = { messages: 40, conversations: 20 }
const ROUNDS = 2
const MOST = 2
const TIMEOUT_MS = 6000
const WARM_UP_MS = 1500

export const bench: Bench = {
  name: `a healthy endpoint's p99 while ${ENDPOINTS} endpoints hang until timeout, against alone`,
  target: `at most ${MOST} times`,
  async run() {
    const [receiver, hanging, sender] = ['receiver', 'receiver', 'sender'].map((name) =>
      startPeer(`delivery-${name}.ts`),
    ) as [Peer, Peer, Peer]
    const url = await receiver.call<string>('open')
    const urls = await hanging.call<string[]>('openHanging', { ports: ENDPOINTS })
    await sender.call('open', { folder: newFolder('hanging'), timeoutMs: TIMEOUT_MS })
    const agentId = await sender.call<string>('addAgent', { url })
    const load = { agentId, perSecond: 200, forMs: TIMEOUT_MS, conversations: 50 }
    const measure = (forMs: number, more: Partial<SteadyLoad> = {}) =>
      steadyLatencies(receiver, sender, { ...load, forMs, ...more })

    const { a: alone, b: beside } = await inTurn(
      ROUNDS,
      async (round) => {
        await sender.call('start')
        const found = await measure(round === 0 ? WARM_UP_MS : TIMEOUT_MS)
        await sender.call('stop')
        return found
      },
      async (round) => {
        if (round === 0) return []
        await sender.call('addAgentsWithBacklog', { urls, ...EACH })
        await sender.call('start')
        const found = await measure(TIMEOUT_MS)
        await sender.call('stop')
        return found
      },
    )
    await Promise.all([receiver, hanging, sender].map((peer) => peer.stop()))
    const value = ratio(beside.map(p99), alone.map(p99))
    return {
      value,
      unit: 'times',
      met: value <= MOST,
      details: {
        alone: shown(alone.flat()),
        'beside those that hang': shown(beside.flat()),
        'what hangs': `${ENDPOINTS} endpoints with addresses of their own, ${EACH.conversations} conversations of ${EACH.messages / EACH.conversations} messages each, timeout ${TIMEOUT_MS / 1000} s, all due when the measurement starts`,
      },
    }
  },
}
