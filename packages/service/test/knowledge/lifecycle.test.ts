/** What outlives what: kept revisions and their time, conversions and processes, reports of before and the schema of now. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/platform/config.ts'
import { migrate, migrations } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { manualClock, TEST_NOW } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'
import {
  addFile,
  goodReply,
  manual,
  modelEnv,
  pairsIn,
  passageOf,
  startModelScene,
  UPDATE,
  untilStatus,
  updateFile,
} from './model-scene.ts'

const DAY_MS = 86_400_000

onEachEngine((engine) => {
  test('what a document can go back to is kept for its time, and then cleared', async () => {
    await using store = await engine.freshEnvironment()
    const onDay = (day: number) =>
      startTestService(engine, {
        on: store.env,
        clock: manualClock(TEST_NOW + day * DAY_MS),
        env: { TANDEM_ROLLBACK_DAYS: '2' },
      })
    let at = ''
    const rollback = (service: TestService) => service.admin('POST', `${at}/rollback`)
    {
      await using service = await onDay(0)
      const { id, key } = await service.newAgent()
      const docId = await service.addDocument(key, [{ question: 'q', answer: 'first' }])
      at = `/agents/${id}/documents/${docId}`
      await service.api('PUT', UPDATE, { doc_id: docId, qaList: [{ question: 'q', answer: 'second' }] }, key)
    }
    {
      await using service = await onDay(1)
      assert.equal((await rollback(service)).status, 200)
    }
    {
      // Its time begins when it was put aside: going back puts aside anew.
      await using service = await onDay(2.5)
      assert.equal((await rollback(service)).status, 200)
    }
    await using service = await onDay(5)
    await eventually(
      'pair_sets',
      () => service.countRows('pair_sets'),
      (count) => count === 1,
    )
    assert.equal((await rollback(service)).json.code, 40900)
    assert.equal((await service.admin('GET', `${at}/pairs`)).json.items[0].answer, 'second')
  })

  test('going back is refused while a document is being converted, and works once that has ended', async () => {
    await using scene = await startModelScene(engine)
    const { service, model } = scene
    const { id, key } = await service.newAgent()
    const docId = await service.addDocument(key, [{ question: 'q', answer: 'first' }])
    model.answer(() => ({ kind: 'stall' }))
    await updateFile(service, key, docId, manual(1))
    // Until its request is there, the conversion could still be given the good answer below.
    await model.waitFor(1)
    const rollback = () => service.admin('POST', `/agents/${id}/documents/${docId}/rollback`)
    assert.equal((await rollback()).json.code, 40900)
    model.answer(goodReply)
    await updateFile(service, key, docId, manual(2, 'second'))
    await untilStatus(service, key, docId, 'AVAILABLE')
    assert.equal((await rollback()).json.pairs, 1)
    assert.equal((await pairsIn(service, id, docId))[0]?.answer, 'first')
    const shown = await service.admin('GET', `/agents/${id}/documents/${docId}/conversion`)
    assert.equal(shown.json.status, 'replaced')
  })

  test('a conversion report of an older schema is still shown', async () => {
    await using store = await engine.emptyEnvironment()
    const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
    try {
      await migrate(database, 1, migrations.slice(0, 6))
      const report = JSON.stringify({
        format: 'MD',
        pairs: 1,
        coverage: { text_chars: 9, covered_chars: 9, uncovered: [] },
        warnings: ['w'],
      })
      await database.transaction('test', async (tx) => {
        await sql`INSERT INTO agents (id, name, created_at, updated_at) VALUES ('a', 'A', 1, 1)`.execute(tx.q)
        await sql`INSERT INTO knowledge_bases (id, agent_id, name, description, is_default, created_at, updated_at)
          VALUES ('b', 'a', 'B', '', 1, 1, 1)`.execute(tx.q)
        await sql`INSERT INTO documents (id, agent_id, base_id, name, format, status, revision_id, pair_count, char_count,
          created_at, updated_at) VALUES ('d', 'a', 'b', 'D', 'MD', 'AVAILABLE', 'r', 1, 9, 1, 1)`.execute(
          tx.q,
        )
        await sql`INSERT INTO revisions (id, document_id, state, touched_at) VALUES ('r', 'd', 'live', 1)`.execute(
          tx.q,
        )
        await sql`INSERT INTO pairs (revision_id, ordinal, question, answer) VALUES ('r', 0, 'q', 'a')`.execute(
          tx.q,
        )
        await sql`INSERT INTO conversions (document_id, revision_id, agent_id, file_name, report, created_at)
          VALUES ('d', 'r', 'a', 'f.md', ${report}, 5)`.execute(tx.q)
      })
    } finally {
      await database.close()
    }
    await using service = await startTestService(engine, { on: store.env })
    const { json } = await service.admin('GET', '/agents/a/documents/d/conversion')
    assert.deepEqual(
      [json.status, json.file_name, json.format, json.pairs, json.warnings, json.created_at, json.progress],
      ['published', 'f.md', 'MD', 1, ['w'], 5, { chunks: 0, done: 0, failed: 0 }],
    )
  })

  if (engine.name === 'postgres') {
    test('newer content taken by one process drops the conversion under way in another at once', async () => {
      await using store = await engine.freshEnvironment()
      await using scene = await startModelScene(engine, { on: store.env })
      const { model, service: first } = scene
      const { id, key } = await first.newAgent()
      model.answer((request) =>
        passageOf(request).includes('first edition') ? { kind: 'stall' } : goodReply(request),
      )
      const docId = await addFile(first, key, manual(3))
      await model.waitFor(3)
      await using second = await startTestService(engine, { on: store.env, env: modelEnv(model) })
      await updateFile(second, key, docId, manual(2, 'second'))
      await untilStatus(second, key, docId, 'AVAILABLE')
      const answers = (await pairsIn(second, id, docId)).map(({ answer }) => answer)
      assert.equal(answers.length, 4)
      assert.ok(answers[0]?.includes('second edition'))
    })
  }
})
