/** A database of schema 20, left by a process that was killed in the middle of its work: this version takes it over whole. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { findFile, readFiles } from '../../src/answering/files/file-store.ts'
import { readConfig } from '../../src/platform/config.ts'
import { type Migration, migrate, migrations } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { atRest } from '../harness/at-rest.ts'
import {
  type DeveloperServer,
  type ReceivedRequest,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { type FreshEnvironment, onEachEngine } from '../harness/engines.ts'
import { type ApiAnswer, startTestService, type TestService } from '../harness/service.ts'
import { type SimulatedClock, simulatedClock } from '../lanes/simulation/clock.ts'
import { type Contents, loadFixture, SECRETS } from './contents.ts'

const FIXTURE_SCHEMA = 20

interface Body {
  readonly conversation_id: string
  readonly istest?: boolean
  readonly body?: string
  readonly output?: readonly { readonly content: { readonly text: string } }[]
}

onEachEngine((engine) => {
  let store: FreshEnvironment
  let server: DeveloperServer
  let clock: SimulatedClock
  let service: TestService
  let held: Contents

  before(async () => {
    store = await engine.emptyEnvironment()
    server = await startDeveloperServer()
    held = await loadFixture(engine, store.env, server.url)
    clock = simulatedClock(held.now + 1)
    service = await startTestService(engine, {
      clock,
      on: store.env,
      env: { ...SECRETS, TANDEM_EGRESS_ALLOW: '127.0.0.0/8' },
    })
    await until('only what waits for its endpoint is left', pending, (ids) => ids.length <= 1)
  })
  after(async () => {
    await service?.stop()
    await server.close()
    await store.remove()
  })

  async function until<T>(what: string, look: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T> {
    const deadline = performance.now() + 120_000
    for (;;) {
      const value = await look()
      if (isSo(value)) return value
      if (performance.now() > deadline) throw new Error(`${what}: still ${JSON.stringify(value)}`)
      await clock.pass(500, () => atRest(service, server.held))
      await pause(2)
    }
  }
  const admin = (method: string, path: string, body?: unknown) => service.admin(method, path, body)
  const call = (path: string, body: unknown) => service.api('POST', path, body, held.agents.help.key)
  const delivery = async (id: string): Promise<ApiAnswer['json']> =>
    (await admin('GET', `/deliveries/${id}`)).json
  const state = async (id: string): Promise<string> => (await delivery(id)).state
  const handoff = async (id: string): Promise<ApiAnswer['json']> =>
    (await admin('GET', `/handoffs/${id}`)).json
  async function pending(): Promise<string[]> {
    const rows = await service.service.database.q
      .selectFrom('lane_items')
      .select(['kind', 'lane_id'])
      .where('state', '=', 'pending')
      .execute()
    return rows.map(({ kind, lane_id }) => `${kind} ${lane_id}`)
  }
  const received = (path: string, conversation: string): ReceivedRequest[] =>
    server.requests.filter(
      (request) =>
        request.path.startsWith(path) &&
        (request.json as Body).conversation_id === conversation &&
        !(request.json as Body).istest,
    )
  const words = (path: string, conversation: string): string[] =>
    received(path, conversation).map(({ json }) => (json as Body).output?.[0]?.content.text ?? '')
  const sequences = (path: string, conversation: string) =>
    received(path, conversation).map(({ headers }) => Number(headers['tandem-sequence']))

  test('what waited behind a message that is retried arrives in order', async () => {
    assert.deepEqual(words('/orders', 'retrying'), ['one', 'two', 'three'])
    assert.deepEqual(sequences('/orders', 'retrying'), [1, 2, 3])
    assert.equal((await delivery(held.deliveries.retrying[0] ?? '')).attempts, 2, 'its tries are kept')
  })

  test('a message that was under way is sent again, and the next one after it', () => {
    assert.deepEqual(words('/orders', 'in-flight'), ['one', 'two'])
  })

  test('what waited for a parked endpoint goes on in order after a probe', () => {
    const first = server.requests.find(({ path }) => path.startsWith('/parked'))
    assert.equal((first?.json as Body | undefined)?.istest, true)
    for (let n = 0; n < 5; n++) assert.deepEqual(words('/parked', `c${n}`), ['one', 'two'])
  })

  test('an endpoint on trial is sent everything, once it has shown that it works', () => {
    for (let n = 0; n < 5; n++) assert.deepEqual(words('/trial', `c${n}`), ['one'])
  })

  test('what was delivered is not sent again, what is dead stays dead, and can be replayed', async () => {
    assert.deepEqual(words('/orders', 'delivered'), [])
    assert.deepEqual(words('/orders', 'dead'), [])
    const { dead, delivered, refused } = held.deliveries
    assert.deepEqual(
      [await state(dead), await state(delivered), await state(refused)],
      ['dead', 'delivered', 'dead'],
    )
    assert.equal((await delivery(dead)).attempt_log.length, 1, 'with its log')
    const { status, json } = await admin('POST', `/deliveries/${dead}/replay`)
    assert.equal(status, 200)
    await until(
      'replayed',
      () => state(json.id),
      (now) => now === 'delivered',
    )
    assert.deepEqual(words('/orders', 'dead'), ['given up'])
    assert.equal(received('/orders', 'dead')[0]?.headers['webhook-id'], dead)
  })

  test('what waits for a disabled endpoint goes on when its settings are saved', async () => {
    const { behindRefused } = held.deliveries
    assert.equal(await state(behindRefused), 'pending')
    const path = `/agents/${held.agents.gone.id}/message-webhook`
    assert.equal((await admin('PUT', path, { url: `${server.url}/gone` })).status, 200)
    await until(
      'delivered',
      () => state(behindRefused),
      (now) => now === 'delivered',
    )
    assert.deepEqual(words('/gone', 'g'), ['two'])
  })

  test('turns that were under way and in the queue are answered in order', () => {
    const { talk } = held.conversations
    assert.equal(words('/help', talk)[0], 'From nine to five.')
    assert.deepEqual(sequences('/help', talk), [1, 2])
  })

  test('a requested handoff is established, a waiting one connects, a connected one goes on in order', async () => {
    const { requested, waiting, connected } = held.handoffs
    assert.equal((await handoff(requested)).state, 'WAITING')
    const told = received('/desk/', connected).map(({ json }) => (json as Body).body)
    assert.deepEqual(told, ['My parcel is broken.', 'It is number 4711.'])
    assert.equal((await handoff(waiting)).state, 'WAITING')
    const reply = { conversation_id: waiting, timestamp: clock.now(), body: 'Hello, I am Gus.' }
    assert.equal((await call('/v1/human/message/receive', reply)).status, 200)
    assert.equal((await handoff(waiting)).state, 'CONNECTED')
    await until(
      'the user is told',
      () => words('/help', held.conversations.waiting),
      (heard) => heard.includes('Hello, I am Gus.'),
    )
    assert.equal(
      (await call('/v1/human/close', { conversation_id: connected, timestamp: clock.now() })).status,
      200,
    )
    assert.equal((await handoff(connected)).end_reason, 'HUMAN_CLOSED')
  })

  test('the desk is told that the user ended a handoff while a message to it was under way', async () => {
    const { ended } = held.handoffs
    const paths = received('/desk/', ended).map(({ path }) => path.split('/').at(-1))
    assert.equal(paths.at(-1), 'close')
    assert.equal(paths.indexOf('close'), paths.length - 1, 'once')
    assert.equal((await handoff(ended)).end_reason, 'USER_CLOSED')
  })

  test('knowledge answers as before, and a draft under review can be published', async () => {
    const { id, key } = held.agents.knowledge
    const found = async (prompt: string): Promise<string> =>
      (await service.api('POST', '/v1/vector/match', { prompt, top_k: 1 }, key)).json.list[0]?.content ?? ''
    assert.match(await found('When are you open?'), /From nine to five/)
    assert.match(await found('Who pays for returns?'), /We pay for returns/)
    const at = `/agents/${id}/documents/${held.documents.draft}`
    const { counts } = (await admin('GET', `${at}/draft`)).json
    assert.deepEqual([counts.total, counts.approved, counts.pending], [2, 1, 1])
    await admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true })
    assert.deepEqual((await admin('POST', `${at}/apply`, {})).json, {
      doc_id: held.documents.draft,
      pairs: 2,
    })
    assert.match(await found('Who pays for repairs?'), /We pay for repairs/)
  })

  test('an item that the watchdog named keeps its strike, and what only ran has no row any more', async () => {
    await using other = await engine.emptyEnvironment()
    await loadFixture(engine, other.env, server.url)
    const database = await openDatabase(readConfig('serve', other.env), createLog('silent'))
    try {
      await database.transaction('test', async (tx) => {
        const row = (lane: string, worker: string | null, alone: number, named: number) =>
          sql`INSERT INTO lane_runs VALUES (${lane}, 1, ${worker}, ${alone}, ${named}, 1)`.execute(tx.q)
        await row('named', 'w', 0, 1)
        await row('alone', 'w', 1, 0)
        await row('waiting', null, 0, 0)
      })
      await migrate(database, 1)
      const rows = await database.q.selectFrom('lane_runs').selectAll().orderBy('lane').execute()
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [
          { lane: 'alone', seq: 1, worker: 'w', alone: 1, strikes: 1 },
          { lane: 'named', seq: 1, worker: null, alone: 0, strikes: 2 },
          { lane: 'waiting', seq: 1, worker: null, alone: 0, strikes: 1 },
        ],
      )
    } finally {
      await database.close()
    }
  })

  test('files that an earlier version kept whole are read, whole and in part', async () => {
    await using other = await engine.emptyEnvironment()
    await loadFixture(engine, other.env, server.url)
    const database = await openDatabase(readConfig('serve', other.env), createLog('silent'))
    try {
      const bytes = Buffer.from('a file with words')
      const content = bytes.toString('base64')
      const inLines = content.replace(/.{4}/g, '$&\r\n')
      await database.transaction('test', async (tx) => {
        await sql`INSERT INTO message_files VALUES ('message', 1, ${inLines})`.execute(tx.q)
        await sql`INSERT INTO audio_files VALUES ('sound', 'agent', 'audio/mpeg', ${content}, 5)`.execute(
          tx.q,
        )
      })
      await migrate(database, 1)
      for (const file of [await findFile(database, 'message', 1), await findFile(database, 'sound', 0)]) {
        assert.equal(file?.size, bytes.length)
        for await (const part of file?.part(2, 5) ?? []) assert.deepEqual(part, bytes.subarray(2, 6))
      }
      assert.equal((await readFiles(database, 'message'))[1], content)
    } finally {
      await database.close()
    }
  })

  test('an embedded database is copied before it is migrated, once for each version', async () => {
    await using other = await engine.emptyEnvironment()
    await loadFixture(engine, other.env, server.url)
    const folder = other.env.TANDEM_DATA ?? ''
    const future: Migration = {
      number: (migrations.at(-1)?.number ?? 0) + 1,
      name: 'future',
      statements: ['DELETE FROM agents'],
    }
    const first = migrations.find(({ number }) => number > FIXTURE_SCHEMA) ?? future
    const database = await openDatabase(readConfig('serve', other.env), createLog('silent'))
    try {
      const copy = join(folder, `tandem.db.before-${first.number}`)
      await assert.rejects(
        migrate(database, 1, [...migrations, { ...future, statements: ['CREATE TABLE agents (id TEXT)'] }]),
      )
      const isEmbedded = engine.name === 'sqlite'
      assert.equal(existsSync(copy), isEmbedded, 'also where the migration then fails')
      const result = await migrate(database, 1, [...migrations, { ...future, statements: [] }])
      assert.equal(result.from, FIXTURE_SCHEMA)
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('before')),
        isEmbedded ? [`tandem.db.before-${first.number}`] : [],
      )
      if (!isEmbedded) return
      assert.equal(statSync(copy).mode & 0o777, 0o600)
      using copied = new DatabaseSync(copy, { readOnly: true })
      assert.deepEqual(
        { ...copied.prepare('SELECT max(number) AS number FROM schema_migrations').get() },
        { number: FIXTURE_SCHEMA },
      )
      assert.deepEqual({ ...copied.prepare('SELECT count(*) AS n FROM agents').get() }, { n: 6 })
    } finally {
      await database.close()
    }
  })
})
