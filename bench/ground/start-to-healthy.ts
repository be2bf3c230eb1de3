/** Start to healthy: `tandem serve` on data that is there, against a bare Fastify server of one route. */
import { type Bench, inTurn, ratio, spread } from '../measure.ts'
import { newFolder, serve, serveProgram } from '../processes.ts'
import { addDocument, makeAgent, samplePairs } from '../sample-data.ts'

const ROUNDS = 9
const PAIRS = 10_000
const MOST = 4

export const bench: Bench = {
  name: 'start to healthy, embedded, existing data, against bare Fastify',
  target: `at most ${MOST} times`,
  async run() {
    const folder = newFolder('start')
    const seeding = await serve(folder)
    await addDocument(seeding, (await makeAgent(seeding)).apiKey, samplePairs(PAIRS))
    await seeding.stop()

    const { a: bare, b: tandem } = await inTurn(
      ROUNDS,
      () => startMs(() => serveProgram('bare-fastify.ts', '/')),
      () => startMs(() => serve(folder)),
    )
    const value = ratio(tandem, bare)
    return {
      value,
      unit: 'times',
      met: value <= MOST,
      details: {
        'tandem serve': spread(tandem, 'ms'),
        'bare Fastify': spread(bare, 'ms'),
        data: `an agent and ${PAIRS} pairs; both keep compiled code between starts`,
      },
    }
  },
}

async function startMs(start: () => ReturnType<typeof serve>): Promise<number> {
  const running = await start()
  await running.stop()
  return running.startMs
}
