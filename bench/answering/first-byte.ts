/** The first event of a stream, one client, against the answer of a route that only checks and answers. */
import { type Bench, inTurn, median, spread } from '../measure.ts'
import { newFolder, serveProgram } from '../processes.ts'
import { loadTurns, PAIRS, turnService } from './parts/turn-service.ts'

const ROUNDS = 5
const FOR_MS = 2000
const MOST_MS = 10

export const bench: Bench = {
  name: `first event of a stream among ${PAIRS.toLocaleString('en')} pairs, p50, later than a route that only answers`,
  target: `at most ${MOST_MS} ms`,
  async run() {
    const { service, apiKey, conversations } = await turnService(newFolder('streams'))
    const bare = await serveProgram('bare-turn-route.ts', '/')
    const ids = await conversations(1)
    const options = { apiKey, conversations: ids, forMs: FOR_MS }
    const { a: yardstick, b: streams } = await inTurn(
      ROUNDS,
      () => loadTurns(bare, options),
      () => loadTurns(service, { ...options, mode: 'streaming' }),
    )
    await Promise.all([service.stop(), bare.stop()])
    const answered = yardstick.map(({ p50Ms }) => p50Ms)
    const first = streams.map(({ firstP50Ms }) => firstP50Ms)
    const value = Number(median(first.map((ms, round) => ms - (answered[round] as number))).toFixed(1))
    return {
      value,
      unit: 'ms',
      met: value <= MOST_MS,
      details: {
        'first event, p50': spread(first, 'ms', 2),
        'first words, p50': spread(
          streams.map(({ wordsP50Ms }) => wordsP50Ms),
          'ms',
          2,
        ),
        'whole stream, p50': spread(
          streams.map(({ p50Ms }) => p50Ms),
          'ms',
          2,
        ),
        'only answered, p50': spread(answered, 'ms', 2),
        failed: [...streams, ...yardstick].reduce((sum, { failed }) => sum + failed, 0),
      },
    }
  },
}
