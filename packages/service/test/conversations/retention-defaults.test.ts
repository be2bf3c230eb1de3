/** What is kept for how long where nobody has said so; and that of a deleted agent nothing stays but the end of its keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteLargeOf } from '../../src/answering/removal/removal-store.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { migrate, migrations } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { tablesOf } from '../harness/everything.ts'
import { eventually, pairsOf, startTestService, type TestService } from '../harness/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BEFORE_DEFAULTS = migrations.filter(({ number }) => number < 20)

async function daysOf(database: Database): Promise<string | undefined> {
  const query = sql<{ value: string }>`SELECT value FROM instance WHERE key = 'retention_days'`
  return (await query.execute(database.q)).rows[0]?.value
}

/** An agent with something in every table it can have something in. */
async function fill(service: TestService, url: string) {
  const agent = await service.newAgent('Shop')
  const { api } = service
  await service.addDocument(agent.key, pairsOf(700))
  const webhook = await service.admin('PUT', `/agents/${agent.id}/message-webhook`, {
    url,
    username: 'shop',
    secret: 's',
  })
  assert.equal(webhook.status, 200, webhook.text)
  const desk = await service.admin('POST', `/agents/${agent.id}/human-services`, {
    name: 'Desk',
    webhook_url: url,
  })
  await service.admin('POST', `/agents/${agent.id}/message-webhook/signing-secrets`, {})
  await service.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
  await api('POST', `/web/v1/agents/${agent.id}/chats`, {})
  const { json } = await api('POST', '/v1/conversation', { user_id: 'anna' }, agent.key)
  for (const [response_mode, content] of [
    ['blocking', 'Question 1?'],
    ['blocking', 'How tall is the tower of the town hall in winter?'],
    ['webhook', 'Question 2?'],
  ]) {
    const body = {
      conversation_id: json.conversation_id,
      response_mode,
      messages: [{ role: 'user', content }],
    }
    const answer = await api('POST', '/v2/conversation/message', body, agent.key)
    assert.equal(answer.status, 200, answer.text)
  }
  await api('POST', '/v1/conversation/handoff', { conversation_id: json.conversation_id }, agent.key)
  return { ...agent, serviceId: desk.json.id as string, conversationId: json.conversation_id as string }
}

onEachEngine((engine) => {
  test('a new database keeps 400 days, one that was used before keeps everything until somebody decides', async () => {
    await using store = await engine.emptyEnvironment()
    const config = readConfig('serve', store.env)
    const database = await openDatabase(config, createLog('silent'))
    try {
      await migrate(database, 1, BEFORE_DEFAULTS)
      await database.transaction('test', async (tx) => {
        await tx.q.insertInto('instance').values({ key: 'key_check', value: 'x' }).execute()
      })
      await migrate(database, 2)
      assert.equal(await daysOf(database), '0')
    } finally {
      await database.close()
    }
    await using fresh = await startTestService(engine)
    assert.equal(await daysOf(fresh.service.database), '400')
  })

  test('the bindings of a deleted agent are removed slice by slice', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const [count, limit] = [50, 20]
    const { id } = await service.newAgent()
    const of = { agent_id: id, conversation_type: 'WEB', source_id: '', user_id: 'anna', updated_at: 1 }
    const bindings = Array.from({ length: count }, (_, n) => ({ ...of, anonymous_id: `WEB:${n}` }))
    await database.transaction('test', (tx) => tx.q.insertInto('user_bindings').values(bindings).execute())
    const slices: number[] = []
    do {
      slices.push(await database.transaction('test', (tx) => deleteLargeOf(tx, id, limit)))
    } while (slices.at(-1))
    assert.deepEqual(slices, [20, 20, 10, 0])
    assert.equal(await service.countRows('user_bindings'), 0)
  })

  test('the start of a database that keeps everything says what would go, and removes nothing', async () => {
    await using ground = await engine.freshEnvironment()
    const startAt = Date.now()
    {
      await using first = await startTestService(engine, { on: ground.env, clock: manualClock(startAt) })
      const { id, key } = await first.newAgent()
      await first.api('POST', '/v1/conversation', { user_id: 'anna' }, key)
      const gone = await first.newAgent()
      await first.admin('DELETE', `/agents/${gone.id}`)
      await first.service.database.transaction('test', async (tx) => {
        await tx.q.updateTable('instance').set({ value: '0' }).where('key', '=', 'retention_days').execute()
      })
      assert.ok(id)
    }
    const clock = manualClock(startAt + 401 * DAY_MS)
    {
      await using later = await startTestService(engine, { on: ground.env, clock })
      const said = await eventually(
        'it is said',
        () => later.logLines.find((line) => line.includes('keeps everything for ever')),
        (line) => line !== undefined,
        30_000,
      )
      const { conversations, deleted_agents, notSet } = JSON.parse(said ?? '')
      assert.deepEqual([conversations, deleted_agents, notSet.length], [1, 1, 3])
      assert.equal(await later.countRows('conversations'), 1)
    }
    const env = {
      TANDEM_CONVERSATION_RETENTION_DAYS: '0',
      TANDEM_UNANSWERED_RETENTION_DAYS: '0',
      TANDEM_DELETED_AGENT_RETENTION_DAYS: '400',
    }
    await using decided = await startTestService(engine, { on: ground.env, clock, env })
    await eventually(
      'the agent is gone',
      () => decided.logLines.some((line) => line.includes('the data of a deleted agent was removed')),
      (isGone) => isGone,
      30_000,
    )
    assert.doesNotMatch(decided.logLines.join(''), /keeps everything for ever/)
    assert.equal(await decided.countRows('conversations'), 1)
  })

  test('of a deleted agent nothing stays after its time but its id and the hashes of its keys, answered 40378', async () => {
    const desk = await startDeveloperServer()
    await using ground = await engine.freshEnvironment()
    const startAt = Date.now()
    const env = { TANDEM_EGRESS_ALLOW: '127.0.0.1' }
    try {
      let agent: Awaited<ReturnType<typeof fill>>
      {
        await using first = await startTestService(engine, { on: ground.env, env })
        agent = await fill(first, desk.url)
        await first.admin('DELETE', `/agents/${agent.id}`)
      }
      const clock = manualClock(startAt + 401 * DAY_MS)
      await using later = await startTestService(engine, { on: ground.env, env, clock })
      await eventually(
        'it is removed',
        async () => {
          await clock.advance(HOUR_MS)
          return later.logLines.some((line) => line.includes('the data of a deleted agent was removed'))
        },
        (isGone) => isGone,
        60_000,
      )
      const { q } = later.service.database
      for (const table of await tablesOf(later.service.database)) {
        if (table === 'agents' || table === 'api_keys') continue
        const rows = JSON.stringify((await sql`SELECT * FROM ${sql.table(table)}`.execute(q)).rows)
        for (const id of [agent.id, agent.serviceId, agent.conversationId])
          assert.ok(!rows.includes(id), `${table} names ${id}`)
      }
      await eventually(
        'pairs are cleared',
        () => later.countRows('pairs'),
        (count) => count === 0,
        60_000,
      )
      const answer = await later.api('GET', '/v1/bot/knowledge/base/page', undefined, agent.key)
      assert.equal(answer.json.code, 40378)
      const shown = await later.admin('GET', `/agents/${agent.id}`)
      assert.deepEqual([shown.status, shown.json.agent.status], [200, 'deleted'])
      assert.ok(!shown.text.includes('Shop'), 'its name is gone')
    } finally {
      await desk.close()
    }
  })
})
