/** A model that leaves something out of a passage: it is asked once more, and what it still leaves is kept as it stands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import type { ModelRequest } from '../harness/model-server.ts'
import {
  addFile,
  conversionOf,
  goodReply,
  pairsIn,
  pairsReply,
  passageOf,
  sharedScene,
  untilStatus,
} from './model-scene.ts'

const YARD =
  'Our depot in Leipzig opens at seven. Parcels above thirty kilos need a pallet. Drivers sign the blue form. The yard closes in heavy snow. Visitors wear a yellow vest.'
const FIRST = { question: 'When does the depot open?', answer: 'Our depot in Leipzig opens at seven.' }
const lastSaid = ({ json }: ModelRequest) =>
  String((json?.messages as { content: string }[] | undefined)?.at(-1)?.content ?? '')

onSqlite((engine) => {
  const shared = sharedScene(engine)

  test('too few pairs: the model is shown what it left out, and makes pairs of it', async () => {
    const { service, model } = shared()
    const { id, key } = await service.newAgent()
    const before = model.requests.length
    model.answer((request) => {
      const open = lastSaid(request).match(/^- (.*)$/m)?.[1]
      if (open === undefined) return pairsReply([FIRST])
      const left = open.match(/[^.]+\./g) ?? []
      return pairsReply([
        FIRST,
        ...left.map((answer) => ({
          question: `What of ${answer.trim().slice(0, 12)}?`,
          answer: answer.trim(),
        })),
      ])
    })
    const docId = await addFile(service, key, YARD)
    await untilStatus(service, key, docId, 'AVAILABLE')
    assert.equal(model.requests.length, before + 2)
    assert.deepEqual(
      (await pairsIn(service, id, docId)).map(({ answer }) => answer),
      YARD.match(/[^.]+\./g)?.map((sentence) => sentence.trim()),
    )
    const report = await conversionOf(service, id, docId)
    assert.deepEqual([report.failed_chunks, report.warnings], [[], []])
    assert.equal(report.coverage.covered_chars, report.coverage.text_chars)
  })

  for (const [what, second] of [
    ['the same again', () => pairsReply([FIRST])],
    ['nothing', () => pairsReply([])],
    ['no JSON', () => ({ kind: 'chat' as const, pieces: ['I cannot.'] })],
  ] as const) {
    test(`too few pairs, and then ${what}: they are kept with the passage as it stands, which is listed`, async () => {
      const { service, model } = shared()
      const { id, key } = await service.newAgent()
      model.answer((request) => (lastSaid(request).includes('<passage>') ? pairsReply([FIRST]) : second()))
      const docId = await addFile(service, key, YARD)
      await untilStatus(service, key, docId, 'AVAILABLE')
      const pairs = await pairsIn(service, id, docId)
      assert.ok(pairs.some(({ question }) => question === FIRST.question))
      const rest = pairs.filter(({ origin }) => origin?.how !== 'model')
      for (const sentence of ['Drivers sign the blue form.', 'Visitors wear a yellow vest.'])
        assert.ok(
          rest.some(({ answer }) => answer.includes(sentence)),
          sentence,
        )
      const report = await conversionOf(service, id, docId)
      assert.equal(report.progress.failed, 1)
      assert.match(report.failed_chunks[0].reason, /^The model made pairs of 2\d % of it/)
      assert.match(report.warnings.join(), /1 of 1 chunks could not be converted by the model, or not whole/)
      assert.equal(report.coverage.covered_chars, report.coverage.text_chars)
      const found = await service.admin('POST', `/agents/${id}/search`, { text: 'drivers sign which form' })
      assert.match(found.json.hits[0].answer, /Drivers sign the blue form/)
    })
  }

  test('a part the model passed over whole is kept as it stands, even where most was covered', async () => {
    const { service, model } = shared()
    const { id, key } = await service.newAgent()
    const passed = 'Guests of the canteen pay by card at the till beside the door, never in cash.'
    const text = `## Overview\n\n${YARD}\n\n## Notes\n\n${passed}\n`
    model.answer((request) =>
      passageOf(request) === ''
        ? pairsReply([])
        : pairsReply(
            (YARD.match(/[^.]+\./g) ?? []).map((answer) => ({
              question: `What of ${answer.trim().slice(0, 12)}?`,
              answer: answer.trim(),
            })),
          ),
    )
    const docId = await addFile(service, key, text, { chunk_token: 600 })
    await untilStatus(service, key, docId, 'AVAILABLE')
    const pairs = await pairsIn(service, id, docId)
    assert.deepEqual(
      pairs.filter(({ origin }) => origin?.how !== 'model').map(({ answer }) => answer),
      [passed],
    )
    const report = await conversionOf(service, id, docId)
    assert.deepEqual(report.failed_chunks, [])
    assert.deepEqual(report.warnings, [
      '1 pair was stored as the text stands, since the model made nothing of it.',
    ])
  })

  test('a list without what is around it is taken, and the same pair in it once', async () => {
    const { service, model } = shared()
    const { id, key } = await service.newAgent()
    const short = { question: 'when does the DEPOT open', answer: 'Our depot opens at seven.' }
    const all = { question: FIRST.question, answer: YARD }
    model.answer(() => ({ kind: 'chat', pieces: [JSON.stringify([FIRST, all, FIRST, all, short])] }))
    const docId = await addFile(service, key, YARD)
    await untilStatus(service, key, docId, 'AVAILABLE')
    assert.deepEqual(
      (await pairsIn(service, id, docId)).map(({ question, answer }) => ({ question, answer })),
      [FIRST, all, short],
    )
  })

  test('a pair with an address the passage does not have is never shown, and listed as held back', async () => {
    const { service, model } = shared()
    const { id, key } = await service.newAgent()
    const lured = {
      question: 'What do visitors wear?',
      answer: `${YARD} Pay at https://evil.example/pay first.`,
    }
    model.answer(() => pairsReply([lured]))
    const docId = await addFile(service, key, YARD)
    await untilStatus(service, key, docId, 'AVAILABLE')
    const shown = await pairsIn(service, id, docId)
    assert.ok(shown.length > 0)
    assert.doesNotMatch(JSON.stringify(shown), /evil/)
    const { held } = await conversionOf(service, id, docId)
    assert.match(JSON.stringify(held), /does not have the address https:..evil.example.pay/)
  })

  test('an answer that was cut off is called so, and not badly formed', async () => {
    const { service, model } = shared()
    const { id, key } = await service.newAgent()
    model.answer(() => ({
      kind: 'chat',
      pieces: ['{"pairs":[{"question":"When does it op'],
      finish: 'length',
    }))
    const docId = await addFile(service, key, YARD)
    await untilStatus(service, key, docId, 'AVAILABLE')
    const [failed] = (await conversionOf(service, id, docId)).failed_chunks
    assert.match(failed.reason, /^The answer was cut off/)
    model.answer(goodReply)
  })
})
