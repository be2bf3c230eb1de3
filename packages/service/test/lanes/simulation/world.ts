/** A world of simulated processes on one real database: they deliver to a simulated receiver until all is quiet again. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { createDelivery, type Delivery } from '../../../src/delivery/start-delivery.ts'
import { createLanes, type Lanes, laneSettings } from '../../../src/lanes/lanes.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/platform/config.ts'
import type { Database } from '../../../src/platform/database/handle.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createSecretBox } from '../../../src/platform/secrets.ts'
import { simulatedClock } from './clock.ts'
import { Life, lifelike, type Tally } from './life.ts'
import { createReceiver, type Receiver } from './receiver.ts'

export const LEASE_MS = 30_000
/** No retry waits for longer. */
const LONGEST_WAIT_MS = 24 * 3_600_000
/** Said by a trigger of the test. */
export const SETTLED_CHANGED = 'simulated: a settled item was changed'
const config = readConfig('serve', { TANDEM_WEBHOOK_TIMEOUT_MS: '1000' })
const box = createSecretBox([randomBytes(32)])

export interface Process {
  readonly life: Life
  readonly delivery: Delivery
  readonly lanes: Lanes
  stopping: boolean
}

export type World = Awaited<ReturnType<typeof createWorld>>

export async function createWorld(real: Database, agentCount: number) {
  const clock = simulatedClock()
  const tally: Tally = { busy: 0 }
  const processes: Process[] = []
  const stops: Promise<void>[] = []
  const accepted: string[] = []
  const listeners: ((text: string) => void)[] = []
  let newsIsLost = false
  const agents = Array.from({ length: agentCount }, (_, n) => `agent${n}`)
  await empty(real)
  await makeAgents(real, agents)

  const receiver: Receiver = createReceiver({
    now: clock.now,
    after: clock.after,
    unsettledBefore: unsettledBefore(real, tally),
  })
  const news = {
    tell(text: string) {
      if (!newsIsLost) for (const listen of listeners) setImmediate(() => listen(text))
    },
    listen: (fn: (text: string) => void) => void listeners.push(fn),
  }

  /** Lets everything go as far as it can without time passing. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (tally.busy > 0) quiet = 0
    }
  }

  function make(life: Life, number: number): Pick<Process, 'lanes' | 'delivery'> {
    const database = lifelike(real, life, tally, news)
    const log = createLog('warn', {
      write(line) {
        // Whoever is reaped may have had answers in hand that nobody will see.
        if (/lease on lanes was lost|workers are gone/.test(line)) receiver.disturbed(undefined)
        const isOurs = line.includes('simulated: ')
        if (line.includes(SETTLED_CHANGED) || (line.includes('"level":"error"') && !isOurs))
          receiver.broken.push(line)
      },
    })
    const own: Clock = {
      now: clock.now,
      after: (ms, fn) => clock.after(ms, () => void life.pass().then(fn)),
    }
    const lanes = createLanes({ database, clock: own, log, settings: laneSettings(config) })
    const delivery = createDelivery({
      config,
      database,
      clock: own,
      log,
      lanes,
      box,
      registry: new Registry(),
      egress: {
        async send(request) {
          await life.pass()
          const result = await receiver.send(number, request)
          await life.pass()
          return result
        },
        download: () => Promise.reject(new Error('nothing is downloaded here')),
        fetch: () => Promise.reject(new Error('nothing is fetched here')),
        close: async () => {},
      },
    })
    return { lanes, delivery }
  }

  async function stopOne({ lanes, delivery }: Process, graceMs: number): Promise<void> {
    await delivery.stop()
    await lanes.stop(graceMs)
  }

  async function start(): Promise<void> {
    const life = new Life()
    const made = make(life, processes.length)
    processes.push({ life, ...made, stopping: false })
    await made.lanes.start(made.delivery.runners)
    made.delivery.start()
  }

  /** An item for a conversation, accepted by the process given, or by one that only accepts. */
  const front = make(new Life(), -1)
  const frontDatabase = lifelike(real, new Life(), tally, news)
  function add(agent: string, conversation: string, via: Process | undefined): void {
    const delivery = via?.delivery ?? front.delivery
    const database = via ? lifelike(real, via.life, tally, news) : frontDatabase
    const adding = database.transaction('test', (tx) =>
      delivery.outbox.message(tx, { agentId: agent, conversationId: conversation }, { agent, conversation }),
    )
    adding.then(
      ({ id }) => accepted.push(id),
      () => {},
    )
  }

  return {
    clock,
    receiver,
    agents,
    processes,
    accepted,
    settle,
    start,
    add,
    /** Processes that can be acted upon. */
    living: () => processes.filter(({ life, stopping }) => life.state !== 'dead' && !stopping),
    loseNews: (isLost: boolean) => {
      newsIsLost = isLost
    },
    stop(process: Process, graceMs: number): void {
      process.stopping = true
      stops.push(stopOne(process, graceMs))
    },
    /** Everything is mended: goes on until every item is settled and every lane at rest, or reports what is not. */
    async calm(): Promise<string[]> {
      newsIsLost = false
      receiver.script(['success'])
      for (const agent of agents) receiver.setDown(agent, false)
      for (const { life } of processes) {
        life.disturb([])
        life.thaw()
      }
      await settle()
      if (processes.every(({ life, stopping }) => life.state === 'dead' || stopping)) await start()
      let left: string[] = []
      for (let round = 0; round < 300; round++) {
        await settle()
        left = await unrest(real)
        if (left.length === 0) return []
        const wait = await untilNext(real, clock.now())
        if (wait > LONGEST_WAIT_MS) return [`a lane waits for ${wait} ms`, ...left]
        if (wait > LEASE_MS) await clock.leap(wait, settle)
        else await clock.pass(Math.max(1000, wait), settle)
      }
      return left
    },
    async end(): Promise<void> {
      for (const process of processes)
        if (process.life.state === 'running' && !process.stopping) {
          process.stopping = true
          stops.push(stopOne(process, 0))
        }
      let stopped = stops.length === 0
      void Promise.allSettled(stops).then(() => {
        stopped = true
      })
      // Stopping looks at its runs by the real clock.
      for (let round = 0; !stopped; round++) {
        if (round > 2000) throw new Error('a process does not stop')
        await clock.pass(300, settle)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
  }
}

const tables = ['lane_attempts', 'lane_bodies', 'lane_items', 'lanes', 'lane_workers', 'gates'] as const

async function empty(real: Database): Promise<void> {
  await real.transaction('test', async (tx) => {
    for (const table of tables) await tx.q.deleteFrom(table).execute()
  })
}

async function makeAgents(real: Database, ids: readonly string[]): Promise<void> {
  await real.transaction('test', async (tx) => {
    const times = { created_at: 1, updated_at: 1 }
    for (const id of ids) {
      const known = await tx.q.selectFrom('agents').select('id').where('id', '=', id).executeTakeFirst()
      if (known) continue
      await tx.q
        .insertInto('agents')
        .values({ id, name: id, ...times, deleted_at: null })
        .execute()
      await tx.q
        .insertInto('message_webhooks')
        .values({ agent_id: id, url: `http://${id}.example/`, username: null, sealed_secret: null, ...times })
        .execute()
    }
  })
}

/** It counts as under way: the receiver answers only afterwards, and a test must not take that for rest. */
const unsettledBefore = (real: Database, tally: Tally) => async (conversation: string, sequence: number) => {
  tally.busy++
  try {
    const { count } = await real.q
      .selectFrom('lane_items')
      .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('lanes.subject', '=', conversation)
      .where('seq', '<', sequence)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    return Number(count)
  } finally {
    tally.busy--
  }
}

/** Items not settled and lanes not at rest. */
async function unrest(real: Database): Promise<string[]> {
  const items = await real.q.selectFrom('lane_items').selectAll().where('state', '=', 'pending').execute()
  const lanes = await real.q
    .selectFrom('lanes')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('owner', 'is not', null),
        eb('ready_at', 'is not', null),
        eb('head_seq', '<>', eb.ref('next_seq')),
      ]),
    )
    .execute()
  return [...items, ...lanes].map((row) => JSON.stringify(row))
}

/** How long until the next thing that is written down to happen. */
async function untilNext(real: Database, now: number): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT min(ready_at) AS at FROM lanes WHERE owner IS NULL AND ready_at > ${now}
      AND NOT EXISTS (SELECT 1 FROM gates WHERE gates.id = lanes.gate)
    UNION ALL SELECT min(probe_at) FROM gates WHERE state = 'parked' AND probe_at > ${now}
    UNION ALL SELECT min(expires_at) FROM lane_workers WHERE expires_at > ${now}`.execute(real.q)
  const next = Math.min(...rows.flatMap(({ at }) => (at === null ? [] : [Number(at)])))
  return Number.isFinite(next) ? next - now : 1000
}
