/** Drafts that wait for approval: nothing of them answers before, everything can be seen and changed, and applying is one step. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { type ApiAnswer, eventually, sharedService } from '../harness/service.ts'
import { ADD, base64, pairsReply, sharedScene, UPDATE, untilStatus } from './model-scene.ts'

const FAQ = (count: number, version = 'one') =>
  Array.from(
    { length: count },
    (_, n) => `Q: What is thing ${n}?\nA: Thing ${n} of version ${version}.\n`,
  ).join('\n')

onEachEngine((engine) => {
  const service = sharedService(engine)
  const admin = (method: string, path: string, body?: unknown) => service().admin(method, path, body)

  /** An agent whose conversions wait for approval, with a draft of so many pairs. */
  async function drafted(count: number) {
    const agent = await service().newAgent()
    await admin('PATCH', `/agents/${agent.id}/settings`, {
      knowledge: { publish_conversions: 'after_approval' },
    })
    const docId = await convert(agent.key, FAQ(count))
    return { ...agent, docId, at: `/agents/${agent.id}/documents/${docId}` }
  }
  async function convert(key: string, text: string, docId?: string): Promise<string> {
    const files = [{ file_name: 'faq.txt', file_base64: base64(text), ...(docId && { doc_id: docId }) }]
    const answer = docId
      ? await service().api('PUT', UPDATE, { files }, key)
      : await service().api('POST', ADD, { purpose: 'FILE_2_QA', files }, key)
    assert.equal(answer.json?.doc?.length, 1, answer.text)
    return answer.json.doc[0].doc_id
  }
  const status = async (key: string, docId: string) =>
    (await service().api('GET', `/v1/bot/data/detail/list?data_ids=${docId}`, undefined, key)).json[0]
      .data_status
  const shown = async (at: string): Promise<string[]> =>
    (await admin('GET', `${at}/pairs?limit=500`)).json.items.map(({ answer }: { answer: string }) => answer)
  const found = async (key: string, prompt: string): Promise<string[]> =>
    (await service().api('POST', '/v1/vector/match', { prompt, top_k: 3 }, key)).json.list.map(
      ({ content }: { content: string }) => content,
    )
  const refused = ({ status: code, json }: ApiAnswer) => [code, json.code]

  test('a draft answers nothing until it is applied, then all that was approved answers at once', async () => {
    const { key, docId, at } = await drafted(4)
    assert.deepEqual([await status(key, docId), await shown(at)], ['PROCESSING', []])
    assert.deepEqual(await found(key, 'What is thing 1?'), [])
    assert.equal((await admin('GET', `${at}/conversion`)).json.status, 'waiting')
    const draft = (await admin('GET', `${at}/draft`)).json
    assert.deepEqual(draft.counts, { total: 4, pending: 4, approved: 0, edited: 0, dropped: 0, held: 0 })

    const drafts = (await admin('GET', `${at.replace(/documents.*/, '')}drafts`)).json
    assert.deepEqual(drafts, { items: [draft], next_cursor: null })

    const early = await admin('POST', `${at}/apply`)
    assert.deepEqual(refused(early), [409, 40900])
    assert.match(early.json.hint, /^4 pairs of the draft are not decided/)

    await admin('POST', `${at}/draft/decide`, { decision: 'drop', ordinals: [3] })
    const edited = await admin('PATCH', `${at}/draft/pairs/1`, { answer: 'Thing 1, as edited.' })
    assert.deepEqual(
      [edited.json.state, edited.json.original.answer, edited.json.question],
      ['edited', 'Thing 1 of version one.', 'What is thing 1?'],
    )
    const counts = (await admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true })).json
    assert.deepEqual(counts, { total: 4, pending: 0, approved: 2, edited: 1, dropped: 1, held: 0 })
    const applied = await admin('POST', `${at}/apply`, {})
    assert.deepEqual(applied.json, { doc_id: docId, pairs: 3 })
    assert.equal(await status(key, docId), 'AVAILABLE')
    assert.deepEqual(await shown(at), [
      'Thing 0 of version one.',
      'Thing 1, as edited.',
      'Thing 2 of version one.',
    ])
    assert.match((await found(key, 'What is thing 1?'))[0] ?? '', /Thing 1, as edited/)
    assert.equal((await admin('GET', `${at}/draft`)).json.code, 40400)
    assert.equal((await admin('GET', `${at}/conversion`)).json.status, 'published')
  })

  test('the pairs of a draft are listed by state, page by page, each with where it came from', async () => {
    const { at } = await drafted(5)
    await admin('POST', `${at}/draft/decide`, { decision: 'approve', ordinals: [1, 3] })
    const first = (await admin('GET', `${at}/draft/pairs?state=pending&limit=2`)).json
    assert.deepEqual(
      first.items.map(({ ordinal, state }: { ordinal: number; state: string }) => [ordinal, state]),
      [
        [0, 'pending'],
        [2, 'pending'],
      ],
    )
    assert.equal(first.items[0].origin.how, 'structure')
    const second = (await admin('GET', `${at}/draft/pairs?state=pending&limit=2&from=${first.next_from}`))
      .json
    assert.deepEqual([second.items.length, second.items[0].ordinal, second.next_from], [1, 4, null])
    const reset = (await admin('POST', `${at}/draft/decide`, { decision: 'reset', ordinals: [1] })).json
    assert.deepEqual([reset.pending, reset.approved], [4, 1])
  })

  test('the plan tells what applying would do, and a plan that is out of date is refused', async () => {
    const { key, at, docId } = await drafted(1)
    const list = (answers: readonly string[]) =>
      answers.map((answer, n) => ({ question: `What is thing ${n}?`, answer }))
    await service().api(
      'PUT',
      UPDATE,
      { doc_id: docId, qaList: list(['Thing 0 of version one.', 'Otherwise.', 'x', 'y', 'z'].slice(0, 5)) },
      key,
    )
    await convert(key, FAQ(3), docId)
    await service().api(
      'PUT',
      UPDATE,
      { doc_id: docId, qaList: list(['Thing 0 of version one.', 'Otherwise.']) },
      key,
    )
    assert.equal((await admin('GET', `${at}/plan`)).json.code, 40400, 'a newer update drops the draft')
    await convert(
      key,
      `${FAQ(3).replace('Thing 2 of', 'Item 2 of')}\nQ: WHAT is thing 2\nA: Something else.\n`,
      docId,
    )
    await admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true })
    const plan = (await admin('GET', `${at}/plan`)).json
    assert.deepEqual(plan.counts, { added: 2, changed: 1, removed: 0, same: 1, pending: 0 })
    assert.deepEqual(plan.items, [
      {
        before: { question: 'What is thing 1?', answer: 'Otherwise.' },
        after: { question: 'What is thing 1?', answer: 'Thing 1 of version one.' },
      },
    ])
    assert.equal(plan.contradiction_count, 1)
    assert.deepEqual(
      [plan.contradictions[0].first.answer, plan.contradictions[0].second.answer],
      ['Item 2 of version one.', 'Something else.'],
    )
    await admin('POST', `${at}/draft/decide`, { decision: 'drop', ordinals: [3] })
    const stale = await admin('POST', `${at}/apply`, { version: plan.version })
    assert.deepEqual(refused(stale), [409, 40900])
    const added = (await admin('GET', `${at}/plan?list=added&limit=1`)).json
    assert.deepEqual([added.counts.added, added.items.length, added.next_from], [1, 1, null])
    assert.equal(added.contradiction_count, 0)
    assert.equal((await admin('POST', `${at}/apply`, { version: added.version })).json.pairs, 3)
  })

  test('pairs appended while a draft waits are in its plan as the same, and stay when it is applied', async () => {
    const { key, at, docId } = await drafted(2)
    await admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true })
    await admin('POST', `${at}/apply`)
    await convert(key, FAQ(2, 'two'), docId)
    await admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true })
    const append = { doc_id: docId, chunks: [{ question: 'Appended?', answer: 'Appended.' }] }
    await service().api('POST', '/v1/bot/doc/qa/chunks/add', append, key)
    const { counts, version } = (await admin('GET', `${at}/plan`)).json
    assert.deepEqual([counts.changed, counts.same, counts.removed], [2, 1, 0])
    await admin('POST', `${at}/apply`, { version })
    assert.deepEqual(await shown(at), ['Thing 0 of version two.', 'Thing 1 of version two.', 'Appended.'])
  })

  test('a draft that is dropped leaves the document as it is', async () => {
    const { key, at, docId } = await drafted(2)
    assert.equal((await admin('DELETE', `${at}/draft`)).status, 204)
    assert.deepEqual([await status(key, docId), await shown(at)], ['FAILED', []])
    await service().api('PUT', UPDATE, { doc_id: docId, qaList: [{ question: 'q', answer: 'a' }] }, key)
    await convert(key, FAQ(2), docId)
    assert.equal(await status(key, docId), 'PROCESSING')
    assert.deepEqual(await shown(at), ['a'])
    await admin('DELETE', `${at}/draft`)
    assert.deepEqual([await status(key, docId), await shown(at)], ['AVAILABLE', ['a']])
    assert.deepEqual(refused(await admin('DELETE', `${at}/draft`)), [404, 40400])
  })

  test('a dry run compares a list with the document and stores nothing', async () => {
    const { id, key } = await service().newAgent()
    const pairs = Array.from({ length: 1200 }, (_, n) => ({
      question: `Question ${n}?`,
      answer: `Answer ${n}.`,
    }))
    const docId = await service().addDocument(key, pairs)
    const at = `/agents/${id}/documents/${docId}`
    const qaList = [
      ...pairs.slice(0, 1000),
      { question: 'question 1000', answer: 'Answer 1000, better.' },
      { question: 'New?', answer: 'New.' },
    ]
    const { json } = await admin('POST', `${at}/plan?list=removed&limit=10&from=5`, { qaList })
    assert.deepEqual(json.counts, { added: 1, changed: 1, removed: 199, same: 1000, pending: 0 })
    assert.deepEqual(
      [json.items.length, json.items[0].before.question, json.items[0].after, json.next_from],
      [10, 'Question 1006?', null, 15],
    )
    assert.equal((await shown(at)).length, 500)
    assert.equal((await admin('GET', `${at}/pairs?limit=1`)).json.total, 1200)
    assert.deepEqual(
      refused(await admin('POST', `${at}/plan`, { qaList: [{ question: '', answer: 'x' }] })),
      [400, 40000],
    )
  })

  test('every replaced document can go back one step and forth again, and shows whole content each time', async () => {
    const { id, key } = await service().newAgent()
    const version = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => ({ question: `Question ${n}?`, answer: `${name} ${n}.` }))
    const docId = await service().addDocument(key, version(3, 'First'))
    const at = `/agents/${id}/documents/${docId}`
    assert.deepEqual(refused(await admin('POST', `${at}/rollback`)), [409, 40900])
    await service().api('PUT', UPDATE, { doc_id: docId, qaList: version(300, 'Second') }, key)
    const files = [
      { doc_id: docId, file_name: 'x.csv', file_base64: base64('question,answer\nOne?,Third\n') },
    ]
    await service().api('PUT', UPDATE, { files }, key)
    const plan = (await admin('GET', `${at}/plan?to=previous&list=added`)).json
    assert.deepEqual([plan.counts.added, plan.counts.removed], [300, 1])
    for (const [count, first] of [
      [300, 'Second 0.'],
      [1, 'Third'],
      [300, 'Second 0.'],
    ] as const) {
      const { doc_id, pairs } = (await admin('POST', `${at}/rollback`)).json
      assert.deepEqual([doc_id, pairs], [docId, count])
      const { items, total } = (await admin('GET', `${at}/pairs?limit=1`)).json
      assert.deepEqual([total, items[0].answer], [count, first])
    }
    assert.match((await found(key, 'Question 7?'))[0] ?? '', /Second 7/)
    const { list } = (
      await service().api(
        'GET',
        `/v1/bot/doc/query/page?knowledge_base_id=${await baseOf(key)}`,
        undefined,
        key,
      )
    ).json
    assert.deepEqual([list[0].format, list[0].chunk], ['QA', 300])
  })
  const baseOf = async (key: string) =>
    (await service().api('GET', '/v1/bot/knowledge/base/page', undefined, key)).json.knowledge_base[0].id

  test('bad requests are refused with what is needed, and another agent sees nothing of it', async () => {
    const { at, docId } = await drafted(2)
    const other = await service().newAgent()
    for (const [method, path, body, code] of [
      ['POST', `${at}/draft/decide`, { decision: 'approve' }, 40000],
      ['POST', `${at}/draft/decide`, { decision: 'approve', all: true, ordinals: [1] }, 40000],
      ['POST', `${at}/draft/decide`, { decision: 'approve', ordinals: [2] }, 40000],
      ['POST', `${at}/draft/decide`, { decision: 'reset', all: true }, 40000],
      ['POST', `${at}/draft/decide`, { decision: 'burn', all: true }, 40000],
      ['PATCH', `${at}/draft/pairs/0`, {}, 40000],
      ['PATCH', `${at}/draft/pairs/0`, { answer: ' ' }, 40000],
      ['PATCH', `${at}/draft/pairs/2`, { answer: 'x' }, 40400],
      ['PATCH', `${at}/draft/pairs/x`, { answer: 'x' }, 40400],
      ['GET', `${at}/plan?list=most`, undefined, 40000],
      ['GET', `/agents/${other.id}/documents/${docId}/draft`, undefined, 40400],
      ['POST', `/agents/${other.id}/documents/${docId}/apply`, undefined, 40400],
      ['POST', `/agents/${other.id}/documents/${docId}/rollback`, undefined, 40400],
    ] as const) {
      assert.equal(
        (await admin(method, path, body)).json.code,
        code,
        `${method} ${path} ${JSON.stringify(body)}`,
      )
    }
    await admin('POST', `${at}/draft/decide`, { decision: 'drop', all: true })
    assert.match((await admin('POST', `${at}/apply`)).json.hint, /^Every pair of the draft was dropped/)
  })

  const scene = sharedScene(engine)
  test('what a model made waits too; a pair that was held back is in the draft, and approved only by itself', async () => {
    const { service, model } = scene()
    const { id, key } = await service.newAgent()
    await service.admin('PATCH', `/agents/${id}/settings`, {
      knowledge: { publish_conversions: 'after_approval' },
    })
    model.answer(() =>
      pairsReply([
        { question: 'How long does the lamp run?', answer: 'The lamp runs for 20 hours.' },
        { question: 'How is it charged?', answer: 'It is charged in 45 hours.' },
      ]),
    )
    const files = [
      {
        file_name: 'lamp.txt',
        file_base64: base64(
          'The lamp runs for 20 hours, and so does its little brother. It is charged in three hours.\n',
        ),
      },
    ]
    const { json } = await service.api('POST', ADD, { purpose: 'FILE_2_QA', files }, key)
    const at = `/agents/${id}/documents/${json.doc[0].doc_id}`
    await eventually(
      'the draft',
      () => service.admin('GET', `${at}/draft`),
      ({ status }) => status === 200,
    )
    const counts = (await service.admin('POST', `${at}/draft/decide`, { decision: 'approve', all: true }))
      .json
    assert.deepEqual([counts.pending, counts.held, counts.approved], [1, 1, 1])
    const { items } = (await service.admin('GET', `${at}/draft/pairs?state=pending`)).json
    assert.match(items[0].origin.held[0], /45/)
    const passage = await service.admin('GET', `${at}/draft/pairs/${items[0].ordinal}/passage`)
    assert.match(passage.json.passage, /^The lamp runs for 20 hours, .* charged in three hours\.$/)
    assert.equal((await service.admin('GET', `${at}/draft/pairs/7/passage`)).status, 404)
    assert.equal((await service.admin('POST', `${at}/apply`)).json.code, 40900)
    await service.admin('PATCH', `${at}/draft/pairs/${items[0].ordinal}`, {
      answer: 'It is charged in three hours.',
    })
    assert.equal((await service.admin('POST', `${at}/apply`)).json.pairs, 2)
    await untilStatus(service, key, json.doc[0].doc_id, 'AVAILABLE')
    await eventually(
      'the chunks to be cleared',
      () => service.countRows('conversion_chunks'),
      (count) => count === 0,
    )
  })
})
