/**
 * Answering on its real parts (database, lanes, delivery, HTTP), with an answer writer that a test scripts: for what no
 * real knowledge or model does on demand, such as failing inside or standing still.
 */
import { randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { apiKeyGuard } from '../../src/agents/authenticate.ts'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { createSettings } from '../../src/agents/settings.ts'
import { putMessageWebhook } from '../../src/agents/store.ts'
import { createAnswering } from '../../src/answering/start-answering.ts'
import type { Composed, TurnInput, TurnPart } from '../../src/answering/turn.ts'
import { createLive, type Live } from '../../src/conversations/live.ts'
import { openConversation } from '../../src/conversations/open-conversation.ts'
import type { MessageRow } from '../../src/conversations/store.ts'
import { createDelivery } from '../../src/delivery/start-delivery.ts'
import { emptyUsage } from '../../src/delivery/usage.ts'
import type { Handoffs } from '../../src/handoff/handoffs.ts'
import { createLanes, laneSettings } from '../../src/lanes/lanes.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress } from '../../src/platform/egress/client.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { createLog } from '../../src/platform/log.ts'
import { createSecretBox } from '../../src/platform/secrets.ts'
import { databaseAtRest } from '../harness/at-rest.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { type ApiAnswer, clientOf } from '../harness/service.ts'
import type { SimulatedClock } from '../lanes/simulation/clock.ts'
import { type EventReader, openEvents } from './read-events.ts'

export type Script = (input: TurnInput) => AsyncIterable<TurnPart>

export interface Bare extends AsyncDisposable {
  readonly url: string
  readonly database: Database
  readonly live: Live
  readonly agent: { id: string; key: string }
  readonly logLines: readonly string[]
  /** How turns are answered from now on. */
  answer(script: Script): void
  connect(url: string): Promise<void>
  conversation(): Promise<string>
  send(mode: string, conversation: string, text: string, headers?: Record<string, string>): Promise<ApiAnswer>
  stream(conversation: string, text: string, headers?: Record<string, string>): Promise<EventReader>
  resume(lastEventId: string): Promise<EventReader>
  messages(conversation: string): Promise<MessageRow[]>
  /** The first part of `stop`: runs no more turns, and still takes requests. */
  stopTurns(): Promise<void>
  stop(graceMs?: number): Promise<void>
}

/** The words of an answer in pieces, and then what it comes to. */
export async function* saying(...pieces: string[]): AsyncGenerator<TurnPart> {
  for (const text of pieces) yield { kind: 'piece', text }
  yield { kind: 'done', turn: composed(pieces.join('')) }
}

export function composed(text: string, more: Partial<Composed> = {}): Composed {
  return {
    spoken: [{ component: 'knowledge', branch: 'answer', text }],
    usage: emptyUsage,
    outcome: 'answered',
    citations: [],
    detail: { outcome: 'answered', question: '', language: 'en', band: 'answer', hits: [] },
    wantsPerson: false,
    ...more,
  }
}

/** Nobody is there to hand over to. */
export const nobody: Handoffs = {
  request: async (_tx, conversation) => ({ conversation, result: { kind: 'none' } }),
  relay: async () => {},
  takeEmail: async (_tx, conversation) => ({ conversation, taken: false }),
  closeByUser: async () => false,
  start() {},
  async stop() {},
}

export interface BareOptions {
  readonly clock?: Clock
  readonly handoffs?: Handoffs
  /** Leaves the turns to others. */
  readonly runsTurns?: false
  /** How turns are answered from the start. */
  readonly script?: Script
  /** The agent of another on the same store. */
  readonly as?: { agent: { id: string }; apiKey: string }
}

export async function startBare(env: Environment, options: BareOptions = {}): Promise<Bare> {
  const { clock = systemClock, handoffs = nobody } = options
  const config = readConfig('serve', env)
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const database = await openDatabase(config, log)
  await migrate(database, clock.now())
  const egress = createEgress({
    allow: parseAllowList('127.0.0.0/8'),
    connectionsPerOrigin: 64,
  })
  const box = createSecretBox([randomBytes(32)])
  const registry = new Registry()
  const lanes = createLanes({ database, clock, log, settings: laneSettings(config) })
  const delivery = createDelivery({ config, database, clock, log, lanes, box, egress, registry })
  const settings = createSettings(database, clock)
  const live = createLive(database)
  let script: Script = options.script ?? (({ message }) => saying(`You said: ${message.text}`))
  const answering = createAnswering({
    ...{ config, database, clock, log, settings, live, handoffs },
    ...{ lanes, outbox: delivery.outbox, stats: delivery.stats },
    registry,
    hasModel: false,
    respond: (input) => script(input),
  })
  const { sendMessage, resumeStream } = answering.handlers
  const route = { auth: 'apiKey' } as const
  const server = createServer({
    routes: [
      { ...route, method: 'POST', path: '/v2/conversation/message', body: 'json', handle: sendMessage },
      {
        ...route,
        method: 'GET',
        path: '/v2/conversation/message/stream',
        body: 'none',
        handle: resumeStream,
      },
    ],
    guards: {
      apiKey: apiKeyGuard(database, clock, log),
      admin: async () => undefined,
      metrics: async () => undefined,
    },
    limits: config,
    log,
    clock,
  })
  if (options.runsTurns !== false) await lanes.start({ ...delivery.runners, ...answering.runners })
  const url = await server.listen('127.0.0.1', 0)
  const { agent, apiKey: key } = options.as ?? (await createAgent(database, clock, 'Test agent'))
  const path = `${url}/v2/conversation/message`
  const bodyOf = (mode: string, conversation: string, text: string) => ({
    conversation_id: conversation,
    response_mode: mode,
    messages: [{ role: 'user', content: text }],
  })
  let turnsStopped: Promise<void> | undefined
  const stopTurns = (graceMs = 1000) => {
    turnsStopped ??= lanes.stop(graceMs).then(() => answering.stop())
    return turnsStopped
  }
  let stopped: Promise<void> | undefined
  const stop = (graceMs = 2000) => {
    stopped ??= (async () => {
      await Promise.all([server.drain(graceMs), stopTurns(graceMs / 2)])
      await egress.close()
      await database.close()
    })()
    return stopped
  }
  return {
    url,
    database,
    live,
    agent: { id: agent.id, key },
    logLines,
    answer(next) {
      script = next
    },
    connect: (webhook) =>
      database.transaction('test', (tx) =>
        putMessageWebhook(tx, {
          agent_id: agent.id,
          url: webhook,
          username: null,
          sealed_secret: null,
          created_at: clock.now(),
          updated_at: clock.now(),
        }),
      ),
    conversation: async () =>
      (await openConversation({ database, clock }, { agentId: agent.id, channel: 'API', userId: null })).id,
    async send(mode, conversation, text, headers = {}) {
      const { api } = clientOf(url)
      if (Object.keys(headers).length === 0)
        return api('POST', '/v2/conversation/message', bodyOf(mode, conversation, text), key)
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        body: JSON.stringify(bodyOf(mode, conversation, text)),
      })
      const answer = await response.text()
      return { status: response.status, headers: response.headers, text: answer, json: JSON.parse(answer) }
    },
    stream: (conversation, text, headers = {}) =>
      openEvents(path, { key, body: bodyOf('streaming', conversation, text), headers }),
    resume: (lastEventId) => openEvents(`${path}/stream`, { key, headers: { 'last-event-id': lastEventId } }),
    messages: (conversation) =>
      database.q
        .selectFrom('messages')
        .selectAll()
        .where('conversation_id', '=', conversation)
        .orderBy('seq')
        .execute(),
    stopTurns,
    stop,
    [Symbol.asyncDispose]: () => stop(),
  }
}

/** A message webhook for the agent. */
export async function receiverOf(bare: Bare): Promise<DeveloperServer & AsyncDisposable> {
  const developer = await startDeveloperServer()
  await bare.connect(developer.url)
  return Object.assign(developer, { [Symbol.asyncDispose]: () => developer.close() })
}

/** The texts that arrived at a message webhook, in order. */
export function textsTo(developer: DeveloperServer): string[] {
  type Body = { output: { content: { text: string } }[] }
  return developer.requests.flatMap(({ json }) => (json as Body).output.map(({ content }) => content.text))
}

/** Lets time run until it is done. */
export async function letTimePass<T>(clock: SimulatedClock, bare: Bare, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  const settle = () => databaseAtRest(bare.database)
  while (!isDone) {
    await clock.pass(100, settle)
    await settle()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return work
}
