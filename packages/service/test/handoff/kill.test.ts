/**
 * The real process is killed with SIGKILL at random moments while users and people talk, and started again on the same
 * store. Every promise it had made holds: `verdict.ts` judges.
 */
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { type ApiAnswer, eventually } from '../harness/service.ts'
import { DESK, HOOK, OK } from './scene.ts'
import { judge, type Told } from './verdict.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const ROUNDS = 3
const CONVERSATIONS = 4

interface Figure extends Told {
  handoff: string | undefined
}

onEachEngine((engine) => {
  test('killed at random moments, it keeps every promise to users, people and the desk', async () => {
    await using store = await engine.freshEnvironment()
    const server = await startDeveloperServer()
    server.answer(() => OK)
    const env = {
      ...store.env,
      TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
      TANDEM_LOG_LEVEL: 'info',
      TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      // Less would make a busy machine look like a failing desk, whose retries soon take minutes.
      TANDEM_WEBHOOK_TIMEOUT_MS: '1500',
      TANDEM_LEASE_MS: '1000',
    }
    const figures: Figure[] = []
    let key = ''
    let agentId = ''
    let number = 0
    for (let round = 0; round < ROUNDS; round++) {
      await using tandem = await serveTandem(env)
      if (round === 0) {
        const made = await tandem.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)
        key = made.json.api_key
        agentId = made.json.agent.id
        const path = `/admin/v1/agents/${agentId}`
        await tandem.api('PUT', `${path}/message-webhook`, { url: server.url + HOOK }, ADMIN_TOKEN)
        const desk = {
          name: 'Desk',
          webhook_url: server.url + DESK,
          waiting_timeout_s: 12,
          idle_timeout_s: 12,
        }
        await tandem.api('POST', `${path}/human-services`, desk, ADMIN_TOKEN)
      }
      const talks: Promise<void>[] = []
      for (let n = 0; n < CONVERSATIONS; n++) {
        const { json } = await tandem.api('POST', '/v1/conversation', { user_id: 'u' }, key)
        const told: Told = {
          conversation: json.conversation_id,
          accepted: new Map(),
          unsure: new Set(),
          said: new Set(),
        }
        const figure: Figure = { ...told, handoff: undefined }
        figures.push(figure)
        talks.push(talk(tandem, figure, key, () => ++number))
      }
      await pause(150 + 300 * round)
      await tandem.kill('SIGKILL')
      await Promise.all(talks)
    }

    await using last = await serveTandem(env)
    const database = await openDatabase(readConfig('serve', env), createLog('silent'))
    try {
      await eventually(
        'everything comes to an end',
        async () => ({
          open: await database.q.selectFrom('handoffs').select('id').where('state', '<>', 'ENDED').execute(),
          pending: await database.q
            .selectFrom('lane_items')
            .select('id')
            .where('state', '=', 'pending')
            .execute(),
        }),
        ({ open, pending }) => open.length === 0 && pending.length === 0,
        240_000,
      )
      const admin = (method: string, path: string) =>
        last.api(method, `/admin/v1${path}`, undefined, ADMIN_TOKEN)
      const evidence = { database, admin, requests: server.requests, kills: ROUNDS }
      for (const figure of figures) await judge(evidence, figure)
    } finally {
      await database.close()
      await server.close()
    }
  })
})

/** A user and a person who talk at once until the process is gone. */
async function talk(tandem: RunningService, figure: Figure, key: string, next: () => number): Promise<void> {
  const post = (path: string, body: object) => tandem.api('POST', path, body, key)
  try {
    const begun = await post('/v1/conversation/handoff', { conversation_id: figure.conversation })
    figure.handoff = begun.json.handoff_id
    for (;;) await Promise.all([say(post, figure, next()), reply(post, figure, next())])
  } catch {
    // The process is gone; what was not answered may or may not have been taken.
  }
}

type Post = (path: string, body: object) => Promise<ApiAnswer>

async function say(post: Post, figure: Figure, n: number): Promise<void> {
  const text = `Words ${n}`
  const answer = await post('/v2/conversation/message', {
    conversation_id: figure.conversation,
    response_mode: 'webhook',
    messages: [{ role: 'user', content: text }],
  })
  if (answer.status < 300) figure.said.add(text)
}

async function reply(post: Post, figure: Figure, n: number): Promise<void> {
  const text = `Reply ${n}`
  figure.unsure.add(text)
  const body = { conversation_id: figure.handoff, timestamp: n, body: text }
  const answer = await post('/v1/human/message/receive', body)
  if (answer.status === 200) figure.accepted.set(text, figure.handoff ?? '')
  else figure.unsure.delete(text)
}
