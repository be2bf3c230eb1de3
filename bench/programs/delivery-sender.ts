/**
 * The side under test: the service's own parts in a process of their own. It accepts messages as the service does
 * (an `outbox` entry in a transaction) and delivers them with the real worker, egress and database.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { setMessageWebhook } from '@tandem/service/agents/integrations'
import { createAgent } from '@tandem/service/agents/manage-agents'
import { agentMessage } from '@tandem/service/conversations/send-to-user'
import { createDelivery, type Delivery } from '@tandem/service/delivery/start-delivery'
import { createLanes, type Lanes, laneSettings } from '@tandem/service/lanes/lanes'
import { openSecretBox } from '@tandem/service/main'
import { systemClock } from '@tandem/service/platform/clock'
import { type Config, readConfig } from '@tandem/service/platform/config'
import type { Database, Tx } from '@tandem/service/platform/database/handle'
import { migrate } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { parseAllowList } from '@tandem/service/platform/egress/address-rules'
import { createEgress, type Egress } from '@tandem/service/platform/egress/client'
import { createLog } from '@tandem/service/platform/log'
import type { SecretBox } from '@tandem/service/platform/secrets'
import pino from 'pino'
import { Registry } from 'prom-client'
import { addBacklog } from '../delivery/parts/bulk-backlog.ts'
import { answerCalls, sharedNowMs } from '../delivery/parts/peer.ts'
import { conversationId, SECRET, sampleMessage, USERNAME } from '../delivery/parts/sample-message.ts'

export interface Sent {
  ms: number
  cpuUs: number
}

const ACCEPTING_CLIENTS = 64
// The service does the same when it starts.
const log = createLog('error', pino.destination({ fd: 2, sync: true }))
let config: Config
let database: Database
let box: SecretBox
let egress: Egress
let delivery: Delivery
let lanes: Lanes
let sends = 0
let whenSent = { sends: 0, tell: () => {} }

/** Each stretch of work gets a worker of its own; connections stay open in between, as those of the bare loop do. */
function renewDelivery(): void {
  const counted: Egress = {
    ...egress,
    send(request) {
      if (++sends === whenSent.sends) whenSent.tell()
      return egress.send(request)
    },
  }
  lanes = createLanes({ database, clock: systemClock, log, settings: laneSettings(config) })
  delivery = createDelivery({
    config,
    database,
    clock: systemClock,
    log,
    lanes,
    box,
    egress: counted,
    registry: new Registry(),
  })
}

async function start(): Promise<void> {
  await lanes.start(delivery.runners)
  delivery.start()
}

async function stop(graceMs: number): Promise<void> {
  await delivery.stop()
  await lanes.stop(graceMs)
  await delivery.stats.stop()
}

/** Resolves when the last row is settled: looks for it once that many requests were started, not before. */
function untilSettled(messages: number): Promise<void> {
  sends = 0
  const started = new Promise<void>((tell) => {
    whenSent = { sends: messages, tell }
  })
  return started.then(async () => {
    while (await hasWork()) await new Promise((resolve) => setTimeout(resolve, 1))
  })
}

async function hasWork(): Promise<boolean> {
  const row = await database.q
    .selectFrom('lanes')
    .select('id')
    .where(({ or, eb }) => or([eb('owner', 'is not', null), eb('ready_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function timed(work: () => Promise<void>): Promise<Sent> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuUs: user + system }
}

/** With BENCH_PROFILE=<folder>, what happens in `work` is also written there as a CPU profile. */
async function profiled<T>(name: string, work: () => Promise<T>): Promise<T> {
  const folder = process.env.BENCH_PROFILE
  if (!folder) return work()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  const value = await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(join(folder, `${database.engine}-${name}.cpuprofile`), JSON.stringify(profile))
  return value
}

const emit = (tx: Tx, agentId: string, conversation: string) =>
  delivery.outbox.message(
    tx,
    { agentId, conversationId: conversation },
    agentMessage(sampleMessage(conversation), systemClock.now()),
  )

interface Load {
  agentId: string
  messages: number
  conversations: number
}

async function addAgent(url: string): Promise<string> {
  const { agent } = await createAgent(database, systemClock, 'Bench')
  await setUrl(agent.id, url)
  return agent.id
}

async function setUrl(agentId: string, url: string): Promise<void> {
  const deps = { database, clock: systemClock, box, lanes, egress }
  await setMessageWebhook(deps, agentId, { url, username: USERNAME, secret: SECRET })
}

/** The backlog: message i goes to conversation i modulo their number. Many messages share a transaction to save time. */
async function acceptMany({ agentId, messages, conversations }: Load): Promise<void> {
  const clients = 8
  const together = 64
  async function client(number: number): Promise<void> {
    const mine: number[] = []
    for (let i = 0; i < messages; i++)
      if ((i % conversations) % clients === number) mine.push(i % conversations)
    for (let from = 0; from < mine.length; from += together) {
      await database.transaction('test', async (tx) => {
        for (const each of mine.slice(from, from + together)) await emit(tx, agentId, conversationId(each))
      })
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
}

/** Each message in a transaction of its own, 64 clients at a time. */
async function acceptEach({ agentId, messages, conversations }: Load): Promise<void> {
  let next = 0
  async function client(): Promise<void> {
    while (next < messages) {
      const conversation = conversationId(next++ % conversations)
      await database.transaction('test', (tx) => emit(tx, agentId, conversation))
    }
  }
  await Promise.all(Array.from({ length: ACCEPTING_CLIENTS }, client))
}

answerCalls({
  async open(input: { folder: string; databaseUrl?: string; timeoutMs?: number }) {
    config = readConfig('serve', {
      TANDEM_DATA: input.folder,
      TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      DATABASE_URL: input.databaseUrl,
      TANDEM_WEBHOOK_TIMEOUT_MS: input.timeoutMs?.toString(),
    })
    database = await openDatabase(config, log)
    await migrate(database, systemClock.now())
    box = openSecretBox(config)
    egress = createEgress({
      allow: parseAllowList(config.egressAllow ?? ''),
      connectionsPerOrigin: config.webhookConcurrency,
    })
    renewDelivery()
  },
  addAgent: ({ url }: { url: string }) => addAgent(url),
  setUrl: ({ agentId, url }: { agentId: string; url: string }) => setUrl(agentId, url),
  /** Agents with a backlog each, one per address. */
  async addAgentsWithBacklog(input: { urls: string[]; messages: number; conversations: number }) {
    const { urls, messages, conversations } = input
    for (const url of urls) await acceptMany({ agentId: await addAgent(url), messages, conversations })
  },
  accept: (load: Load) => timed(() => acceptMany(load)),
  addBacklog: (load: Load) => timed(() => addBacklog(database, load)),
  /** Delivers the backlog: from the start of the worker to the last settled row. */
  async deliver({ messages, name = 'deliver' }: { messages: number; name?: string }): Promise<Sent> {
    renewDelivery()
    const settled = untilSettled(messages)
    const sent = await profiled(name, () =>
      timed(async () => {
        await start()
        await settled
      }),
    )
    await stop(1000)
    return sent
  },
  /** Accepts and delivers at once: from the first accept to the last settled row. */
  async acceptAndDeliver(load: Load): Promise<Sent & { acceptMs: number }> {
    renewDelivery()
    await start()
    const settled = untilSettled(load.messages)
    let acceptMs = 0
    const sent = await timed(async () => {
      acceptMs = (await timed(() => acceptEach(load))).ms
      await settled
    })
    await stop(1000)
    return { ...sent, acceptMs }
  },
  async start() {
    renewDelivery()
    await start()
  },
  async stop() {
    await stop(500)
  },
  /** A steady load that does not wait: answers when each message was handed in, by its id at the receiver. */
  async acceptSteadily(input: { agentId: string; perSecond: number; forMs: number; conversations: number }) {
    const { agentId, perSecond, forMs, conversations } = input
    const handedIn: [id: string, ms: number][] = []
    const underWay = new Set<Promise<void>>()
    const startedAt = performance.now()
    for (let i = 0; i < (perSecond * forMs) / 1000; i++) {
      const waitMs = startedAt + (i * 1000) / perSecond - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      // The time it should have been handed in: a stall of this process is seen by all that fall into it.
      const ms = sharedNowMs() - Math.max(0, -waitMs)
      const one = database
        .transaction('test', (tx) => emit(tx, agentId, conversationId(i % conversations)))
        .then((added) => void (added && handedIn.push([added.id, ms])))
      underWay.add(one)
      void one.finally(() => underWay.delete(one))
    }
    await Promise.all(underWay)
    return handedIn
  },
  memory: () => ({ rssBytes: process.memoryUsage.rss(), peakBytes: process.resourceUsage().maxRSS * 1024 }),
  async close() {
    await egress.close()
    await database.close()
  },
})
