/** 64 clients adding documents of one pair, each durable before its answer, against the same route with storage left out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, inTurn, median, percentile, ratio, spread } from '../measure.ts'
import { newFolder, type Running, serve, serveProgram, startProgram, untilSettled } from '../processes.ts'
import { makeAgent } from '../sample-data.ts'

const ROUNDS = 5
const FOR_MS = 3000
const CLIENTS = 64
const LEAST = 0.4

interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  clientCpuShare: number
  failed: number
}

export const bench: Bench = {
  name: '64 clients adding one-pair documents, against the route without storage',
  target: `at least ${LEAST} of the rate`,
  async run() {
    const folder = newFolder('stored')
    const service = await serve(folder)
    const { apiKey } = await makeAgent(service)
    const unstoredFolder = newFolder('unstored')
    const unstored = await serveProgram('unstored-service.ts', '/', { TANDEM_DATA: unstoredFolder })
    const unstoredKey = readFileSync(join(unstoredFolder, 'bench-key'), 'utf8')

    const { a: without, b: stored } = await inTurn(
      ROUNDS,
      () => load(unstored, unstoredKey),
      async () => {
        const found = await load(service, apiKey)
        await untilSettled(folder)
        return found
      },
    )
    await Promise.all([service.stop(), unstored.stop()])
    const rates = (loads: readonly Load[]) => loads.map(({ perSecond }) => perSecond)
    const value = ratio(rates(stored), rates(without))
    return {
      value,
      unit: 'of the rate',
      met: value >= LEAST,
      details: {
        durable: spread(rates(stored), 'adds/s'),
        'without storage': spread(rates(without), 'adds/s'),
        'wait for a durable add': `p50 ${percentile(p50s(stored), 0.5).toFixed(1)} ms, p99 ${percentile(p99s(stored), 0.5).toFixed(1)} ms`,
        refused: [...stored, ...without].reduce((sum, { failed }) => sum + failed, 0),
        'busy share of the load process': `${shares(stored)} durable, ${shares(without)} without storage`,
        'left out': 'the transaction of the add and the background work it causes; all else is the same code',
      },
    }
  },
}

const p50s = (loads: readonly Load[]) => loads.map(({ p50Ms }) => p50Ms)
const p99s = (loads: readonly Load[]) => loads.map(({ p99Ms }) => p99Ms)
const shares = (loads: readonly Load[]) => median(loads.map((each) => each.clientCpuShare)).toFixed(2)

function load(service: Running, apiKey: string): Promise<Load> {
  return startProgram<Load>('add-load.ts', {
    port: service.port,
    apiKey,
    clients: CLIENTS,
    forMs: FOR_MS,
  }).finish()
}
