/** Makes up random stories of users, an AI, people, a desk in all moods, passing time and killed processes, and has them judged. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import fc from 'fast-check'
import type { Reply } from './people-at-desk.ts'
import { judge, type Told } from './verdict.ts'
import { type DeskMood, IDLE_S, type World } from './world.ts'

/** With this seed handoffs end in each of the five ways. */
const seed = Number(process.env.TANDEM_TEST_SEED ?? 1)
const CONVERSATIONS = 2

type AboutOne =
  | 'user'
  | 'asks'
  | 'request'
  | 'reply'
  | 'again'
  | 'late'
  | 'closeByPerson'
  | 'closeByUser'
  | 'release'
  | 'transfer'
type Act =
  | { kind: AboutOne; who: number }
  | { kind: 'desk'; mood: DeskMood }
  | { kind: 'pass'; ms: number }
  | { kind: 'hold' | 'release' | 'kill' }

const who = fc.integer({ min: 0, max: CONVERSATIONS - 1 })
const about = (kind: AboutOne) => who.map((one): Act => ({ kind, who: one }))
const acts = [
  { weight: 6, arbitrary: about('user') },
  { weight: 2, arbitrary: about('asks') },
  { weight: 3, arbitrary: about('request') },
  { weight: 6, arbitrary: about('reply') },
  { weight: 1, arbitrary: about('again') },
  { weight: 1, arbitrary: about('late') },
  { weight: 2, arbitrary: about('closeByPerson') },
  { weight: 3, arbitrary: about('closeByUser') },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<DeskMood>('well', 'well', 'failing', 'gone', 'forgetful')
      .map((mood): Act => ({ kind: 'desk', mood })),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(100, 1000, 3000, 9000, 25_000, 45_000)
      .map((ms): Act => ({ kind: 'pass', ms })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ kind: 'hold' }, { kind: 'release' }) },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: 'kill' }) },
]
/** What happens only where people have to take a user before they speak. */
const actsAtDesk = [
  { weight: 1, arbitrary: about('release') },
  { weight: 1, arbitrary: about('transfer') },
]

interface Figure extends Told {
  handoffs: string[]
  lastReply: Reply | undefined
}

export async function tellStories(t: TestContext, world: World, stories: number): Promise<void> {
  t.diagnostic(`seed ${seed}`)
  let number = 0
  const act = fc.oneof(...acts, ...(world.people.transfer ? actsAtDesk : []))
  /** Acts of one beat happen at once. */
  const beat = fc.array(act, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.array(beat, { minLength: 4, maxLength: 16 }), async (story) => {
      const figures = await Promise.all(Array.from({ length: CONVERSATIONS }, () => newFigure(world)))
      for (const acts of story) {
        await Promise.all(acts.map((one) => perform(world, figures, one, ++number)))
      }
      await settle(world)
      const { admin, service } = world.service()
      const evidence = {
        admin,
        database: service.database,
        requests: world.server.requests,
        kills: world.kills(),
        ...(world.people.transfer ? { isDesk: true } : { idleMs: IDLE_S * 1000 }),
      }
      for (const figure of figures) await judge(evidence, figure)
    }),
    { seed, numRuns: stories, endOnFailure: true },
  )
  const { told, seen } = await tally(world)
  t.diagnostic(told)
  // Stories in which nobody is handed over, or that all end alike, would prove little.
  assert.ok(seen.size > 2, told)
}

/** What came up in the stories of this run. */
async function tally(world: World): Promise<{ told: string; seen: Set<string> }> {
  const { database } = world.service().service
  const handoffs = await database.q.selectFrom('handoffs').select(['end_reason', 'reason']).execute()
  const messages = await database.q.selectFrom('messages').select('role').execute()
  const dead = await database.q.selectFrom('lane_items').select('kind').where('state', '=', 'dead').execute()
  const count = (names: readonly (string | null)[]) =>
    [...Map.groupBy(names, (name) => name)].map(([name, list]) => `${name} ${list.length}`).join(', ')
  const ends = handoffs.map(({ end_reason }) => end_reason)
  return {
    told: `ends: ${count(ends)}; messages: ${count(messages.map(({ role }) => role))}; given up: ${count(dead.map(({ kind }) => kind))}; kills: ${world.kills()}`,
    seen: new Set(ends.map(String)),
  }
}

async function newFigure(world: World): Promise<Figure> {
  const conversation = await world.conversation()
  return {
    conversation,
    accepted: new Map(),
    unsure: new Set(),
    said: new Set(),
    handoffs: [],
    lastReply: undefined,
  }
}

async function perform(world: World, figures: readonly Figure[], act: Act, n: number): Promise<void> {
  switch (act.kind) {
    case 'desk':
      return world.deskIs(act.mood)
    case 'pass':
      return world.pass(act.ms)
    case 'hold':
      return world.holdModel()
    case 'release':
      return world.releaseModel()
    case 'kill':
      return world.kill()
    default: {
      const figure = figures[act.who]
      if (figure) await performFor(world, figure, act.kind, n)
    }
  }
}

async function performFor(
  world: World,
  figure: Figure,
  kind: (Act & { who: number })['kind'],
  n: number,
): Promise<void> {
  const { conversation, handoffs } = figure
  const newest = handoffs.at(-1) ?? 'no-such-handoff'
  switch (kind) {
    case 'user':
    case 'asks': {
      const text =
        kind === 'asks' ? `I want to talk to a human, number ${n}` : `Words ${n}, when are you open?`
      const answer = await world.post('/v2/conversation/message', {
        conversation_id: conversation,
        response_mode: 'webhook',
        messages: [{ role: 'user', content: text }],
      })
      if (answer?.status === 200 || answer?.status === 202) figure.said.add(text)
      await learn(world, figure)
      return
    }
    case 'request': {
      await world.post('/v1/conversation/handoff', { conversation_id: conversation })
      await learn(world, figure)
      return
    }
    case 'reply':
    case 'late': {
      const id = kind === 'late' ? (handoffs[0] ?? newest) : newest
      const reply = { id, text: `Reply ${n}`, timestamp: world.clock.now(), by: n }
      figure.lastReply = reply
      return send(world, figure, reply)
    }
    case 'again':
      if (figure.lastReply) await send(world, figure, figure.lastReply)
      return
    case 'closeByPerson':
      await world.people.close(newest, n)
      return
    case 'release':
      await world.people.release?.(newest)
      return
    case 'transfer':
      await world.people.transfer?.(newest)
      return
    case 'closeByUser':
      await world.post('/v1/conversation/handoff/close', { conversation_id: conversation })
  }
}

/** Words are known to be theirs by their text, which is never used twice. */
async function send(world: World, figure: Figure, reply: Reply) {
  figure.unsure.add(reply.text)
  const answer = await world.people.reply(reply)
  if (answer?.status === 200) figure.accepted.set(reply.text, reply.id)
  else if (answer && !figure.accepted.has(reply.text)) figure.unsure.delete(reply.text)
}

/** The desk knows its handoffs by the establish requests; here the admin tells. */
async function learn(world: World, figure: Figure): Promise<void> {
  try {
    const { json } = await world.service().admin('GET', `/handoffs?conversation_id=${figure.conversation}`)
    for (const { id } of json.items.toReversed()) if (!figure.handoffs.includes(id)) figure.handoffs.push(id)
  } catch {
    // The service is being killed; the next one tells.
  }
}

/** The desk is well again and time passes until nothing is open and nothing is on its way. */
async function settle(world: World): Promise<void> {
  world.deskIs('well')
  world.releaseModel()
  await world.until('everything comes to an end', async () => {
    const { database } = world.service().service
    const open = await database.q.selectFrom('handoffs').select('id').where('state', '<>', 'ENDED').execute()
    const pending = await database.q
      .selectFrom('lane_items')
      .select('id')
      .where('state', '=', 'pending')
      .execute()
    return open.length === 0 && pending.length === 0
  })
}
