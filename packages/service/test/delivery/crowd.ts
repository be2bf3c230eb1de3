/** Several real processes delivering to one receiver, writers that go on through every trouble, and what must hold at the end. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Environment } from '../../src/platform/config.ts'
import {
  type Behaviour,
  conversationOf,
  type DeveloperServer,
  type ReceivedRequest,
  SUCCESS,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { ALLOW_LOOPBACK } from './scene.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
/** Of one conversation, accepted and not arrived yet. */
const MOST_AHEAD = 5
/**
 * The shortest lease that the attempt's time allows: three times that and what is spared for writing. Less time for an
 * attempt would make a busy machine look like a failing receiver, whose retries soon take minutes.
 */
export const CROWD_ENV = {
  ...ALLOW_LOOPBACK,
  TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
  TANDEM_LOG_LEVEL: 'info',
  TANDEM_WEBHOOK_TIMEOUT_MS: '1500',
  TANDEM_LEASE_MS: '1000',
}

export interface Crowd extends AsyncDisposable {
  readonly processes: RunningService[]
  readonly developer: DeveloperServer
  join(): Promise<RunningService>
  /** Sends one message through any living process; answers its sequence, or undefined when nobody said it was accepted. */
  send(conversation: string): Promise<number | undefined>
  /** Messages to these conversations, one after another in each, until told to stop. */
  write(conversations: readonly string[]): { stop(): Promise<void> }
  /** Overrides the answer to some requests. */
  answer(script: (request: ReceivedRequest) => Behaviour | undefined): void
  /** Waits until everything accepted arrived; then checks that each conversation has all of it, in order. */
  finish(): Promise<{ accepted: number; doubled: number }>
}

export async function gatherCrowd(env: Environment, count: number): Promise<Crowd> {
  const developer = await startDeveloperServer()
  const processes: RunningService[] = []
  const accepted = new Map<string, number[]>()
  const succeeded = new Map<string, Set<number>>()
  const broken: string[] = []
  let special: (request: ReceivedRequest) => Behaviour | undefined = () => undefined
  let doubled = 0
  let turn = 0

  developer.answer((request) => {
    const conversation = conversationOf(request)
    const sequence = Number(request.headers['tandem-sequence'])
    const before = succeeded.get(conversation) ?? new Set()
    succeeded.set(conversation, before)
    for (let n = 1; n < sequence; n++)
      if (!before.has(n)) broken.push(`${conversation}: ${sequence} came before ${n} had succeeded`)
    if (before.has(sequence)) doubled++
    const behaviour = special(request) ?? (request.number % 53 === 0 ? { status: 500 } : SUCCESS)
    if (behaviour.kind === 'hold' || behaviour === SUCCESS) before.add(sequence)
    return behaviour
  })

  async function join(): Promise<RunningService> {
    const made = await serveTandem({ ...env, ...CROWD_ENV })
    processes.push(made)
    return made
  }
  for (let n = 0; n < count; n++) await join()
  const first = processes[0] ?? assert.fail('a crowd has at least one process')
  const agent = (await first.api('POST', '/admin/v1/agents', { name: 'Crowd' }, ADMIN_TOKEN)).json.agent.id
  const webhook = `/admin/v1/agents/${agent}/message-webhook`
  assert.equal((await first.api('PUT', webhook, { url: developer.url }, ADMIN_TOKEN)).status, 200)

  async function send(conversation: string): Promise<number | undefined> {
    const living = processes.filter(
      ({ child }) => child.exitCode === null && child.signalCode === null && !frozen.has(child.pid ?? 0),
    )
    const process = living[turn++ % living.length]
    const body = { conversation_id: conversation, text: `Message ${turn}` }
    const answer = await process
      ?.api('POST', `/admin/v1/agents/${agent}/messages`, body, ADMIN_TOKEN)
      .catch(() => undefined)
    if (answer?.status !== 202) return undefined
    const { sequence } = answer.json
    accepted.set(conversation, [...(accepted.get(conversation) ?? []), sequence])
    return sequence
  }

  /** Writers wait for the receiver, as people do; else most of the time would go into what they have heaped up. */
  function isFarAhead(conversation: string): boolean {
    const arrived = succeeded.get(conversation)?.size ?? 0
    return (accepted.get(conversation)?.length ?? 0) - arrived >= MOST_AHEAD
  }

  return {
    processes,
    developer,
    join,
    send,
    answer(script) {
      special = script
    },
    write(conversations) {
      let stopped = false
      const writers = conversations.map(async (conversation) => {
        while (!stopped)
          if (isFarAhead(conversation) || (await send(conversation)) === undefined) await pause(20)
      })
      return {
        async stop() {
          stopped = true
          await Promise.all(writers)
        },
      }
    },
    async finish() {
      const missing = () =>
        [...accepted].flatMap(([conversation, list]) =>
          list.filter((n) => !succeeded.get(conversation)?.has(n)),
        )
      await eventually(
        'everything accepted has arrived',
        missing,
        (list) => list.length === 0,
        // On a busy machine attempts may time out all the same: their third retry comes after half a minute, and a parked
        // endpoint is first probed after as long.
        120_000,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}\n${await unrest(env)}`)
      })
      assert.deepEqual(broken, [])
      for (const [conversation, list] of accepted) {
        const sorted = list.toSorted((a, b) => a - b)
        assert.deepEqual(list, sorted, `${conversation} was numbered in the order of acceptance`)
        // Whoever got no answer may have been accepted all the same, so that more may have come, but never less.
        const came = [...(succeeded.get(conversation) ?? [])].sort((a, b) => a - b)
        assert.deepEqual(
          came,
          Array.from({ length: came.length }, (_, n) => n + 1),
        )
      }
      return { accepted: [...accepted.values()].flat().length, doubled }
    },
    async [Symbol.asyncDispose]() {
      for (const pid of [...frozen]) thaw(pid)
      await Promise.all(processes.map((process) => process.kill()))
      await developer.close()
    },
  }
}

/** What a person wants to know of deliveries that do not arrive. */
async function unrest({ DATABASE_URL: url }: Environment): Promise<string> {
  if (!url) return ''
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const questions = [
    'SELECT now(), * FROM lanes WHERE owner IS NOT NULL OR ready_at IS NOT NULL LIMIT 5',
    `SELECT item.*, number, report FROM lane_items item JOIN lanes ON lanes.id = lane_id AND seq = head_seq
      LEFT JOIN lane_attempts ON item_id = item.id WHERE state = 'pending' LIMIT 20`,
    'SELECT * FROM gates',
    'SELECT * FROM lane_workers',
  ]
  const answers: string[] = []
  for (const sql of questions) answers.push(JSON.stringify((await client.query(sql)).rows))
  await client.end()
  return answers.join('\n')
}

const frozen = new Set<number>()

export function freeze(pid: number): void {
  frozen.add(pid)
  process.kill(pid, 'SIGSTOP')
}

export function thaw(pid: number): void {
  frozen.delete(pid)
  process.kill(pid, 'SIGCONT')
}
