/**
 * 10,000 open handoffs with random deadlines within the next half hour, as many as a busy desk leaves behind: what watching
 * them costs a service that does nothing else, and how late each deadline that falls into the stretch is noticed. The same
 * service without them is measured before. Each end writes a notice and tells the desk; that is part of the cost.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPeer } from '../delivery/parts/peer.ts'
import { type Bench, percentile } from '../measure.ts'
import { ADMIN_TOKEN, newFolder, type Running, serve } from '../processes.ts'

const HANDOFFS = 10_000
const WITHIN_MS = 1_800_000
const IDLE_MS = 1_800_000
const STRETCH_MS = 30_000
const WARM_UP_MS = 5000
const MOST_PERCENT = 5
const MOST_LATE_MS = 1000
const ENVIRONMENT = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }

export const bench: Bench = {
  name: '10,000 open handoffs with random deadlines: the cost of their timers',
  target: `at most ${MOST_PERCENT} % of one core`,
  async run() {
    const receiver = startPeer('delivery-receiver.ts')
    const url = await receiver.call<string>('open')
    const folder = newFolder('handoffs')
    const empty = await serve(folder, ENVIRONMENT)
    const ids = await makeService(empty, url)
    await pause(WARM_UP_MS)
    const without = await cpuPercent(empty)
    await empty.stop()

    const due = fill(folder, ids)
    const full = await serve(folder, ENVIRONMENT)
    await pause(WARM_UP_MS)
    const from = Date.now()
    const withAll = await cpuPercent(full)
    await pause(2 * MOST_LATE_MS)
    const late = lateness(folder, due, from, from + STRETCH_MS)
    await full.stop()
    await receiver.stop()
    const value = Number(Math.max(0, withAll - without).toFixed(2))
    const most = Math.max(...late)
    return {
      value,
      unit: '% of one core',
      met: value <= MOST_PERCENT,
      details: {
        'the service without handoffs': `${without.toFixed(2)} %`,
        'the service with them': `${withAll.toFixed(2)} %`,
        'deadlines in the stretch': late.length,
        'late at p50 and p99': `${percentile(late, 0.5)} ms and ${percentile(late, 0.99)} ms`,
      },
      also: [
        {
          name: 'the latest of the deadlines that passed meanwhile',
          target: `at most ${MOST_LATE_MS} ms`,
          value: most,
          unit: 'ms',
          met: most <= MOST_LATE_MS,
        },
      ],
    }
  },
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function cpuPercent(running: Running): Promise<number> {
  const before = running.cpuMs()
  const startedAt = performance.now()
  await pause(STRETCH_MS)
  const after = running.cpuMs()
  if (before === undefined || after === undefined)
    throw new Error('This system does not tell processor time.')
  return ((after - before) / (performance.now() - startedAt)) * 100
}

async function makeService(running: Running, url: string): Promise<{ agentId: string; serviceId: string }> {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${running.url}/admin/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: string; agent: { id: string } }
  }
  const agentId = (await call('/agents', { name: 'Bench' })).agent.id
  const service = await call(`/agents/${agentId}/human-services`, { name: 'Desk', webhook_url: url })
  return { agentId, serviceId: service.id }
}

/** Writes the handoffs as the service would have left them; answers the deadline of each. */
function fill(folder: string, ids: { agentId: string; serviceId: string }): Map<string, number> {
  const database = new DatabaseSync(join(folder, 'tandem.db'))
  const due = new Map<string, number>()
  const conversation = database.prepare(
    `INSERT INTO conversations (id, agent_id, channel, anonymous_id, subject, last_mode, next_seq, message_count, credits,
       unanswered, epoch, handoff_id, created_at, recent_chat_at)
     VALUES (?, ?, 'WEB', ?, '', 'web', 1, 0, 0, 0, 1, ?, ?, ?)`,
  )
  const handoff = database.prepare(
    `INSERT INTO handoffs (id, agent_id, service_id, service_name, conversation_id, epoch, state, reason, language, mode,
       waiting_ms, idle_ms, requested_at, established_at, first_reply_at, last_activity_at, deadline_at, establish_tries,
       establish_unsent, user_messages, human_messages, events)
     VALUES (?, ?, ?, 'Desk', ?, 1, 'CONNECTED', 'button', 'en', 'web', 60000, ${IDLE_MS}, ?, ?, ?, ?, ?, 1, 0, 1, 1, 0)`,
  )
  const now = Date.now()
  database.exec('BEGIN')
  for (let n = 0; n < HANDOFFS; n++) {
    const id = randomBytes(16).toString('hex')
    const talk = `bench-${n}`
    const at = now + Math.floor(Math.random() * WITHIN_MS)
    conversation.run(talk, ids.agentId, `WEB:${n}`, id, now, now)
    // The last word stands so far back that its idle time is over at the deadline: else the service would put the deadline off.
    handoff.run(id, ids.agentId, ids.serviceId, talk, now, now, now, at - IDLE_MS, at)
    due.set(id, at)
  }
  database.exec('COMMIT')
  database.close()
  return due
}

function lateness(folder: string, due: Map<string, number>, from: number, until: number): number[] {
  const database = new DatabaseSync(join(folder, 'tandem.db'), { readOnly: true })
  const rows = database.prepare(`SELECT id, ended_at FROM handoffs`).all() as {
    id: string
    ended_at: number | null
  }[]
  database.close()
  const ends = new Map(rows.map(({ id, ended_at }) => [id, ended_at]))
  return [...due]
    .filter(([, at]) => at >= from && at < until)
    .map(([id, at]) => (ends.get(id) ?? Number.POSITIVE_INFINITY) - at)
}
