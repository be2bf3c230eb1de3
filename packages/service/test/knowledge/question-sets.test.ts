/** Question sets: how many saved questions find their pair, and what changed since the run before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const PAIRS = [
  { question: 'When are you open?', answer: 'From nine to five.' },
  { question: 'What are your opening hours?', answer: 'From nine to five.' },
  { question: 'Do you ship to Norway?', answer: 'Yes, within five days.' },
  { question: 'How do I return a parcel?', answer: 'Use the label.' },
]
const QUESTIONS = [
  {
    question: 'When are you open?',
    expected_question: 'What are your opening hours?',
    note: 'another phrasing',
  },
  { question: 'shipping to Norway', expected_question: 'Do you ship to Norway?' },
  { question: 'Who won the cup in 1954?', expected_question: 'When are you open?' },
  { question: 'Do you sell boats?', expected_question: 'Which boats do you sell?' },
  { question: 'How do I return a parcel?' },
]

onEachEngine((engine) => {
  const service = sharedService(engine)
  const client = () => new TandemAdmin({ url: service().url, token: service().adminToken })
  async function agentWithSet() {
    const agent = await service().newAgent()
    const docId = await service().addDocument(agent.key, PAIRS)
    const set = await client().questionSets.put(
      { agentId: agent.id },
      { name: 'Most asked', questions: QUESTIONS },
    )
    return { ...agent, agentId: agent.id, docId, setId: set.id }
  }

  test('a run tells the place of each expected pair, whichever phrasing of it was found, and the bands', async () => {
    const { agentId, setId, docId } = await agentWithSet()
    const run = await client().questionSets.run({ agentId, setId }, {})
    assert.deepEqual(
      run.results.map(({ rank, band, expected }) => [rank, band, expected]),
      [
        [1, 'answer', 'there'],
        [1, run.results[1]?.band, 'there'],
        [null, 'none', 'there'],
        [null, run.results[3]?.band, 'missing'],
        [null, 'answer', 'none'],
      ],
    )
    assert.deepEqual([run.questions, run.expected, run.recall_at_1, run.recall_at_5], [5, 4, 0.5, 0.5])
    const bands = run.results.map(({ band }) => band)
    for (const band of ['answer', 'offer', 'none'] as const)
      assert.equal(run.bands[band], bands.filter((each) => each === band).length)
    assert.deepEqual(run.results[4]?.top, {
      doc_id: docId,
      question: 'How do I return a parcel?',
      answer: 'Use the label.',
    })
    assert.deepEqual([run.previous_run_id, run.changed, run.changes], [null, 0, []])
    assert.deepEqual(await client().questionSets.getRun({ agentId, setId, runId: run.id }), run)
  })

  test('a run says what came out otherwise than in the one before, and a draft is tried without being shown', async () => {
    const { agentId, setId, docId, key } = await agentWithSet()
    const { questionSets } = client()
    const first = await questionSets.run({ agentId, setId }, {})
    const same = await questionSets.run({ agentId, setId }, {})
    assert.deepEqual([same.previous_run_id, same.changes], [first.id, []])
    await service().admin('PATCH', `/agents/${agentId}/settings`, {
      knowledge: { publish_conversions: 'after_approval' },
    })
    const text =
      'Q: Which boats do you sell?\nA: Sailing boats.\n\nQ: Do you sell boats?\nA: Sailing boats.\n'
    const files = [{ file_name: 'f.txt', file_base64: Buffer.from(text).toString('base64'), doc_id: docId }]
    await service().api('PUT', '/v1/bot/doc/qa/update', { files }, key)
    const drafted = await questionSets.run({ agentId, setId }, { draft: docId })
    assert.deepEqual(
      [drafted.draft, drafted.results[3]?.rank, drafted.results[3]?.expected],
      [docId, 1, 'there'],
    )
    const boats = drafted.changes.find(({ question }) => question === 'Do you sell boats?')
    assert.deepEqual([boats?.before.rank, boats?.after.rank, boats?.after.band], [null, 1, 'answer'])
    assert.equal(drafted.results[0]?.expected, 'missing', 'the draft takes the place of the document')
    const live = await questionSets.run({ agentId, setId }, {})
    assert.deepEqual(live.results, first.results)
    const tried = await questionSets.run({ agentId, setId }, { draft: docId, trial: true })
    assert.deepEqual([tried.results, tried.changes], [drafted.results, drafted.changes])
    await assert.rejects(
      questionSets.run({ agentId, setId }, { trial: true }),
      /draft: found nothing beside trial/,
    )
    const { items } = await questionSets.runs({ agentId, setId })
    assert.deepEqual(
      items.map(({ id }) => id),
      [live.id, drafted.id, same.id, first.id],
    )
    assert.deepEqual((await questionSets.list({ agentId })).items[0]?.last_run, items[0])
  })

  test('an expected pair is known by its id, whatever is asked and answered there now, then by its question', async () => {
    const { agentId, setId, docId, key } = await agentWithSet()
    const { questionSets } = client()
    const pairs = `/agents/${agentId}/documents/${docId}/pairs`
    const { json } = await service().admin('POST', `/agents/${agentId}/search`, {
      text: 'Do you ship to Norway?',
    })
    const pairId: string = json.hits[0].pair_id
    const listed = (await service().admin('GET', pairs)).json.items as { id: string; question: string }[]
    assert.equal(listed.find(({ id }) => id === pairId)?.question, 'Do you ship to Norway?')
    const questions = [{ question: 'zeppelin timetable', expected_pair_id: pairId }]
    const set = await questionSets.put({ agentId }, { id: setId, name: 'By id', questions })
    assert.equal(set.questions[0]?.expected_question, 'Do you ship to Norway?')
    const before = await questionSets.run({ agentId, setId }, {})
    assert.deepEqual([before.results[0]?.rank, before.results[0]?.expected], [null, 'there'])
    const edit = { question: 'Where is the zeppelin timetable?', answer: 'At the mast.' }
    assert.equal((await service().admin('PATCH', `${pairs}/${pairId}`, edit)).status, 200)
    const edited = await questionSets.run({ agentId, setId }, {})
    assert.deepEqual([edited.results[0]?.rank, edited.results[0]?.expected_question], [1, edit.question])
    const qaList = [...PAIRS, { question: 'zeppelin timetable', answer: PAIRS[2]?.answer }]
    await service().api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList }, key)
    const replaced = await questionSets.run({ agentId, setId }, {})
    assert.deepEqual([replaced.results[0]?.rank, replaced.results[0]?.expected], [1, 'there'])
    const unknown = { name: 'x', questions: [{ question: 'q', expected_pair_id: 'unknown' }] }
    await assert.rejects(questionSets.put({ agentId }, unknown), { code: 40000 })
  })

  test('a set that somebody else has changed is not replaced by one who has not seen the change', async () => {
    const { agentId, setId } = await agentWithSet()
    const put = (name: string, if_updated_at?: number) =>
      service().admin('PUT', `/agents/${agentId}/question-sets`, {
        ...{ id: setId, name, questions: [] },
        ...(if_updated_at === undefined ? {} : { if_updated_at }),
      })
    const seen = await client().questionSets.get({ agentId, setId })
    const refused = await put('Late', seen.updated_at - 1)
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    assert.match(refused.json.message, /Somebody else has changed the set/)
    assert.equal((await client().questionSets.get({ agentId, setId })).name, 'Most asked')
    assert.equal((await put('In time', seen.updated_at)).status, 200)
    assert.equal((await put('Whatever it is')).status, 200)
  })

  test('a set is replaced by its name or its id, 50 runs of it are kept, and it goes with its runs and its agent', async () => {
    const { agentId, setId } = await agentWithSet()
    const { questionSets } = client()
    const short = { name: 'Most asked', questions: [{ question: 'parcel' }] }
    assert.equal((await questionSets.put({ agentId }, short)).id, setId)
    const renamed = await questionSets.put({ agentId }, { ...short, id: setId, name: 'Few' })
    assert.deepEqual([renamed.id, renamed.name, renamed.question_count], [setId, 'Few', 1])
    const other = await questionSets.put({ agentId }, short)
    assert.notEqual(other.id, setId)
    await assert.rejects(questionSets.put({ agentId }, { ...short, id: setId }), { code: 40900 })
    await assert.rejects(questionSets.put({ agentId }, { ...short, id: 'unknown' }), { code: 40400 })
    const tooMany = { name: 'x', questions: Array.from({ length: 501 }, () => ({ question: 'q' })) }
    await assert.rejects(questionSets.put({ agentId }, tooMany), { code: 40000 })
    const runs: string[] = []
    for (let n = 0; n < 52; n++) runs.push((await questionSets.run({ agentId, setId }, {})).id)
    const kept = (await questionSets.runs({ agentId, setId })).items.map(({ id }) => id)
    assert.deepEqual(kept, runs.reverse().slice(0, 50))
    await questionSets.delete({ agentId, setId })
    await assert.rejects(questionSets.get({ agentId, setId }), { code: 40400 })
    assert.deepEqual(
      (await questionSets.list({ agentId })).items.map(({ id }) => id),
      [other.id],
    )
    const foreign = await service().newAgent()
    await assert.rejects(questionSets.get({ agentId: foreign.id, setId: other.id }), { code: 40400 })
  })
})
