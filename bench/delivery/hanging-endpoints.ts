/**
 * A healthy endpoint while 200 others take requests and never answer: accept to arrival, 200 messages a second, against the
 * same load alone. The measurement starts with the backlog of the hanging ones and lasts as long as their first timeout.
 *
 * Both sides begin each round with an empty database: with one for all rounds, what hung before was still being tried and
 * tested while the healthy endpoint was measured alone. The figure is the median over rounds of p99 against p99, 1,200
 * messages a round; p99 over all messages of a side is shown beside it.
 */
import { type Bench, inTurn, ratio } from '../measure.ts'
import { newFolder } from '../processes.ts'
import { p99, shown, steadyLatencies } from './parts/latency.ts'
import { type Peer, startPeer } from './parts/peer.ts'

const ENDPOINTS = 200
const EACH = { messages: 40, conversations: 20 }
const ROUNDS = 5
const MOST = 3
const PER_SECOND = 200
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
    const measure = async (round: number, hangs: boolean) => {
      await sender.call('open', { folder: newFolder('hanging'), timeoutMs: TIMEOUT_MS })
      const agentId = await sender.call<string>('addAgent', { url })
      if (hangs) await sender.call('addAgentsWithBacklog', { urls, ...EACH })
      await sender.call('start')
      const forMs = round === 0 ? WARM_UP_MS : TIMEOUT_MS
      const load = { agentId, perSecond: PER_SECOND, conversations: 50, forMs }
      const found = await steadyLatencies(receiver, sender, load)
      await sender.call('stop')
      await sender.call('close')
      return found
    }
    const { a: alone, b: beside } = await inTurn(
      ROUNDS,
      (round) => measure(round, false),
      (round) => measure(round, true),
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
        'p99 over all messages of a side': `${(p99(beside.flat()) / p99(alone.flat())).toFixed(2)} times`,
        'what hangs': `${ENDPOINTS} endpoints with addresses of their own, ${EACH.conversations} conversations of ${EACH.messages / EACH.conversations} messages each, timeout ${TIMEOUT_MS / 1000} s, all due when the measurement starts`,
        rounds: `${ROUNDS} of ${(PER_SECOND * TIMEOUT_MS) / 1000} messages a side`,
      },
    }
  },
}
