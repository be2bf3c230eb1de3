/** One agent whose message webhook is a real server on loopback, a whole service to deliver to it, and time in the test's hands. */
import { setTimeout as pause } from 'node:timers/promises'
import { parseItemId } from '../../src/lanes/lane.ts'
import type { Environment } from '../../src/platform/config.ts'
import { atRest } from '../harness/at-rest.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import type { TestEngine } from '../harness/engines.ts'
import { type ApiAnswer, eventually, startTestService, type TestService } from '../harness/service.ts'
import { type SimulatedClock, simulatedClock } from '../lanes/simulation/clock.ts'

export interface Scene extends AsyncDisposable {
  readonly service: TestService
  readonly developer: DeveloperServer
  readonly clock: SimulatedClock
  readonly agent: { id: string; key: string }
  /** Saves the message webhook of the agent. */
  connect(settings?: { url?: string; username?: string; secret?: string }): Promise<ApiAnswer>
  /** Sends a message and answers its delivery's id. */
  send(conversation: string, text?: string): Promise<string>
  delivery(id: string): Promise<ApiAnswer['json']>
  /** Waits, time standing still, until so many attempts of it are in the log. */
  attempted(id: string, count: number): Promise<ApiAnswer['json']>
  /** Waits, time standing still, until it is delivered or dead. */
  settled(id: string): Promise<ApiAnswer['json']>
  /** Has a delivery that failed be given up: its time is over, and its next try finds it so. */
  expire(id: string): Promise<ApiAnswer['json']>
  pass(ms: number): Promise<void>
  /** Lets time run until something is so. */
  until<T>(what: string, look: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T>
}

export const ALLOW_LOOPBACK = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }

export async function setScene(
  engine: TestEngine,
  options: { env?: Environment; startAt?: number; connect?: false } = {},
): Promise<Scene> {
  const clock = simulatedClock(options.startAt)
  const developer = await startDeveloperServer()
  const service = await startTestService(engine, { clock, env: { ...ALLOW_LOOPBACK, ...options.env } })
  const agent = await service.newAgent()
  const turn = () => atRest(service, developer.held)
  const scene: Scene = {
    service,
    developer,
    clock,
    agent,
    connect: (settings = {}) =>
      service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: developer.url, ...settings }),
    async send(conversation, text = 'Hello.') {
      const body = { conversation_id: conversation, text }
      const answer = await service.admin('POST', `/agents/${agent.id}/messages`, body)
      if (answer.status !== 202) throw new Error(`sending answered ${answer.status} ${answer.text}`)
      return answer.json.delivery_id
    },
    delivery: async (id) => (await service.admin('GET', `/deliveries/${id}`)).json,
    attempted: (id, count) =>
      eventually(
        `${count} attempts`,
        () => scene.delivery(id),
        (it) => it.attempts >= count && it.attempt_log.length >= count,
      ),
    settled: (id) =>
      eventually(
        'settled',
        () => scene.delivery(id),
        (it) => it.state !== 'pending',
      ),
    async expire(id) {
      const { uid = '', seq = 0 } = parseItemId(id) ?? {}
      await service.service.database.transaction('test', async (tx) => {
        const lane = tx.q.selectFrom('lanes').select('id').where('uid', '=', uid)
        await tx.q
          .updateTable('lane_items')
          .set({ expires_at: clock.now() })
          .where('lane_id', 'in', lane)
          .where('seq', '=', seq)
          .execute()
      })
      const isOver = ({ state }: ApiAnswer['json']) => state !== 'pending'
      return scene.until('given up', () => scene.delivery(id), isOver)
    },
    pass: (ms) => clock.pass(ms, turn),
    async until(what, look, isSo) {
      const deadline = performance.now() + 120_000
      for (;;) {
        const value = await look()
        if (isSo(value)) return value
        if (performance.now() > deadline) throw new Error(`${what}: still ${JSON.stringify(value)}`)
        await clock.pass(500, turn)
        await pause(2)
      }
    },
    async [Symbol.asyncDispose]() {
      await developer.close()
      await service.stop()
    },
  }
  if (options.connect !== false) await scene.connect()
  return scene
}
