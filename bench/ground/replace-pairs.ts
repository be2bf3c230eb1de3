/**
 * Replacing 50,000 pairs through the API while a second client makes small requests, against a bare loop of inserts; and how
 * time and memory grow from 5,000 pairs to 50,000.
 */
import { openConnection, requestBytes } from '../connection.ts'
import { type Bench, type Figure, inTurn, median, percentile, ratio, spread } from '../measure.ts'
import { newFolder, type Running, serve, startProgram, untilCleared, untilSettled } from '../processes.ts'
import { addDocument, makeAgent, type SampleAgent, samplePairs } from '../sample-data.ts'

const ROUNDS = 5
const PAIRS = 50_000
const LEAST_RATIO = 0.4
const MOST_WAIT_MS = 150
const SMALL_EVERY_MS = 10

interface Small {
  waited: { at: number; ms: number }[]
  lateMs: number[]
  failed: number
}

export const bench: Bench = {
  name: 'replace 50,000 pairs through the API, against bare inserts',
  target: `at least ${LEAST_RATIO} of the rate`,
  async run() {
    const folder = newFolder('replace')
    const service = await serve(folder)
    const agent = await makeAgent(service)
    const docId = await addDocument(service, agent.apiKey, samplePairs(PAIRS))
    await untilSettled(folder)

    const { a: bare, b: rounds } = await inTurn(
      ROUNDS,
      (round) => bareInserts(round),
      (round) => replaceBesideOthers(service, folder, agent, docId, round),
    )
    await service.stop()

    const bareMs = bare.map(({ ms }) => ms)
    const replaceMs = rounds.map(({ ms }) => ms)
    const during = rounds.flatMap(({ duringMs }) => duringMs)
    const after = rounds.flatMap(({ afterMs }) => afterMs)
    const late = rounds.flatMap(({ lateMs }) => lateMs)
    const value = ratio(bareMs, replaceMs)
    return {
      value,
      unit: 'of the rate',
      met: value >= LEAST_RATIO,
      details: {
        'through the API': spread(replaceMs, 'ms'),
        'bare inserts': spread(bareMs, 'ms'),
        'small requests sent meanwhile': during.length,
        'small requests refused': rounds.reduce((sum, { failed }) => sum + failed, 0),
        'lateness of the measuring process': `p99 ${percentile(late, 0.99).toFixed(1)} ms (above 10 the machine was too busy to tell)`,
      },
      also: [
        waiting('a second client meanwhile, p99', during, 0.99, true),
        waiting('a second client meanwhile, longest', during, 1, false),
        waiting('a second client while the old pairs are cleared, p99', after, 0.99, true),
        waiting('a second client while the old pairs are cleared, longest', after, 1, false),
        ...(await growth()),
      ],
    }
  },
}

function waiting(name: string, waits: readonly number[], share: number, isClaim: boolean): Figure {
  const value = Number(percentile(waits, share).toFixed(1))
  const figure = { name, value, unit: 'ms' }
  return isClaim ? { ...figure, target: `less than ${MOST_WAIT_MS} ms`, met: value < MOST_WAIT_MS } : figure
}

function bareInserts(round: number): Promise<{ ms: number }> {
  return startProgram<{ ms: number }>('bare-inserts.ts', {
    folder: newFolder('bare'),
    pairs: PAIRS,
    seed: round + 2,
  }).finish()
}

async function replaceBesideOthers(
  service: Running,
  folder: string,
  agent: SampleAgent,
  docId: string,
  round: number,
) {
  const request = replaceRequest(agent.apiKey, docId, PAIRS, round + 2)
  const small = startProgram<Small>('small-requests.ts', {
    ...agent,
    port: service.port,
    everyMs: SMALL_EVERY_MS,
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
  const from = Date.now()
  const ms = await timed(service, request)
  const to = Date.now()
  await untilCleared(folder)
  const { waited, lateMs, failed } = await small.finish()
  await untilSettled(folder)
  return {
    ms,
    lateMs,
    failed,
    duringMs: waited.filter(({ at }) => at >= from && at <= to).map((each) => each.ms),
    afterMs: waited.filter(({ at }) => at > to).map((each) => each.ms),
  }
}

function replaceRequest(apiKey: string, docId: string, pairs: number, seed: number): Buffer {
  const body = JSON.stringify({ doc_id: docId, qaList: samplePairs(pairs, seed) })
  return requestBytes('PUT', '/v1/bot/doc/qa/update', apiKey, body)
}

async function timed(service: Running, request: Buffer): Promise<number> {
  const connection = await openConnection(service.port)
  const startedAt = performance.now()
  const { status, body } = await connection.send(request)
  const ms = performance.now() - startedAt
  connection.close()
  if (status !== 200) throw new Error(`The replacement was answered ${status} ${body}`)
  return ms
}

/** Ten times the pairs, each size in a process of its own: ten times the time and memory would be growth in step. */
async function growth(): Promise<Figure[]> {
  const few = await alone(5_000)
  const many = await alone(50_000)
  const figures: Figure[] = [
    { name: 'time of 50,000 pairs over 5,000', value: rounded(many.ms / few.ms), unit: 'times' },
  ]
  if (few.peakBytes === undefined || many.peakBytes === undefined) return figures
  return [
    ...figures,
    {
      name: `peak memory of 50,000 pairs (${mib(many.peakBytes)} MiB) over 5,000 (${mib(few.peakBytes)} MiB)`,
      value: rounded(many.peakBytes / few.peakBytes),
      unit: 'times',
    },
  ]
}

async function alone(pairs: number) {
  const folder = newFolder('growth')
  const service = await serve(folder)
  const { apiKey } = await makeAgent(service)
  const docId = await addDocument(service, apiKey, samplePairs(pairs))
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    await untilSettled(folder)
    times.push(await timed(service, replaceRequest(apiKey, docId, pairs, round + 2)))
  }
  const peakBytes = service.peakBytes()
  await service.stop()
  return { ms: median(times), peakBytes }
}

const rounded = (value: number) => Number(value.toFixed(1))
const mib = (bytes: number) => Math.round(bytes / 1024 / 1024)
