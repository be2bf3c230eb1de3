/**
 * PostgreSQL on this machine, as durable as a real one: the same 30,000 messages of 500 conversations, against the bare loop
 * and against graphile-worker doing jobs without order. Beside them, in smaller runs, the ways other queues have to keep
 * order, and what becomes of that order when one request in a hundred fails once.
 *
 * Five rounds, every other one in the opposite order: with three in one order, a machine that grew busier or calmer on the
 * way moved the figure.
 */
import { type Bench, type Figure, ratio } from '../measure.ts'
import { newFolder } from '../processes.ts'
import type { QueueName } from '../programs/delivery-queues.ts'
import type { Count } from '../programs/delivery-receiver.ts'
import type { Sent } from '../programs/delivery-sender.ts'
import { checked, described, perSecond } from './parts/figures.ts'
import { type Peer, startPeer } from './parts/peer.ts'
import { durablePostgres, type PostgresServer, type RedisServer, redis } from './parts/servers.ts'

const ROUNDS = 5
const MESSAGES = 30_000
const WARM_UP = 6000
const AT_ONCE = 5000
const CONVERSATIONS = 500
const LEAST_OF_BARE = 0.6
const LEAST_OF_GRAPHILE = 1.3
const FAILING = { messages: 1000, conversations: 50, failEvery: 100 }

/** Enough messages for a few seconds each. */
const others: readonly { queue: QueueName; says: string; messages: number }[] = [
  { queue: 'graphile', says: 'graphile-worker, no order, its defaults', messages: 2000 },
  { queue: 'graphile queues', says: 'graphile-worker, a queue per conversation', messages: 800 },
  { queue: 'pg-boss', says: 'pg-boss, key_strict_fifo, fetched by hand', messages: 3000 },
  { queue: 'bullmq', says: 'BullMQ', messages: 4000 },
]

export const bench: Bench = {
  name: 'PostgreSQL, 30,000 messages of 500 conversations, against a bare undici loop',
  target: `at least ${LEAST_OF_BARE} of the rate`,
  async run() {
    const postgres = await durablePostgres()
    const redisServer = await redis()
    const receiver = startPeer('delivery-receiver.ts')
    const url = `${await receiver.call<string>('open')}/messages`
    const run = { postgres, redisServer, receiver, url }
    try {
      return await compare(run)
    } finally {
      await receiver.stop()
      await redisServer?.stop()
      await postgres.stop()
    }
  },
}

interface Run {
  postgres: PostgresServer
  redisServer: RedisServer | undefined
  receiver: Peer
  url: string
}

async function compare(run: Run) {
  const { postgres, receiver, url } = run
  const bare = startPeer('delivery-bare.ts')
  await bare.call('open', { url })
  const sender = startPeer('delivery-sender.ts')
  const databaseUrl = await postgres.newDatabase()
  await sender.call('open', { folder: newFolder('postgres'), databaseUrl })
  const agentId = await sender.call<string>('addAgent', { url })
  const graphile = await openQueue(run, 'graphile batched')

  const bareLoop = (messages: number) =>
    checked(receiver, messages, false, () =>
      bare.call<Sent>('send', { messages, conversations: CONVERSATIONS }),
    )
  const load = (messages: number) => ({ agentId, messages, conversations: CONVERSATIONS })
  const deliver = (messages: number) =>
    checked(receiver, messages, true, () => sender.call<Sent>('deliver', { messages }))
  const ours = async (messages: number) => {
    await sender.call('addBacklog', load(messages))
    return deliver(messages)
  }
  const theirs = (queue: Peer, messages: number) => overQueue(receiver, queue, messages)

  await bareLoop(WARM_UP)
  const accepted = await sender.call<Sent>('accept', load(WARM_UP))
  await deliver(WARM_UP)
  await theirs(graphile, WARM_UP)
  const found = { bare: [] as Sent[], ours: [] as Sent[], graphile: [] as Sent[] }
  const steps = [
    async () => void found.bare.push(await bareLoop(MESSAGES)),
    async () => void found.ours.push(await ours(MESSAGES)),
    async () => void found.graphile.push(await theirs(graphile, MESSAGES)),
  ]
  for (let round = 0; round < ROUNDS; round++) {
    for (const step of round % 2 === 0 ? steps : steps.toReversed()) await step()
  }
  await sender.call('addBacklog', load(WARM_UP))
  const commitsBefore = await postgres.commits(databaseUrl)
  await deliver(WARM_UP)
  const commits = (await postgres.commits(databaseUrl)) - commitsBefore
  const both = await checked(receiver, AT_ONCE, true, () =>
    sender.call<Sent>('acceptAndDeliver', load(AT_ONCE)),
  )
  const order: Record<string, string> = {}
  const { messages, conversations } = FAILING
  await sender.call('accept', { agentId, messages, conversations })
  order['order under failures, Tandem'] = await underFailures(receiver, () =>
    sender.call<Sent>('deliver', { messages, name: 'failing' }),
  )
  order['order under failures, graphile-worker, no order'] = await queueUnderFailures(receiver, graphile)
  await sender.call('close')
  await Promise.all([bare.stop(), sender.stop(), close(graphile)])
  const beside = await otherQueues(run)

  const rates = { ours: perSecond(MESSAGES, found.ours), bare: perSecond(MESSAGES, found.bare) }
  const value = ratio(rates.ours, rates.bare)
  const ofGraphile = ratio(rates.ours, perSecond(MESSAGES, found.graphile))
  const also: Figure[] = [
    {
      name: 'PostgreSQL, the same, against graphile-worker without order',
      target: `at least ${LEAST_OF_GRAPHILE} times the rate`,
      value: ofGraphile,
      unit: 'times the rate',
      met: ofGraphile >= LEAST_OF_GRAPHILE,
    },
    ...beside.figures,
  ]
  return {
    value,
    unit: 'of the rate',
    met: value >= LEAST_OF_BARE,
    details: {
      'bare loop': described(MESSAGES, found.bare),
      Tandem: described(MESSAGES, found.ours),
      'graphile-worker, batched as its manual advises': described(MESSAGES, found.graphile),
      'transactions per delivered message': (commits / WARM_UP).toFixed(4),
      'accepting the backlog': `through emitMessage ${described(WARM_UP, [accepted])}; not timed with the delivery, and written in bulk after the warm-up`,
      'accepting and delivering at once, 64 clients': described(AT_ONCE, [both]),
      ...beside.details,
      ...order,
      ...beside.order,
    },
    also,
  }
}

async function openQueue({ postgres, redisServer, url }: Run, queue: QueueName): Promise<Peer> {
  const peer = startPeer('delivery-queues.ts')
  const databaseUrl = await postgres.newDatabase()
  await peer.call('open', { queue, url, databaseUrl, redisPort: redisServer?.port })
  return peer
}

async function close(queue: Peer): Promise<void> {
  await queue.call('close')
  await queue.stop()
}

async function overQueue(receiver: Peer, queue: Peer, messages: number): Promise<Sent> {
  await queue.call('accept', { messages, conversations: CONVERSATIONS })
  return checked(receiver, messages, false, () => queue.call<Sent>('deliver', { messages }))
}

async function otherQueues(run: Run) {
  const figures: Figure[] = []
  const details: Record<string, string> = {}
  const order: Record<string, string> = {}
  for (const { queue, says, messages } of others) {
    if (queue === 'bullmq' && !run.redisServer) {
      details[says] = 'no Redis found, left out'
      continue
    }
    const peer = await openQueue(run, queue)
    await overQueue(run.receiver, peer, messages / 4)
    const sent = await overQueue(run.receiver, peer, messages)
    details[says] = described(messages, [sent])
    figures.push({
      name: says,
      value: Math.round(perSecond(messages, [sent])[0] as number),
      unit: 'messages/s',
    })
    order[`order under failures, ${says}`] = await queueUnderFailures(run.receiver, peer)
    await close(peer)
  }
  return { figures, details, order }
}

async function queueUnderFailures(receiver: Peer, queue: Peer): Promise<string> {
  const { messages, conversations } = FAILING
  await queue.call('accept', { messages, conversations })
  return underFailures(receiver, () => queue.call<Sent>('deliver', { messages, limitMs: 20_000 }))
}

/** One request in a hundred is answered with 500; whatever is sent before it was repeated came too early. */
async function underFailures(receiver: Peer, work: () => Promise<Sent>): Promise<string> {
  await receiver.call('begin', { failEvery: FAILING.failEvery })
  await work()
  const { taken, early, doubled, failed } = await receiver.call<Count>('count')
  return `${early} of ${FAILING.messages} sent before their turn, ${FAILING.messages - taken} lost, ${doubled} doubled (${failed} failed once)`
}
