/** Processes on one PostgreSQL whose clocks are wrong, each in its own way: handoffs last as long as they should. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { wrongBy } from '../harness/wrong-clock.ts'
import { DESK, HOOK, OK } from './scene.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const HOUR_MS = 3_600_000

onEachEngine((engine) => {
  // The embedded engine has one process, and its lanes go by that one's clock.
  if (engine.name === 'sqlite') return
  test('wrong clocks neither end a handoff before its time nor keep one from its end', async () => {
    await using store = await engine.freshEnvironment()
    const server = await startDeveloperServer()
    server.answer(() => OK)
    const env = {
      ...store.env,
      TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
      TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      TANDEM_LOG_LEVEL: 'info',
    }
    try {
      await using behind = await serveTandem({ ...env, ...wrongBy(-HOUR_MS) })
      await using ahead = await serveTandem({ ...env, ...wrongBy(HOUR_MS) })
      const made = await behind.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)
      const path = `/admin/v1/agents/${made.json.agent.id}`
      await behind.api('PUT', `${path}/message-webhook`, { url: server.url + HOOK }, ADMIN_TOKEN)
      const newDesk = async (name: string, waiting_timeout_s: number, idle_timeout_s: number) => {
        const desk = { name, webhook_url: server.url + DESK, waiting_timeout_s, idle_timeout_s }
        return (await behind.api('POST', `${path}/human-services`, desk, ADMIN_TOKEN)).json.id
      }
      const patient = await newDesk('Patient', 600, 600)
      // The other time of each is long, so that a busy machine does not run into it; and so is the time in which the desk must
      // have heard of a handoff, or that handoff fails before it can wait.
      const [hasty, curt] = [await newDesk('Hasty', 8, 600), await newDesk('Curt', 600, 2)]
      const key = made.json.api_key
      const begin = async (tandem: RunningService, human_service_id: string): Promise<string> => {
        const { json } = await tandem.api('POST', '/v1/conversation', { user_id: 'u' }, key)
        const ask = { conversation_id: json.conversation_id, human_service_id }
        return (await tandem.api('POST', '/v1/conversation/handoff', ask, key)).json.handoff_id
      }
      const see = async (id: string) =>
        (await ahead.api('GET', `/admin/v1/handoffs/${id}`, undefined, ADMIN_TOKEN)).json
      const reply = (tandem: RunningService, id: string) =>
        tandem.api(
          'POST',
          '/v1/human/message/receive',
          { conversation_id: id, timestamp: 1, body: 'Hi.' },
          key,
        )

      const inState = (id: string, wanted: string) =>
        eventually(
          `it is ${wanted}`,
          () => see(id),
          ({ state }) => state === wanted,
        )
      const talk = async (one: RunningService, other: RunningService): Promise<void> => {
        const [waiting, talking] = [await begin(one, patient), await begin(one, patient)]
        assert.equal((await reply(other, talking)).json.code, 0)
        // By then both processes have loaded all that it takes.
        await inState(waiting, 'WAITING')
        const [unheard, silent] = [await begin(one, hasty), await begin(one, curt)]
        assert.equal((await reply(other, silent)).json.code, 0)
        assert.equal((await inState(silent, 'ENDED')).end_reason, 'TIMEOUT')
        assert.equal((await inState(unheard, 'ENDED')).end_reason, 'WAIT_TIMEOUT')
        // The deadlines of these were looked at together with those.
        assert.equal((await see(waiting)).state, 'WAITING')
        assert.equal((await see(talking)).state, 'CONNECTED')
      }
      await Promise.all([talk(behind, ahead), talk(ahead, behind)])
    } finally {
      await server.close()
    }
  })
})
