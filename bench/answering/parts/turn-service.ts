/** A service whose agent knows 100,000 pairs, conversations to ask it in, and the load of turns on it or on its yardstick. */
import { type Running, serve, startProgram, untilSettled } from '../../processes.ts'
import { addDocument, makeAgent } from '../../sample-data.ts'
import { sampleTexts } from '../../sample-questions.ts'

export const PAIRS = 100_000
const DOCUMENT_PAIRS = 25_000

export interface TurnService {
  readonly service: Running
  readonly apiKey: string
  conversations(count: number): Promise<string[]>
}

export async function turnService(folder: string, env: Record<string, string> = {}): Promise<TurnService> {
  const service = await serve(folder, { TANDEM_LOG_LEVEL: 'warn', ...env })
  const { apiKey } = await makeAgent(service)
  const texts = [...sampleTexts(PAIRS)]
  for (let at = 0; at < PAIRS; at += DOCUMENT_PAIRS)
    await addDocument(service, apiKey, texts.slice(at, at + DOCUMENT_PAIRS))
  await untilSettled(folder)
  return {
    service,
    apiKey,
    conversations: (count) =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const response = await fetch(`${service.url}/v1/conversation`, {
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify({ user_id: `bench-${n}` }),
          })
          return ((await response.json()) as { conversation_id: string }).conversation_id
        }),
      ),
  }
}

export interface TurnLoad {
  /** Processor time of the measured process for each request, in microseconds. */
  cpuUs: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  firstP50Ms: number
  wordsP50Ms: number
  clientCpuShare: number
  failed: number
}

let loads = 0

export async function loadTurns(
  target: Running,
  options: { apiKey: string; conversations: string[]; forMs: number; mode?: 'blocking' | 'streaming' },
): Promise<TurnLoad> {
  const input = { port: target.port, mode: 'blocking', pairs: PAIRS, seed: loads++, ...options }
  const before = target.cpuMs() ?? Number.NaN
  const load = await startProgram<Omit<TurnLoad, 'cpuUs'> & { count: number }>('turn-load.ts', input).finish()
  return { ...load, cpuUs: (((target.cpuMs() ?? Number.NaN) - before) * 1000) / load.count }
}
