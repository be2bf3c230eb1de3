/**
 * A whole service with one agent, its message webhook and a desk behind a human service component, both on one real server on
 * loopback, and time in the test's hands.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../src/platform/config.ts'
import { atRest } from '../harness/at-rest.ts'
import {
  type Behaviour,
  type DeveloperServer,
  type ReceivedRequest,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import type { TestEngine } from '../harness/engines.ts'
import { type ApiAnswer, eventually, startTestService, type TestService } from '../harness/service.ts'
import { type SimulatedClock, simulatedClock } from '../lanes/simulation/clock.ts'

export const HOOK = '/hook'
export const DESK = '/desk'
export const OK: Behaviour = { status: 200, json: { code: 0, message: 'OK' } }

export interface Scene extends AsyncDisposable {
  readonly service: TestService
  readonly server: DeveloperServer
  readonly clock: SimulatedClock
  readonly agent: { id: string; key: string }
  readonly serviceId: string
  conversation(): Promise<string>
  /** The user says something in webhook mode, unless told otherwise. */
  user(conversation: string, text: string, mode?: string): Promise<ApiAnswer>
  /** The developer asks for a person; answers the id of the handoff. */
  handOver(conversation: string, more?: object): Promise<string>
  reply(
    id: string,
    body: string,
    more?: { timestamp?: number; key?: string; idempotency?: string },
  ): Promise<ApiAnswer>
  closeByPerson(id: string, key?: string): Promise<ApiAnswer>
  closeByUser(conversation: string): Promise<ApiAnswer>
  handoff(id: string): Promise<ApiAnswer['json']>
  /** Waits, time standing still, until the handoff is in this state. */
  inState(id: string, state: string): Promise<ApiAnswer['json']>
  /** What the desk received, in order: `establish`, `chat` with its words, `close` with its type. */
  desk(id?: string): string[]
  deskRequests(path?: string): ReceivedRequest[]
  /** What the user heard through the message webhook, in order. */
  heard(conversation: string): string[]
  stored(conversation: string): Promise<{ role: string; text: string }[]>
  pass(ms: number): Promise<void>
  until<T>(what: string, look: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T>
  /** The same, while another service runs on the store. */
  untilElsewhere<T>(
    service: TestService,
    what: string,
    look: () => Promise<T> | T,
    isSo: (value: T) => boolean,
  ): Promise<T>
}

export interface SceneOptions {
  readonly env?: Environment
  readonly on?: Environment
  readonly startAt?: number
  readonly component?: object
  readonly settings?: object
}

export const PAIRS = [
  { question: 'When are you open?', answer: 'We are open from nine to five.' },
  { question: 'How do I return a parcel?', answer: 'Use the label that came with it.' },
]

/** Takes the number of the handoff's next event, so that every attempt to move it fails. */
export const holdStill = ({ service }: Scene, handoffId: string) =>
  service.service.database.transaction('test', async (tx) => {
    const handoff = tx.q.selectFrom('handoffs').select('events').where('id', '=', handoffId)
    const { events } = await handoff.executeTakeFirstOrThrow()
    const event = {
      handoff_id: handoffId,
      n: events + 1,
      at: 0,
      kind: 'test',
      message_id: null,
      detail: null,
    }
    await tx.q.insertInto('handoff_events').values(event).execute()
  })

/** All notices off, for tests that only look at what people say. */
export const QUIET = Object.fromEntries(
  [
    'connecting',
    'waiting',
    'connected',
    'failed',
    'wait_timeout',
    'waiting_again',
    'ended_by_person',
    'ended_by_user',
    'ended_by_timeout',
  ].map((name) => [name, '']),
)

export async function setScene(engine: TestEngine, options: SceneOptions = {}): Promise<Scene> {
  const clock = simulatedClock(options.startAt)
  const server = await startDeveloperServer()
  server.answer(() => OK)
  const service = await startTestService(engine, {
    clock,
    ...(options.on ? { on: options.on } : {}),
    env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8', ...options.env },
  })
  const agent = await service.newAgent()
  await service.addDocument(agent.key, PAIRS)
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: server.url + HOOK })
  if (options.settings) await service.admin('PATCH', `/agents/${agent.id}/settings`, options.settings)
  const made = await service.admin('POST', `/agents/${agent.id}/human-services`, {
    name: 'Support desk',
    webhook_url: server.url + DESK,
    ...options.component,
  })
  if (made.status !== 201) throw new Error(`the component was not made: ${made.text}`)
  return sceneOn({ service, server, clock, agent, serviceId: made.json.id })
}

interface Ground {
  readonly service: TestService
  readonly server: DeveloperServer
  readonly clock: SimulatedClock
  readonly agent: { id: string; key: string }
  readonly serviceId: string
}

function sceneOn({ service, server, clock, agent, serviceId }: Ground): Scene {
  const turnOf = (running: TestService) => () => atRest(running, server.held)
  const turn = turnOf(service)
  const post = (path: string, body: object, key = agent.key) => service.api('POST', path, body, key)
  const deskRequests = (path = '') =>
    server.requests.filter((request) => request.path.startsWith(`${DESK}${path}`))
  const scene: Scene = {
    service,
    server,
    clock,
    agent,
    serviceId,
    async conversation() {
      return (await post('/v1/conversation', { user_id: 'user-1' })).json.conversation_id
    },
    user: (conversation, text, mode = 'webhook') =>
      post('/v2/conversation/message', {
        conversation_id: conversation,
        response_mode: mode,
        messages: [{ role: 'user', content: text }],
      }),
    async handOver(conversation, more = {}) {
      const answer = await post('/v1/conversation/handoff', { conversation_id: conversation, ...more })
      if (answer.status !== 200) throw new Error(`handing over answered ${answer.status} ${answer.text}`)
      return answer.json.handoff_id
    },
    async reply(id, body, { timestamp = clock.now(), key = agent.key, idempotency } = {}) {
      const request = { conversation_id: id, timestamp, body }
      if (idempotency === undefined) return post('/v1/human/message/receive', request, key)
      const response = await fetch(`${service.url}/v1/human/message/receive`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'idempotency-key': idempotency,
        },
        body: JSON.stringify(request),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
    },
    closeByPerson: (id, key = agent.key) =>
      post('/v1/human/close', { conversation_id: id, timestamp: clock.now() }, key),
    closeByUser: (conversation) => post('/v1/conversation/handoff/close', { conversation_id: conversation }),
    handoff: async (id) => (await service.admin('GET', `/handoffs/${id}`)).json,
    inState: (id, state) =>
      eventually(
        `the handoff is ${state}`,
        () => scene.handoff(id),
        (it) => it.state === state || it.end_reason === state,
      ),
    desk: (id) =>
      deskRequests()
        .filter(
          ({ json }) => id === undefined || (json as { conversation_id?: string }).conversation_id === id,
        )
        .map(inShort),
    deskRequests,
    heard: (conversation) =>
      server.requests
        .filter(({ path, json }) => path === HOOK && (json as Sent).conversation_id === conversation)
        .flatMap(({ json }) => (json as Sent).output.map(({ content }) => content.text)),
    async stored(conversation) {
      const rows = await service.service.database.q
        .selectFrom('messages')
        .select(['role', 'text'])
        .where('conversation_id', '=', conversation)
        .orderBy('seq')
        .execute()
      return rows.map(({ role, text }) => ({ role, text }))
    },
    pass: (ms) => clock.pass(ms, turn),
    until: (what, look, isSo) => scene.untilElsewhere(service, what, look, isSo),
    async untilElsewhere(running, what, look, isSo) {
      const deadline = performance.now() + 120_000
      for (;;) {
        const value = await look()
        if (isSo(value)) return value
        if (performance.now() > deadline) throw new Error(`${what}: still ${JSON.stringify(value)}`)
        await clock.pass(250, turnOf(running))
        await pause(2)
      }
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await service.stop()
    },
  }
  return scene
}

interface Sent {
  conversation_id: string
  output: { content: { text: string } }[]
}

export function inShort({ path, json }: ReceivedRequest): string {
  const { body, type } = json as { body?: unknown; type?: string }
  if (path.endsWith('/establish')) return 'establish'
  return path.endsWith('/close') ? `close ${type}` : `chat ${body}`
}
