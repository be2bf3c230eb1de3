/** /metrics counts files that became knowledge, or did not, with their rows and chunks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { eventually, type TestService } from '../harness/service.ts'
import {
  ADD,
  addFile,
  base64,
  goodReply,
  manual,
  pairsReply,
  passageOf,
  startModelScene,
  untilStatus,
} from './model-scene.ts'

const counted = (service: TestService) => async (name: string) => {
  const { text } = await service.api('GET', '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? 0 : Number(line.split(' ')[1])
}

onSqlite((engine) => {
  test('imports are counted by outcome, and the rows of those that were stored', async () => {
    await using scene = await startModelScene(engine)
    const { service } = scene
    const { key } = await service.newAgent()
    const many = Array.from({ length: 1200 }, (_, n) => `Q${n}?,A${n}`).join('\n')
    const files = [
      `question,answer\nA?,B\nC?,D\nC?,D\nE?,\n`,
      `question,answer\n${many}\n`,
      'nothing of the kind\n',
    ].map((text, n) => ({ file_name: `${n}.csv`, file_base64: base64(text) }))
    const { json } = await service.api('POST', ADD, { purpose: 'QA_FILE', files }, key)
    assert.deepEqual(json.failed, ['2.csv'])
    const value = counted(service)
    assert.equal(await value('tandem_imports_total{outcome="stored"}'), 2)
    assert.equal(await value('tandem_imports_total{outcome="failed"}'), 1)
    assert.equal(await value('tandem_import_rows_total{outcome="stored"}'), 1202)
    assert.equal(await value('tandem_import_rows_total{outcome="duplicate"}'), 1)
    assert.equal(await value('tandem_import_rows_total{outcome="rejected"}'), 1)
    assert.equal(await value('tandem_import_seconds_count'), 3)
  })

  test('conversions are counted when they end, by outcome, and the chunks a model was asked about', async () => {
    await using scene = await startModelScene(engine)
    const { service, model } = scene
    const { id, key } = await service.newAgent()
    const value = counted(service)
    const ended = (outcome: string, count: number) =>
      eventually(
        `conversions that ended ${outcome}`,
        () => value(`tandem_conversions_total{outcome="${outcome}"}`),
        (found) => found === count,
      )
    // Needs no model; cannot be read; one chunk of three is answered with what the document does not say.
    await addFile(service, key, '## How long does delivery take?\n\nTwo to four working days.\n')
    const files = [{ file_name: 'locked.pdf', file_base64: base64('%PDF-1.7 and nothing more') }]
    const failing = await service.api('POST', ADD, { purpose: 'FILE_2_QA', files }, key)
    assert.deepEqual(failing.json.failed, ['locked.pdf'])
    model.answer((request) =>
      passageOf(request).includes('part 1 ')
        ? pairsReply([{ question: 'Is it blue?', answer: 'It is always blue, and costs 900 euros.' }])
        : goodReply(request),
    )
    await untilStatus(service, key, await addFile(service, key, manual(3)), 'AVAILABLE')
    await ended('published', 2)
    await ended('failed', 1)
    assert.equal(await value('tandem_conversion_chunks_total{outcome="done"}'), 2)
    assert.equal(await value('tandem_conversion_chunks_total{outcome="failed"}'), 1)
    await service.admin('PATCH', `/agents/${id}/settings`, {
      knowledge: { publish_conversions: 'after_approval' },
    })
    await addFile(service, key, manual(1))
    await ended('draft', 1)
    assert.equal(await value('tandem_conversion_seconds_count'), 4)
  })
})
