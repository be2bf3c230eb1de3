/**
 * A small world for random stories: users, an AI whose model can be made to wait, a desk that can be well, slow, deaf or gone,
 * and a service that is stopped without grace and started again on the same store. It keeps what it was told and promised;
 * `verdict.ts` compares that with what happened.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Behaviour,
  createLatch,
  type DeveloperServer,
  type Latch,
  type ReceivedRequest,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import type { FreshEnvironment, TestEngine } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { type ApiAnswer, startTestService, type TestService } from '../harness/service.ts'
import { type SimulatedClock, simulatedClock } from '../lanes/simulation/clock.ts'
import { type People, peopleAtDesk } from './people-at-desk.ts'
import { DESK, HOOK, OK } from './scene.ts'

export type DeskMood = 'well' | 'failing' | 'gone' | 'forgetful'

export interface World extends AsyncDisposable {
  readonly clock: SimulatedClock
  readonly server: DeveloperServer
  readonly agent: { id: string; key: string }
  service(): TestService
  /** Undefined when the service died under the request: then it may or may not have been taken. */
  post(path: string, body: object): Promise<ApiAnswer | undefined>
  conversation(): Promise<string>
  deskIs(mood: DeskMood): void
  /** The model's answers wait until it is let go. */
  holdModel(): void
  releaseModel(): void
  /** Stops the service in the middle of what it does, and starts another on the same store. */
  kill(): Promise<void>
  /** How often that has happened. */
  kills(): number
  readonly people: People
  pass(ms: number): Promise<void>
  until(what: string, isSo: () => Promise<boolean>): Promise<void>
}

export const WAITING_S = 20
export const IDLE_S = 40
const AWAY_S = 15

export async function createWorld(engine: TestEngine, kind: 'webhook' | 'desk' = 'webhook'): Promise<World> {
  const store: FreshEnvironment = await engine.freshEnvironment()
  const clock = simulatedClock()
  const server = await startDeveloperServer()
  const model: ModelServer = await startModelServer()
  let mood: DeskMood = 'well'
  let latch: Latch | undefined
  let answers = 0
  const start = () =>
    startTestService(engine, {
      clock,
      on: store.env,
      env: {
        TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
        TANDEM_MODEL_BASE_URL: model.url,
        TANDEM_MODEL: 'scripted',
        TANDEM_LOG_LEVEL: 'info',
      },
    })
  let service = await start()
  let killing = Promise.resolve()
  let kills = 0
  server.answer((request) => (request.path.startsWith(DESK) ? deskAnswer(mood, request) : OK))
  model.answer(({ path }) => {
    if (path !== '/chat/completions') return undefined
    const pieces = [`AI answer ${++answers}.`]
    return latch ? { kind: 'chat', pieces: [latch, ...pieces] } : { kind: 'chat', pieces }
  })
  const agent = await service.newAgent()
  await service.addDocument(agent.key, [{ question: 'When are you open?', answer: 'From nine to five.' }])
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: server.url + HOOK })
  await service.admin('POST', `/agents/${agent.id}/human-services`, {
    name: 'Desk',
    ...(kind === 'desk' ? { kind } : { webhook_url: server.url + DESK }),
    waiting_timeout_s: WAITING_S,
    idle_timeout_s: IDLE_S,
  })
  await service.admin('PATCH', `/agents/${agent.id}/settings`, {
    handoff: { after_unanswered: 0 },
    desk: { away_after_s: AWAY_S },
  })

  const turn = async () => {
    for (let n = 0; n < 2; n++) {
      await new Promise((resolve) => setImmediate(resolve))
      // Between two services there is nobody to wait for.
      await service.service.database.ping().catch(() => {})
    }
  }
  const people =
    kind === 'desk'
      ? await peopleAtDesk(() => service)
      : peopleBehindApi((path, body) => world.post(path, body), clock)
  const world: World = {
    people,
    clock,
    server,
    agent,
    service: () => service,
    async post(path, body) {
      try {
        const answer = await service.api('POST', path, body, agent.key)
        return answer.status === 503 ? undefined : answer
      } catch {
        return undefined
      }
    },
    async conversation() {
      const answer = await world.post('/v1/conversation', { user_id: 'user' })
      return answer?.json.conversation_id
    },
    deskIs(next) {
      mood = next
    },
    holdModel() {
      latch ??= createLatch()
    },
    releaseModel() {
      latch?.release()
      latch = undefined
    },
    kills: () => kills,
    kill() {
      kills++
      killing = killing.then(async () => {
        await service.service.stop(0)
        service = await start()
      })
      return killing
    },
    pass: (ms) => clock.pass(ms, turn),
    async until(what, isSo) {
      const deadline = performance.now() + 120_000
      while (!(await isSo())) {
        if (performance.now() > deadline) throw new Error(`${what}: not so`)
        await clock.pass(1000, turn)
        await pause(1)
      }
    },
    async [Symbol.asyncDispose]() {
      world.releaseModel()
      await killing
      await service.service.stop(0)
      await Promise.all([server.close(), model.close()])
      await store.remove()
    },
  }
  return world
}

function peopleBehindApi(post: World['post'], clock: SimulatedClock): People {
  return {
    reply: ({ id, timestamp, text }) =>
      post('/v1/human/message/receive', { conversation_id: id, timestamp, body: text }),
    close: (id) => post('/v1/human/close', { conversation_id: id, timestamp: clock.now() }),
  }
}

function deskAnswer(mood: DeskMood, { number }: ReceivedRequest): Behaviour {
  switch (mood) {
    case 'well':
      return OK
    case 'failing':
      return { status: 500 }
    case 'gone':
      return { kind: 'reset' }
    // It has the request, but its answer is lost every other time.
    case 'forgetful':
      return number % 2 === 0 ? { kind: 'drop', when: 'before-head' } : OK
  }
}
