/** A dry run: the answer a real message would get, and how it comes about, with nothing stored. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { PAIRS, type Scene, setScene, wordsOf } from './scene.ts'

const TABLES = [
  'conversations',
  'messages',
  'unanswered_questions',
  'lane_items',
  'audio_files',
  'handoffs',
  'audit',
]

onEachEngine((engine) => {
  let scene: Scene
  let model: ModelServer
  before(async () => {
    model = await startModelServer()
    scene = await setScene(engine, { env: { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'tried' } })
    await scene.patchSettings({ answering: { use_model: false } })
  })
  after(async () => {
    await scene[Symbol.asyncDispose]()
    await model.close()
  })
  const dryRun = async (body: object, agentId = scene.agent.id) =>
    scene.service.admin('POST', `/agents/${agentId}/dry-run`, body)
  const counts = () => Promise.all(TABLES.map((table) => scene.service.countRows(table)))

  test('it says what a real message gets, with every search and why it found what it did, and stores nothing', async () => {
    const said = ['When are you open?', 'parcel', 'Hello!', 'Who won the cup in 1954?']
    const before = await counts()
    const tried = []
    for (const text of said) tried.push((await dryRun({ text })).json)
    assert.deepEqual(await counts(), before)
    assert.deepEqual(
      tried.map(({ outcome, band }) => [outcome, band]),
      [
        ['answered', 'answer'],
        ['offered', 'offer'],
        ['small_talk', 'none'],
        ['unanswered', 'none'],
      ],
    )
    for (const [i, text] of said.entries()) {
      const real = await scene.send('blocking', await scene.conversation(), text)
      assert.equal(tried[i].text, wordsOf(real.json), text)
    }
    const [answered, offered, , unanswered] = tried
    assert.deepEqual(answered.parts, [{ component: 'knowledge', branch: 'answer', text: PAIRS[0]?.answer }])
    const [search] = answered.searches
    assert.deepEqual([search.text, search.band, search.hits[0].answer], [said[0], 'answer', PAIRS[0]?.answer])
    assert.ok(search.hits[0].explain.terms.length > 0)
    assert.equal(answered.citations[0].segment_index, 0)
    assert.deepEqual([offered.offered, unanswered.gaps], [['How do I return a parcel?'], [said[3]]])
    assert.equal(answered.model, null)
  })

  test('settings hold for the one call, and what is sent to the model is shown as it was sent', async () => {
    model.answerNext({ kind: 'chat', pieces: ['From nine ', 'to five $[1]$.'] })
    const persona = 'You are the doorman of the shop.'
    const { json } = await dryRun({
      text: 'When are you open?',
      settings: { answering: { use_model: true, persona } },
    })
    assert.deepEqual(
      [json.outcome, json.text, json.parts[0].branch],
      ['answered', 'From nine to five $[1]$.', 'grounded'],
    )
    const sent = model.requests.at(-1)?.json as { messages: { role: string; content: string }[] }
    const [request] = json.model.requests
    assert.deepEqual(
      sent.messages.map(({ content }) => content),
      [request.system, ...request.messages.map(({ text }: { text: string }) => text)],
    )
    assert.ok(request.system.includes(persona))
    assert.equal(json.model.name, 'tried')
    const again = (await dryRun({ text: 'When are you open?' })).json
    assert.deepEqual([again.text, again.model], [PAIRS[0]?.answer, null])
    const wrong = await dryRun({ text: 'x', settings: { answering: { texts: { en: { falback: 'x' } } } } })
    assert.match(wrong.json.message, /answering\.texts\.en: found the name "falback"/)
  })

  test('a draft answers as if it were applied: edited, approved and undecided pairs do, dropped ones do not', async () => {
    const { service } = scene
    const agent = await service.newAgent()
    await service.admin('PATCH', `/agents/${agent.id}/settings`, {
      answering: { use_model: false },
      knowledge: { publish_conversions: 'after_approval' },
    })
    const docId = await service.addDocument(agent.key, [
      { question: 'What does delivery cost?', answer: 'Five euros.' },
    ])
    const text = ['cost of delivery', 'colour of the box', 'name of the dog']
      .map((thing) => `Q: What is the ${thing}?\nA: The ${thing} of the draft.\n`)
      .join('\n')
    const files = [{ file_name: 'faq.txt', file_base64: Buffer.from(text).toString('base64'), doc_id: docId }]
    const updated = await service.api('PUT', '/v1/bot/doc/qa/update', { files }, agent.key)
    assert.equal(updated.json.doc?.length, 1, updated.text)
    const draft = `/agents/${agent.id}/documents/${docId}/draft`
    await service.admin('POST', `${draft}/decide`, { decision: 'drop', ordinals: [2] })
    await service.admin('PATCH', `${draft}/pairs/1`, { answer: 'It is blue.' })
    const tried = async (text: string, more = {}) => (await dryRun({ text, ...more }, agent.id)).json
    const live = await tried('What does delivery cost?')
    assert.equal(live.text, 'Five euros.')
    assert.equal(
      (await tried('What is the cost of delivery?', { draft: docId })).text,
      'The cost of delivery of the draft.',
    )
    assert.equal((await tried('What is the colour of the box?', { draft: docId })).text, 'It is blue.')
    assert.equal((await tried('What is the name of the dog?', { draft: docId })).outcome, 'unanswered')
    const old = await tried('What does delivery cost?', { draft: docId })
    assert.ok(!JSON.stringify(old.searches).includes('Five euros.'))
    assert.equal((await tried('What does delivery cost?')).text, 'Five euros.')
    assert.equal((await dryRun({ text: 'x', draft: 'unknown' }, agent.id)).status, 404)
    assert.equal(
      (
        await service.admin('POST', `${draft.replace('/draft', '')}/draft/decide`, {
          decision: 'approve',
          all: true,
        })
      ).status,
      200,
    )
    assert.equal(
      (await tried('What is the cost of delivery?', { draft: docId })).text,
      'The cost of delivery of the draft.',
    )
  })

  test('who asks for a person is told to be handed over where there is one', async () => {
    const text = 'I want to talk to a human'
    assert.notEqual((await dryRun({ text })).json.outcome, 'handed_over')
    const { service, agent, developer } = scene
    await service.admin('POST', `/agents/${agent.id}/human-services`, {
      name: 'Desk',
      webhook_url: developer.url,
    })
    const { json } = await dryRun({ text })
    assert.deepEqual([json.outcome, json.handoff, json.searches], ['handed_over', 'user_asked', []])
  })
})
