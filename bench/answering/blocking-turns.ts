/** 64 clients in blocking mode without a model, each turn durable, against a route that only checks and answers. */
import { type Bench, inTurn, median, ratio, spread } from '../measure.ts'
import { newFolder, type Running, serveProgram } from '../processes.ts'
import { loadTurns, PAIRS, type TurnLoad, turnService } from './parts/turn-service.ts'

const ROUNDS = 5
const FOR_MS = 3000
const CLIENTS = 64
const LEAST = 0.08

export const bench: Bench = {
  name: `${CLIENTS} clients asking among ${PAIRS.toLocaleString('en')} pairs, durable, against a route that only answers`,
  target: `at least ${LEAST} of the rate`,
  async run() {
    const { service, apiKey, conversations } = await turnService(newFolder('turns'))
    const bare = await serveProgram('bare-turn-route.ts', '/')
    const ids = await conversations(CLIENTS)
    const load = (target: Running) => loadTurns(target, { apiKey, conversations: ids, forMs: FOR_MS })
    const { a: yardstick, b: turns } = await inTurn(
      ROUNDS,
      () => load(bare),
      () => load(service),
    )
    await Promise.all([service.stop(), bare.stop()])
    const value = ratio(rates(turns), rates(yardstick))
    return {
      value,
      unit: 'of the rate',
      met: value >= LEAST,
      details: {
        turns: spread(rates(turns), 'turns/s'),
        'only answered': spread(rates(yardstick), 'answers/s'),
        'wait for an answer': `p50 ${median(turns.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms, p99 ${median(turns.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
        'processor time': `${cpu(turns)} µs a turn, ${cpu(yardstick)} µs an answer that only answers`,
        failed: [...turns, ...yardstick].reduce((sum, { failed }) => sum + failed, 0),
        'busy share of the load process': median(turns.map((each) => each.clientCpuShare)).toFixed(2),
      },
    }
  },
}

const cpu = (loads: readonly TurnLoad[]) => median(loads.map(({ cpuUs }) => cpuUs)).toFixed(0)
const rates = (loads: readonly TurnLoad[]) => loads.map(({ perSecond }) => perSecond)
