/**
 * Other queues doing the same POST, each as its manual says for throughput: graphile-worker (jobs without order, and one
 * queue per conversation), pg-boss with `key_strict_fifo`, BullMQ. What fails is tried again as each does it.
 */
import { makeWorkerUtils, run, type WorkerUtils } from 'graphile-worker'
import { PgBoss } from 'pg-boss'
import { Pool } from 'undici'
import { answerCalls } from '../delivery/parts/peer.ts'
import { conversationId, sampleBody, sampleHeaders } from '../delivery/parts/sample-message.ts'
import type { Sent } from './delivery-sender.ts'

const CONNECTIONS = 64
const TOGETHER = 500

export type QueueName = 'graphile' | 'graphile batched' | 'graphile queues' | 'pg-boss' | 'bullmq'

interface Job {
  readonly lane: string
  readonly sequence: number
  readonly body: string
}

/** One queue under test. `start` answers how to stop. */
interface Queue {
  add(jobs: readonly Job[]): Promise<unknown>
  start(work: (job: Job) => Promise<void>): Promise<() => Promise<unknown>>
  /** Whether nothing is left to be done or written. */
  isEmpty(): Promise<boolean>
  close(): Promise<unknown>
}

const sequences = new Map<string, number>()
let queue: Queue
let pool: Pool
let done = 0
/** Keeps the conversations of each queue apart at the receiver. */
let prefix = ''

async function post({ lane, sequence, body }: Job): Promise<void> {
  const headers = sampleHeaders(lane, sequence, Date.now())
  const answer = await pool.request({ path: '/messages', method: 'POST', headers, body })
  await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  done++
}

async function graphile(connectionString: string, name: QueueName): Promise<Queue> {
  const { Logger } = await import('graphile-worker')
  const logger = new Logger(() => () => {})
  const utils: WorkerUtils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  return {
    add: (jobs) =>
      utils.addJobs(
        jobs.map((job) => ({
          identifier: 'post',
          payload: job,
          ...(name === 'graphile queues' ? { queueName: job.lane } : {}),
        })),
      ),
    async start(work) {
      const runner = await run({
        preset: {
          worker: {
            connectionString,
            logger,
            concurrentJobs: CONNECTIONS,
            maxPoolSize: name === 'graphile batched' ? 10 : CONNECTIONS + 2,
            pollInterval: 500,
            ...(name === 'graphile batched'
              ? { localQueue: { size: 1000 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
              : {}),
          },
        },
        noHandleSignals: true,
        taskList: { post: (payload) => work(payload as Job) },
      })
      return () => runner.stop()
    },
    async isEmpty() {
      const { rows } = await utils.withPgClient((client) =>
        client.query('SELECT 1 FROM graphile_worker._private_jobs LIMIT 1'),
      )
      return rows.length === 0
    },
    close: async () => utils.release(),
  }
}

async function pgBoss(connectionString: string): Promise<Queue> {
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const name = 'messages'
  await boss.createQueue(name, { policy: 'key_strict_fifo', retryLimit: 5, retryDelay: 1 })
  return {
    add: (jobs) =>
      boss.insert(
        name,
        jobs.map((job) => ({ data: job, singletonKey: job.lane })),
      ),
    // Its own worker waits half a second after every batch that is not full; fetching by hand does not.
    async start(work) {
      let isStopped = false
      async function loop(): Promise<void> {
        while (!isStopped) {
          const jobs = await boss.fetch<Job>(name, { batchSize: CONNECTIONS })
          const failed: string[] = []
          const completed: string[] = []
          await Promise.all(
            jobs.map(({ id, data }) =>
              work(data).then(
                () => completed.push(id),
                () => failed.push(id),
              ),
            ),
          )
          if (completed.length > 0) await boss.complete(name, completed)
          if (failed.length > 0) await boss.fail(name, failed)
          if (jobs.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      const loops = Promise.all([loop(), loop()])
      return () => {
        isStopped = true
        return loops
      }
    },
    async isEmpty() {
      const { rows } = await boss
        .getDb()
        .executeSql("SELECT 1 FROM pgboss.job WHERE state IN ('created', 'retry', 'active') LIMIT 1")
      return rows.length === 0
    },
    close: () => boss.stop({ graceful: false }),
  }
}

async function bullmq(port: number): Promise<Queue> {
  const { Queue: Bull, Worker } = await import('bullmq')
  const { Redis } = await import('ioredis')
  const connection = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null })
  const options = { attempts: 6, backoff: { type: 'fixed', delay: 1000 }, removeOnComplete: true }
  const bull = new Bull('messages', { connection })
  return {
    add: (jobs) => bull.addBulk(jobs.map((data) => ({ name: 'post', data, opts: options }))),
    async start(work) {
      const worker = new Worker('messages', (job) => work(job.data as Job), {
        connection,
        concurrency: CONNECTIONS,
      })
      return () => worker.close()
    },
    async isEmpty() {
      const counts = await bull.getJobCounts('waiting', 'active', 'delayed', 'prioritized')
      return Object.values(counts).every((count) => count === 0)
    },
    async close() {
      await bull.close()
      connection.disconnect()
    },
  }
}

answerCalls({
  async open(input: { queue: QueueName; url: string; databaseUrl: string; redisPort?: number }) {
    prefix = input.queue
    pool = new Pool(new URL(input.url).origin, { connections: CONNECTIONS })
    if (input.queue === 'pg-boss') queue = await pgBoss(input.databaseUrl)
    else if (input.queue === 'bullmq') queue = await bullmq(input.redisPort ?? 6379)
    else queue = await graphile(input.databaseUrl, input.queue)
  },
  async accept({ messages, conversations }: { messages: number; conversations: number }) {
    const jobs = Array.from({ length: messages }, (_, i) => {
      const lane = `${prefix}:${conversationId(i % conversations)}`
      const sequence = (sequences.get(lane) ?? 0) + 1
      sequences.set(lane, sequence)
      return { lane, sequence, body: sampleBody(lane, i) }
    })
    // Never two of one conversation in one call, so that none of them is left in doubt about their order.
    const together = Math.min(TOGETHER, conversations)
    for (let i = 0; i < jobs.length; i += together) await queue.add(jobs.slice(i, i + together))
  },
  async deliver({
    messages,
    limitMs,
  }: {
    messages: number
    limitMs?: number
  }): Promise<Sent & { done: number }> {
    done = 0
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    const stop = await queue.start(post)
    const isLate = () => limitMs !== undefined && performance.now() - startedAt > limitMs
    while (done < messages && !isLate()) await new Promise((resolve) => setTimeout(resolve, 2))
    while (!isLate() && !(await queue.isEmpty())) await new Promise((resolve) => setTimeout(resolve, 5))
    const ms = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpu)
    await stop()
    return { ms, cpuUs: user + system, done }
  },
  async close() {
    await queue.close()
    await pool.close()
  },
})
