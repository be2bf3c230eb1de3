/**
 * Killed with SIGKILL at many moments of an import or a conversion, with and without a model: after a restart it is resumed
 * or cleanly gone, its account is exact, no document is half there, and nothing is left over once it has been cleared.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock } from '../harness/clock.ts'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { type Client, eventually, startTestService } from '../harness/service.ts'
import {
  ADD,
  addFile,
  base64,
  goodReply,
  manual,
  modelEnv,
  statusOf,
  UPDATE,
  untilStatus,
  updateFile,
} from './model-scene.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const HALF_AN_HOUR_MS = 30 * 60_000
const OLD = [{ question: 'Old?', answer: 'Old content.' }]

async function withDatabase<T>(env: Environment, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(readConfig('serve', env), createLog('silent'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function newAgent(client: Client): Promise<{ id: string; key: string }> {
  const { json } = await client.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)
  return { id: json.agent.id, key: json.api_key }
}

/** Half an hour later: what dead writers left is cleared, and what remains belongs to a document. */
async function assertNothingAstray(engine: TestEngine, env: Environment): Promise<void> {
  await using service = await startTestService(engine, {
    on: { ...env, TANDEM_MODEL_BASE_URL: '', TANDEM_MODEL: '' },
    clock: manualClock(Date.now() + HALF_AN_HOUR_MS),
  })
  const { q } = service.service.database
  const astray = async () => ({
    revisions: await q
      .selectFrom('pair_sets')
      .leftJoin('documents', 'documents.id', 'pair_sets.document_id')
      .select(['pair_sets.id', 'pair_sets.state'])
      .where((row) =>
        row.or([row('documents.id', 'is', null), row('pair_sets.state', 'in', ['writing', 'retired'])]),
      )
      .execute(),
    pairs: await q
      .selectFrom('pairs')
      .leftJoin('pair_sets', 'pair_sets.id', 'pairs.set_id')
      .select('pairs.set_id')
      .where('pair_sets.id', 'is', null)
      .limit(5)
      .execute(),
    chunks: await q
      .selectFrom('conversion_chunks')
      .leftJoin('conversion_runs', 'conversion_runs.id', 'conversion_chunks.run_id')
      .select('conversion_chunks.run_id')
      .where((row) =>
        row.or([row('conversion_runs.id', 'is', null), row('conversion_runs.to_clear', '=', 1)]),
      )
      .limit(5)
      .execute(),
    runs: await q
      .selectFrom('conversion_runs')
      .select('id')
      .where('state', 'in', ['writing', 'dropped'])
      .execute(),
  })
  await eventually('what is astray', astray, (left) => Object.values(left).every((list) => list.length === 0))
}

onEachEngine((engine) => {
  test('killed at many moments of a conversion by a model: it goes on, ends exact, and is never half seen', async () => {
    await using store = await engine.freshEnvironment()
    const model = await startModelServer()
    const env = {
      ...store.env,
      ...modelEnv(model),
      TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
      TANDEM_LOG_LEVEL: 'info',
    }
    const SECTIONS = 12
    const parts = Array.from({ length: SECTIONS }, (_, n) => [
      `${100 + n} units`,
      `number ${500 + n} `,
    ]).flat()
    try {
      let tandem: RunningService = await serveTandem(env)
      const { id, key } = await newAgent(tandem)
      const added = await tandem.api('POST', ADD, { purpose: 'QA_TEXT', name: 'x', qaList: OLD }, key)
      const docId = added.json.doc[0].doc_id as string

      /** What the document shows, whole and of one edition; answers which. */
      const look = () =>
        withDatabase(env, async (database) => {
          const { pairs = [], pairCount } = (await readDocument(database, docId)) ?? {}
          assert.equal(pairs.length, pairCount)
          if (pairs.length === 1) {
            assert.deepEqual(pairs, OLD)
            return 'old'
          }
          assert.equal(pairs.length, parts.length)
          for (const [n, part] of parts.entries()) assert.ok(pairs[n]?.answer.includes(part), `pair ${n}`)
          const editions = pairs.flatMap(({ answer }) => /The (\w+) edition/.exec(answer)?.[1] ?? [])
          assert.deepEqual([editions.length, new Set(editions).size], [SECTIONS, 1])
          return editions[0]
        })
      let allowed = 0
      model.answer((request) => (allowed-- > 0 ? goodReply(request) : { kind: 'stall' }))

      // Killed with so many more passages answered each time, and others under way.
      let start = () => updateFile(tandem, key, docId, manual(SECTIONS, 'first'))
      for (const more of [0, 4]) {
        const before = model.requests.length
        allowed = more
        await start()
        await model.waitFor(before + more + 1)
        assert.equal(await statusOf(tandem, key, docId), 'PROCESSING')
        await tandem.kill('SIGKILL')
        assert.equal(await look(), 'old')
        start = async () => {
          tandem = await serveTandem(env)
        }
      }
      allowed = 1000
      await start()
      await untilStatus(tandem, key, docId, 'AVAILABLE')
      assert.equal(await look(), 'first')

      // Killed around the end: while the last results are stored, the pairs written, the new revision shown.
      const seen: (string | undefined)[] = []
      let shown = 'first'
      for (const [round, delayMs] of [0, 12].entries()) {
        const edition = `edition${round}`
        const before = model.requests.length
        await updateFile(tandem, key, docId, manual(SECTIONS, edition))
        await model.waitFor(before + SECTIONS)
        await pause(delayMs)
        await tandem.kill('SIGKILL')
        seen.push(await look())
        assert.ok(seen.at(-1) === shown || seen.at(-1) === edition, `${seen.at(-1)} is shown`)
        tandem = await serveTandem(env)
        await untilStatus(tandem, key, docId, 'AVAILABLE')
        assert.equal(await look(), edition)
        shown = edition
      }
      assert.equal(seen.length, 2)
      const path = `/admin/v1/agents/${id}/documents/${docId}/conversion`
      const { json } = await tandem.api('GET', path, undefined, ADMIN_TOKEN)
      assert.deepEqual(
        [json.status, json.pairs, json.progress, json.held_count],
        ['published', parts.length, { chunks: SECTIONS, done: SECTIONS, failed: 0 }, 0],
      )
      assert.deepEqual(await tandem.kill('SIGTERM'), { code: 0, signal: null })
    } finally {
      await model.close()
    }
    await assertNothingAstray(engine, env)
  })

  test('killed while documents for a model are being accepted: each that was answered is converted, no other is half there', async () => {
    await using store = await engine.freshEnvironment()
    const model = await startModelServer()
    model.answer(() => ({ kind: 'stall' }))
    const env = {
      ...store.env,
      ...modelEnv(model),
      TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
      TANDEM_LOG_LEVEL: 'info',
    }
    const SECTIONS = 60
    const acknowledged: string[] = []
    let agent = { id: '', key: '' }
    try {
      for (const delayMs of [80, undefined]) {
        const tandem = await serveTandem(env)
        agent = agent.key ? agent : await newAgent(tandem)
        const adding = addFile(tandem, agent.key, manual(SECTIONS)).then(
          (docId) => acknowledged.push(docId),
          (error) => assert.ok(error instanceof TypeError, String(error)),
        )
        // The last time at the very moment it is answered.
        await (delayMs === undefined ? adding : pause(delayMs))
        await tandem.kill('SIGKILL')
        await adding
      }
      assert.ok(acknowledged.length > 0)
      model.answer(goodReply)
      const tandem = await serveTandem(env)
      for (const docId of acknowledged) await untilStatus(tandem, agent.key, docId, 'AVAILABLE')
      await withDatabase(env, async (database) => {
        const documents = await database.q
          .selectFrom('documents')
          .select(['id', 'status', 'pair_count'])
          .execute()
        for (const docId of acknowledged) assert.ok(documents.some(({ id }) => id === docId))
        const done = () => database.q.selectFrom('documents').select(['status', 'pair_count']).execute()
        const all = await eventually(
          'all documents',
          done,
          (list) => list.every(({ status }) => status === 'AVAILABLE'),
          120_000,
        )
        for (const { pair_count } of all) assert.equal(pair_count, SECTIONS * 2)
      })
      await tandem.kill('SIGTERM')
    } finally {
      await model.close()
    }
    await assertNothingAstray(engine, env)
  })

  test('killed at many moments of conversions without a model, drafts and CSV imports: whole or not there, with an exact account', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN, TANDEM_LOG_LEVEL: 'info' }
    const COUNT = 2500
    const rows = Array.from({ length: COUNT }, (_, n) => n)
    const faq = base64(rows.map((n) => `Q: What is thing ${n}?\nA: It is thing ${n}.\n`).join('\n'))
    const csv = base64(
      `question,answer\n${rows.map((n) => `What is thing ${n}?,It is thing ${n}.`).join('\n')}\n`,
    )
    let agents: { id: string; key: string }[] = []
    let docId = ''
    let interrupted = 0
    const acknowledged: string[] = []
    for (const delayMs of [60, 250, undefined]) {
      const tandem = await serveTandem(env)
      if (agents.length === 0) {
        agents = [await newAgent(tandem), await newAgent(tandem)]
        const setting = { knowledge: { publish_conversions: 'after_approval' } }
        await tandem.api('PATCH', `/admin/v1/agents/${agents[1]?.id}/settings`, setting, ADMIN_TOKEN)
        const body = { purpose: 'QA_TEXT', name: 'x', qaList: OLD }
        docId = (await tandem.api('POST', ADD, body, agents[0]?.key)).json.doc[0].doc_id
      }
      const requests = [
        ...agents.map(({ key }) =>
          tandem.api(
            'POST',
            ADD,
            { purpose: 'FILE_2_QA', files: [{ file_name: 'f.txt', file_base64: faq }] },
            key,
          ),
        ),
        tandem.api(
          'PUT',
          UPDATE,
          { files: [{ doc_id: docId, file_name: 'f.csv', file_base64: csv }] },
          agents[0]?.key,
        ),
      ].map((request) =>
        request.then(
          ({ json }) => void acknowledged.push(json.doc[0].doc_id),
          () => void interrupted++,
        ),
      )
      await (delayMs === undefined ? Promise.all(requests) : pause(delayMs))
      await tandem.kill('SIGKILL')
      await Promise.all(requests)
      await withDatabase(env, (database) => assertWhole(database, docId, COUNT, acknowledged))
    }
    assert.ok(interrupted > 0 && acknowledged.length >= 3)
    await assertNothingAstray(engine, env)
  })
})

/** Every document shows nothing, what it had, or all of it; what it was made by says so in numbers. */
async function assertWhole(
  database: Database,
  updated: string,
  count: number,
  acknowledged: readonly string[],
): Promise<void> {
  const { q } = database
  const documents = await q.selectFrom('documents').select(['id', 'pair_count', 'status', 'set_id']).execute()
  for (const id of acknowledged)
    assert.ok(
      documents.some((each) => each.id === id),
      'an acknowledged document is gone',
    )
  for (const { id, pair_count, set_id, status } of documents) {
    const seen = await readDocument(database, id)
    assert.equal(seen?.pairs.length, pair_count)
    const runs = await q.selectFrom('conversion_runs').selectAll().where('document_id', '=', id).execute()
    if (id === updated) {
      assert.ok(pair_count === 1 || pair_count === count, String(pair_count))
      const [latest] = await q.selectFrom('imports').selectAll().where('set_id', '=', set_id).execute()
      assert.equal(latest === undefined, pair_count === 1)
      if (latest) assert.equal(JSON.parse(latest.ledger).stored, count)
      continue
    }
    assert.equal(runs.length, 1)
    assert.equal(JSON.parse(runs[0]?.report ?? '{}').pairs, count)
    if (status === 'AVAILABLE') assert.deepEqual([pair_count, runs[0]?.state], [count, 'done'])
    else {
      assert.deepEqual([pair_count, status, runs[0]?.state], [0, 'PROCESSING', 'waiting'])
      const draft = await q
        .selectFrom('drafts')
        .selectAll()
        .where('document_id', '=', id)
        .executeTakeFirstOrThrow()
      const { n } = await q
        .selectFrom('pairs')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('set_id', '=', draft.set_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([draft.pair_count, Number(n)], [count, count])
    }
  }
}
