/**
 * Random schedules of failures, timeouts, lost answers, slow answers, kills, freezes, lost leases, database trouble and clock
 * steps, over several conversations, endpoints and processes. The receiver judges every request as it arrives.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { retryWaitsMs } from '../../src/delivery/schedule.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { openTestDatabase } from '../harness/database.ts'
import { onEachEngine } from '../harness/engines.ts'
import type { Trouble } from './simulation/life.ts'
import type { Answer } from './simulation/receiver.ts'
import { createWorld, LEASE_MS, SETTLED_CHANGED, type World } from './simulation/world.ts'

const MOST_PROCESSES = 4
const RUNS = { sqlite: 60, postgres: 30 }
/** The same schedules in every run, so that a failure is of the change at hand. Other seeds explore; a failure names its own. */
const SEED = Number(process.env.TANDEM_TEST_SEED ?? 20_261_115)

const answer = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Answer>('success') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Answer[]>(
      'slow success',
      'failure',
      'no connection',
      'answer lost',
      'answer late',
    ),
  },
)
const which = fc.nat({ max: 11 })
const trouble = fc.constantFrom<Trouble[]>('refused', 'answer lost')

const step = {
  add: fc.record({ do: fc.constant('add' as const), which, via: which }),
  pass: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 7000 }) }),
  down: fc.record({ do: fc.constant('down' as const), which, isDown: fc.boolean() }),
  trouble: fc.record({
    do: fc.constant('trouble' as const),
    which,
    list: fc.array(trouble, { maxLength: 4 }),
  }),
  news: fc.record({ do: fc.constant('news' as const), isLost: fc.boolean() }),
  kill: fc.record({ do: fc.constant('kill' as const), which, rollsBack: fc.boolean() }),
  start: fc.record({ do: fc.constant('start' as const) }),
  stop: fc.record({ do: fc.constant('stop' as const), which, isAtOnce: fc.boolean() }),
  freeze: fc.record({ do: fc.constant('freeze' as const), which }),
  thaw: fc.record({ do: fc.constant('thaw' as const), which }),
  /** Frozen in a run until its lease is long over and others have done its work; then it goes on as if nothing had happened. */
  nap: fc.record({ do: fc.constant('nap' as const), which }),
  leap: fc.record({ do: fc.constant('leap' as const), ms: fc.integer({ min: 1, max: 3 * LEASE_MS }) }),
  clock: fc.record({ do: fc.constant('clock' as const), ms: fc.integer({ min: -120_000, max: 120_000 }) }),
}
type Step = {
  [K in keyof typeof step]: (typeof step)[K] extends fc.Arbitrary<infer S> ? S : never
}[keyof typeof step]

const often = (arbitrary: fc.Arbitrary<Step>) => ({ weight: 5, arbitrary })
const once = (arbitrary: fc.Arbitrary<Step>) => ({ weight: 1, arbitrary })
/** The receivers, the network and the database give trouble; the processes and the clock do not. */
const outside = [often(step.add), often(step.pass), once(step.down), once(step.trouble), once(step.news)]
const everything = [
  ...outside,
  ...[step.kill, step.start, step.stop, step.freeze, step.thaw, step.nap, step.leap, step.clock].map(once),
]

const schedules = (steps: typeof everything) =>
  fc.record({
    agents: fc.integer({ min: 1, max: 2 }),
    conversations: fc.integer({ min: 1, max: 4 }),
    processes: fc.integer({ min: 1, max: 3 }),
    answers: fc.array(answer, { minLength: 1, maxLength: 30 }),
    steps: fc.array(fc.oneof(...steps), { minLength: 10, maxLength: 50 }),
  })

type Schedule = ReturnType<typeof schedules> extends fc.Arbitrary<infer S> ? S : never

async function perform(world: World, step: Step, conversations: number): Promise<void> {
  const living = world.living()
  const process = 'which' in step ? living[step.which % Math.max(1, living.length)] : undefined
  const { clock, receiver, processes, settle } = world
  /** One that stops renews its lease no more, nor says that it is over: time that jumps past its end costs what it heard. */
  const disturbStopping = () => {
    for (const [number, { stopping }] of processes.entries()) if (stopping) receiver.disturbed(number)
  }
  switch (step.do) {
    case 'add': {
      const agent = world.agents[step.which % world.agents.length] ?? ''
      world.add(agent, `${agent}-${step.which % conversations}`, living[step.via])
      break
    }
    case 'pass':
      await clock.pass(step.ms, settle)
      break
    case 'leap':
      disturbStopping()
      await clock.leap(step.ms, settle)
      break
    case 'clock':
      disturbStopping()
      clock.step(step.ms)
      break
    case 'down':
      receiver.setDown(world.agents[step.which % world.agents.length] ?? '', step.isDown)
      break
    case 'trouble':
      process?.life.disturb(step.list)
      break
    case 'news':
      world.loseNews(step.isLost)
      break
    case 'kill':
      process?.life.kill(step.rollsBack)
      break
    case 'freeze':
      process?.life.freeze()
      break
    case 'thaw':
      process?.life.thaw()
      break
    case 'nap': {
      receiver.slowNext()
      const agent = world.agents[step.which % world.agents.length] ?? ''
      for (const _ of ['run', 'wait']) world.add(agent, `${agent}-${step.which % conversations}`, undefined)
      await settle()
      const napping = processes[receiver.slowest ?? -1]
      if (napping?.life.state !== 'running' || napping.stopping) break
      receiver.disturbed(processes.indexOf(napping))
      napping.life.freeze()
      for (let n = 0; n < 6; n++) await clock.pass(LEASE_MS / 4, settle)
      napping.life.thaw()
      break
    }
    case 'stop':
      if (process?.life.state === 'running') world.stop(process, step.isAtOnce ? 0 : 1000)
      break
    case 'start':
      if (living.length < MOST_PROCESSES) await world.start()
      break
  }
  if (process && (step.do === 'kill' || step.do === 'freeze')) receiver.disturbed(processes.indexOf(process))
  await settle()
}

onEachEngine((engine) => {
  let database: Database

  before(async () => {
    database = await openTestDatabase(engine)
    await refuseChangesOfSettled(database)
  })
  after(() => database.close())

  async function holds(schedule: Schedule): Promise<void> {
    const world = await createWorld(database, schedule.agents)
    world.receiver.script(schedule.answers)
    for (let n = 0; n < schedule.processes; n++) await world.start()
    for (const one of schedule.steps) await perform(world, one, schedule.conversations)
    const left = await world.calm()
    const items = await database.q
      .selectFrom('lane_items')
      .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
      .select(['uid', 'seq', 'state', 'attempts', 'last_error'])
      .execute()
    await world.end()
    assert.deepEqual(world.receiver.broken, [])
    assert.deepEqual(left, [], 'everything is settled and every lane is at rest')
    const stored = new Set(items.map(({ uid, seq }) => `${uid}-${seq}`))
    assert.deepEqual(
      world.accepted.filter((id) => !stored.has(id)),
      [],
      'what was accepted is there',
    )
    for (const item of items) assert.ok(item.attempts <= retryWaitsMs.length + 1, JSON.stringify(item))
  }

  const options = { seed: SEED, endOnFailure: true, verbose: 0 } as const

  test('receivers, networks and databases that fail in any order lose, double and reorder nothing', async () => {
    await fc.assert(fc.asyncProperty(schedules(outside as typeof everything), holds), {
      ...options,
      numRuns: RUNS[engine.name],
    })
  })

  test('processes killed, frozen, stopped and cut off, and clocks stepped, lose and reorder nothing', async () => {
    await fc.assert(fc.asyncProperty(schedules(everything), holds), {
      ...options,
      numRuns: 2 * RUNS[engine.name],
    })
  })
})

/** The strictest reader of all: the database itself refuses to change an item that was settled. */
async function refuseChangesOfSettled(database: Database): Promise<void> {
  // Written a second time by the same worker, it has the same time on the embedded engine alone.
  const isLater = database.engine === 'sqlite' ? ' OR NEW.changed_at <> OLD.changed_at' : ''
  const isChanged = `OLD.state <> 'pending'
    AND (NEW.state <> OLD.state OR NEW.runs <> OLD.runs OR NEW.attempts <> OLD.attempts${isLater})`
  const statements =
    database.engine === 'sqlite'
      ? [
          `CREATE TRIGGER settled_stays BEFORE UPDATE ON lane_items WHEN ${isChanged}
             BEGIN SELECT RAISE(ABORT, '${SETTLED_CHANGED}'); END`,
        ]
      : [
          `CREATE FUNCTION settled_stays() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION '${SETTLED_CHANGED}'; END $$`,
          `CREATE TRIGGER settled_stays BEFORE UPDATE ON lane_items FOR EACH ROW
             WHEN (${isChanged}) EXECUTE FUNCTION settled_stays()`,
        ]
  await database.transaction('test', async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx.q)
  })
}
