/** FILE_2_QA with a model: what goes to it, what becomes of its answers, and that no answer of it does harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import {
  ADD,
  addFile,
  base64,
  conversionOf,
  goodReply,
  type ModelScene,
  manual,
  pairsIn,
  pairsReply,
  passageOf,
  sharedScene,
  startModelScene,
  statusOf,
  UPDATE,
  untilStatus,
  updateFile,
} from './model-scene.ts'

const MIXED = `# Lamp

## Overview

The lamp runs for 20 hours. It is charged in 3 hours.

## How long does delivery take?

Two to four working days.

## Returns and refunds

Send it back within 14 days. We pay the postage.

## Care

Wipe it with a dry cloth. Never open the housing.
`

onSqlite((engine) => {
  const shared = sharedScene(engine, {
    env: { TANDEM_CONVERSION_TIMEOUT_MS: '3000', TANDEM_CONVERSION_CONCURRENCY: '3' },
  })
  const withScene = (work: (scene: ModelScene) => Promise<void>) => work(shared())

  test('questions and sections that name their topic are kept, the rest goes to the model, in the order of the document', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      const before = model.requests.length
      const docId = await addFile(service, key, MIXED)
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.deepEqual(model.requests.slice(before).map(passageOf).sort(), [
        'The lamp runs for 20 hours. It is charged in 3 hours.',
        'Wipe it with a dry cloth. Never open the housing.',
      ])
      const pairs = await pairsIn(service, id, docId)
      assert.deepEqual(
        pairs.map(({ answer, origin }) => [origin?.how, answer]),
        [
          ['model', 'The lamp runs for 20 hours.'],
          ['model', 'It is charged in 3 hours.'],
          ['structure', 'Two to four working days.'],
          ['section', 'Send it back within 14 days. We pay the postage.'],
          ['model', 'Wipe it with a dry cloth.'],
          ['model', 'Never open the housing.'],
        ],
      )
      const report = await conversionOf(service, id, docId)
      assert.deepEqual(
        [report.status, report.model, report.pairs, report.progress, report.failed_chunks],
        ['published', 'scripted-model', 6, { chunks: 2, done: 2, failed: 0 }, []],
      )
      assert.equal(report.coverage.covered_chars, report.coverage.text_chars)
      const found = await service.api(
        'POST',
        '/v1/vector/match',
        { prompt: 'open the housing', top_k: 1 },
        key,
      )
      assert.match(found.json.list[0].content, /Never open the housing/)
    }))

  test('the call is answered before the model is, and the document says PROCESSING meanwhile, with its progress', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      const latch = createLatch()
      model.answer((request) =>
        passageOf(request).includes('part 2 ')
          ? { kind: 'hold', latch, reply: goodReply(request) }
          : goodReply(request),
      )
      const docId = await addFile(service, key, manual(3))
      const report = await eventually(
        'two of three chunks',
        () => conversionOf(service, id, docId),
        ({ progress }) => progress.done === 2,
      )
      assert.deepEqual([report.status, report.progress], ['running', { chunks: 3, done: 2, failed: 0 }])
      assert.equal(await statusOf(service, key, docId), 'PROCESSING')
      assert.deepEqual(await pairsIn(service, id, docId), [])
      latch.release()
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.equal((await pairsIn(service, id, docId)).length, 6)
    }))

  test('a document of questions and answers alone is there at once, and no model is asked', () =>
    withScene(async ({ service, model }) => {
      const { key } = await service.newAgent()
      const before = model.requests.length
      const docId = await addFile(
        service,
        key,
        'Q: Is it free?\nA: Yes, it is.\n\nQ: Is it far?\nA: No, it is near.\n',
      )
      assert.equal(await statusOf(service, key, docId), 'AVAILABLE')
      assert.equal(model.requests.length, before)
    }))

  test('a pair with a number the passage does not have is held back and listed, the others are shown', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      model.answer(() =>
        pairsReply([
          { question: 'How long does the lamp run?', answer: 'The lamp runs for 20 hours.' },
          { question: 'How is it charged?', answer: 'It is charged in 45 hours.' },
        ]),
      )
      const docId = await addFile(
        service,
        key,
        'The lamp runs for 20 hours, and so does its little brother. It is charged in three hours.\n',
      )
      await untilStatus(service, key, docId, 'AVAILABLE')
      const answers = (await pairsIn(service, id, docId)).map(({ answer }) => answer)
      assert.deepEqual(answers, ['The lamp runs for 20 hours.'])
      const { held, held_count, coverage } = await conversionOf(service, id, docId)
      assert.equal(held_count, 1)
      assert.match(held[0].origin.held[0], /45/)
      assert.match(coverage.uncovered[0].excerpt, /charged in three hours/)
    }))

  test('a translated answer is held back; of a passage with nothing else, its own text is stored', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      const said = { question: '灯能用多久?', answer: '这盏灯可以连续使用二十个小时,然后需要充电。' }
      model.answer(() => pairsReply([said]))
      const before = model.requests.length
      const docId = await addFile(
        service,
        key,
        'The lamp runs for twenty hours and must then be charged again.\n',
      )
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.match((await pairsIn(service, id, docId))[0]?.answer ?? '', /^The lamp runs/)
      const report = await conversionOf(service, id, docId)
      assert.deepEqual([report.progress.failed, report.failed_chunks[0].tries, report.held_count], [1, 2, 1])
      assert.match(report.failed_chunks[0].reason, /held back/)
      assert.equal(model.requests.length, before + 2)
    }))

  for (const [what, reply] of [
    ['broken JSON', { kind: 'chat', pieces: ['Sure! {"pairs": [{"question": "What'] }],
    ['another shape', { kind: 'chat', pieces: ['{"qa": []}'] }],
    ['no pairs', { kind: 'chat', pieces: ['{"pairs": []}'] }],
    ['status 500', { kind: 'fail', status: 500 }],
    ['429 with Retry-After', { kind: 'fail', status: 429, retryAfter: '0' }],
    ['429 that asks for an hour', { kind: 'fail', status: 429, retryAfter: '3600' }],
    ['a refused key', { kind: 'fail', status: 401 }],
    ['a cut connection', { kind: 'cut' }],
    ['no answer at all', { kind: 'stall' }],
  ] as const) {
    test(`a model that answers one passage with ${what}: the rest is shown, and that passage is listed and kept as it is`, () =>
      withScene(async ({ service, model }) => {
        const { id, key } = await service.newAgent()
        model.answer((request) => (passageOf(request).includes('part 1 ') ? reply : goodReply(request)))
        const docId = await addFile(service, key, manual(3))
        await untilStatus(service, key, docId, 'AVAILABLE')
        const report = await conversionOf(service, id, docId)
        assert.deepEqual([report.status, report.progress], ['published', { chunks: 3, done: 2, failed: 1 }])
        const [failed] = report.failed_chunks
        assert.equal(failed.chunk, 1)
        assert.ok(failed.reason.length > 10 && failed.reason.endsWith('.'), failed.reason)
        assert.match(failed.excerpt, /^The first edition says of part 1 /)
        const pairs = await pairsIn(service, id, docId)
        assert.deepEqual(
          pairs.map(({ origin }) => origin?.how),
          ['model', 'model', 'section', 'model', 'model'],
        )
        assert.match(pairs[2]?.answer ?? '', /torque of 101 units.* number 501 /)
        assert.equal(report.pairs, pairs.length)
      }))
  }

  test('an endpoint that is not there: the document ends with what there is without a model, and soon', async () => {
    await using scene = await startModelScene(engine)
    const { service, model } = scene
    await model.close()
    const { id, key } = await service.newAgent()
    const docId = await addFile(service, key, manual(40))
    await untilStatus(service, key, docId, 'AVAILABLE')
    const report = await conversionOf(service, id, docId)
    assert.deepEqual(report.progress, { chunks: 40, done: 0, failed: 40 })
    assert.match(report.failed_chunks.at(-1).reason, /^Not tried: the model gave no answer 8 times in a row/)
    assert.equal((await pairsIn(service, id, docId)).length, 40)
  })

  test('a document of which nothing can be made ends FAILED with the reason, and its update shows the old content', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      model.answer(() => pairsReply([]))
      const docId = await addFile(service, key, '# Nothing under this heading\n')
      await untilStatus(service, key, docId, 'FAILED')
      const report = await conversionOf(service, id, docId)
      assert.equal(report.status, 'failed')
      assert.match(report.reason, /^Nothing could be made of it: The model found nothing/)
      const old = await service.addDocument(key, [{ question: 'Old?', answer: 'Old content.' }])
      await updateFile(service, key, old, '# Nothing under this heading\n')
      await untilStatus(service, key, old, 'FAILED')
      assert.deepEqual(
        (await pairsIn(service, id, old)).map(({ answer }) => answer),
        ['Old content.'],
      )
    }))

  test('failed passages are asked again on request, and take the place of what was kept', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      model.answer((request) =>
        passageOf(request).includes('part 1 ') ? { kind: 'fail', status: 500 } : goodReply(request),
      )
      const docId = await addFile(service, key, manual(3))
      await untilStatus(service, key, docId, 'AVAILABLE')
      const append = { doc_id: docId, chunks: [{ question: 'Appended?', answer: 'Appended.' }] }
      await service.api('POST', '/v1/bot/doc/qa/chunks/add', append, key)
      model.answer(goodReply)
      const asked = model.requests.length
      const path = `/agents/${id}/documents/${docId}/conversion/retry`
      assert.deepEqual((await service.admin('POST', path)).json, { doc_id: docId, chunks: 1 })
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.equal(model.requests.length, asked + 1)
      const pairs = await pairsIn(service, id, docId)
      assert.deepEqual(
        pairs.map(({ origin }) => origin?.how),
        [...Array(6).fill('model'), undefined],
      )
      const report = await conversionOf(service, id, docId)
      assert.deepEqual([report.progress.failed, report.pairs, report.warnings], [0, 6, []])
      assert.equal((await service.admin('POST', path)).json.code, 40900)
    }))

  test('while a document is converted anew the old content answers, and pairs appended meanwhile are kept', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      const docId = await service.addDocument(key, [{ question: 'Old?', answer: 'Old content.' }])
      const latch = createLatch()
      model.answer((request) => ({ kind: 'hold', latch, reply: goodReply(request) }))
      const before = model.requests.length
      await updateFile(service, key, docId, manual(2))
      await model.waitFor(before + 2)
      const append = { doc_id: docId, chunks: [{ question: 'Appended?', answer: 'Appended.' }] }
      assert.equal((await service.api('POST', '/v1/bot/doc/qa/chunks/add', append, key)).status, 200)
      assert.equal(await statusOf(service, key, docId), 'PROCESSING')
      const found = await service.api('POST', '/v1/vector/match', { prompt: 'Old?', top_k: 1 }, key)
      assert.match(found.json.list[0].content, /Old content/)
      latch.release()
      await untilStatus(service, key, docId, 'AVAILABLE')
      const answers = (await pairsIn(service, id, docId)).map(({ answer }) => answer)
      assert.deepEqual([answers.length, answers.at(-1)], [5, 'Appended.'])
      assert.ok(!answers.includes('Old content.'))
    }))

  test('newer content of whatever kind drops a conversion under way, which never shows', () =>
    withScene(async ({ service, model }) => {
      const { id, key } = await service.newAgent()
      const latch = createLatch()
      model.answer((request) =>
        passageOf(request).includes('first edition')
          ? { kind: 'hold', latch, reply: goodReply(request) }
          : goodReply(request),
      )
      const before = model.requests.length
      const byFile = await addFile(service, key, manual(3))
      const byList = await addFile(service, key, manual(3))
      await model.waitFor(before + 6)
      // Nobody lets the first ones go: the newer conversion must not wait for them.
      await updateFile(service, key, byFile, manual(2, 'second'))
      await untilStatus(service, key, byFile, 'AVAILABLE')
      const list = { doc_id: byList, qaList: [{ question: 'New?', answer: 'From the list.' }] }
      assert.equal((await service.api('PUT', UPDATE, list, key)).status, 200)
      assert.equal(await statusOf(service, key, byList), 'AVAILABLE')
      latch.release()
      await eventually(
        'lanes at rest',
        () => service.service.app.lanes.stats().running,
        (running) => running === 0,
      )
      const texts = (await pairsIn(service, id, byFile)).map(({ answer }) => answer).join(' ')
      assert.match(texts, /second edition/)
      assert.doesNotMatch(texts, /first edition/)
      assert.deepEqual(
        (await pairsIn(service, id, byList)).map(({ answer }) => answer),
        ['From the list.'],
      )
      assert.equal((await conversionOf(service, id, byFile)).status, 'published')
    }))

  test('a document deleted while it is converted leaves nothing behind', async () => {
    await using scene = await startModelScene(engine)
    const { service, model } = scene
    const { key } = await service.newAgent()
    model.answer(() => ({ kind: 'stall' }))
    const docId = await addFile(service, key, manual(3))
    await model.waitFor(3)
    await service.api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key)
    for (const table of ['documents', 'pair_sets', 'pairs', 'conversion_runs', 'conversion_chunks']) {
      await eventually(
        `rows of ${table}`,
        () => service.countRows(table),
        (count) => count === 0,
      )
    }
    await model.waitForNoConnections()
  })

  test('no more passages of a document are with the model at a time than configured', () =>
    withScene(async ({ service, model }) => {
      const { key } = await service.newAgent()
      const latches = Array.from({ length: 9 }, createLatch)
      let open = 0
      let most = 0
      model.answer((request) => {
        open++
        most = Math.max(most, open)
        const latch = latches.shift() ?? createLatch()
        // Let go in turn, each once the next two are there or will be.
        setImmediate(() => {
          open--
          latch.release()
        })
        return { kind: 'hold', latch, reply: goodReply(request) }
      })
      const docId = await addFile(service, key, manual(9))
      await untilStatus(service, key, docId, 'AVAILABLE')
      assert.ok(most <= 3, String(most))
    }))

  test('a service that is stopped in the middle goes on with what is left, and asks about nothing twice', async () => {
    await using store = await engine.freshEnvironment()
    const latch = createLatch()
    let docId = ''
    let agent = { id: '', key: '' }
    {
      await using scene = await startModelScene(engine, { on: store.env })
      agent = await scene.service.newAgent()
      scene.model.answer((request) =>
        /part [0-4] /.test(passageOf(request)) ? goodReply(request) : { kind: 'hold', latch },
      )
      docId = await addFile(scene.service, agent.key, manual(8))
      await eventually(
        'five of eight',
        () => conversionOf(scene.service, agent.id, docId),
        ({ progress }) => progress.done === 5,
      )
    }
    await using scene = await startModelScene(engine, { on: store.env })
    await untilStatus(scene.service, agent.key, docId, 'AVAILABLE')
    assert.equal(scene.model.requests.length, 3)
    const pairs = await pairsIn(scene.service, agent.id, docId)
    assert.deepEqual(
      pairs.map(({ answer }) => /torque of (\d+)|number (\d+)/.exec(answer)?.slice(1).find(Boolean)),
      Array.from({ length: 8 }, (_, n) => [String(100 + n), String(500 + n)]).flat(),
    )
  })

  test('an unreadable file is refused in the call, with or without a model', () =>
    withScene(async ({ service }) => {
      const { key } = await service.newAgent()
      const files = [{ file_name: 'noise.pdf', file_base64: base64('%PDF-1.7 and nothing else') }]
      const { json } = await service.api('POST', ADD, { purpose: 'FILE_2_QA', files }, key)
      assert.deepEqual([json.doc, json.failed], [[], ['noise.pdf']])
    }))
})
