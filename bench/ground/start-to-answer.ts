/**
 * From healthy to the first right answer, with 100,000 pairs: `tandem serve` starts on data that is there and is asked at
 * once. The index is read from its file; every other round it was killed before, so that the file is not of its last moment.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openConnection, requestBytes } from '../connection.ts'
import { type Bench, median, spread } from '../measure.ts'
import { newFolder, type Running, serve } from '../processes.ts'
import { addDocument, makeAgent, type SamplePair } from '../sample-data.ts'
import { randomFrom, sampleTexts } from '../sample-questions.ts'

const PAIRS = 100_000
const PAIRS_A_DOCUMENT = 10_000
const ROUNDS = 8
const MOST_MS = 1000
/** A question of function words alone says nothing in so large a base. */
const TELLING = /[a-z]{8}/

export const bench: Bench = {
  name: `first right answer after a start with ${PAIRS.toLocaleString('en')} pairs, from healthy on`,
  target: `at most ${MOST_MS} ms`,
  async run() {
    const folder = newFolder('start-to-answer')
    const seeding = await serve(folder)
    const { apiKey } = await makeAgent(seeding)
    const asked = await addPairs(seeding, apiKey)
    const builtMs = await answerMs(seeding, apiKey, asked[0] as SamplePair)
    const fileBytes = await untilKept(join(folder, 'indexes'))
    await seeding.stop()
    const times: number[] = []
    const starts: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const running = await serve(folder)
      times.push(await answerMs(running, apiKey, asked[round] as SamplePair))
      starts.push(running.startMs)
      if (round % 2 === 0) process.kill(running.pid, 'SIGKILL')
      await running.stop()
    }
    const value = Math.round(median(times))
    return {
      value,
      unit: 'ms',
      met: value <= MOST_MS,
      details: {
        'healthy to answer': spread(times, 'ms'),
        'start to healthy': spread(starts, 'ms'),
        'the same where the index is built': `${Math.round(builtMs)} ms after the last pair was added`,
        'file of the index': `${Math.round(fileBytes / 2 ** 20)} MiB`,
      },
    }
  },
}

/** Returns some of the pairs. */
async function addPairs(service: Running, apiKey: string): Promise<SamplePair[]> {
  const random = randomFrom(7)
  const asked: SamplePair[] = []
  let document: SamplePair[] = []
  for (const pair of sampleTexts(PAIRS)) {
    if (asked.length <= ROUNDS && random() < 0.001 && TELLING.test(pair.question)) asked.push(pair)
    if (document.push(pair) < PAIRS_A_DOCUMENT) continue
    await addDocument(service, apiKey, document)
    document = []
  }
  return asked
}

async function answerMs(service: Running, apiKey: string, { question, answer }: SamplePair): Promise<number> {
  const startedAt = performance.now()
  const connection = await openConnection(service.port)
  const body = JSON.stringify({ prompt: question, top_k: 3 })
  const reply = await connection.send(requestBytes('POST', '/v1/vector/match', apiKey, body))
  const ms = performance.now() - startedAt
  connection.close()
  if (!reply.body.includes(answer)) throw new Error(`Asked for ${question}, got ${reply.body.slice(0, 500)}`)
  return ms
}

/** Until the index is in its file; returns how long that is. */
async function untilKept(folder: string): Promise<number> {
  for (;;) {
    const [name] = existsSync(folder) ? readdirSync(folder) : []
    if (name && !name.includes('.')) return statSync(join(folder, name)).size
    await pause(50)
  }
}
