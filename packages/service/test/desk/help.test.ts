/** What helps at the desk: notes, snippets, suggestions from knowledge, and pairs made of what people answered. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newPerson } from '../accounts/people.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Operator, type Shift, startShift } from './shift.ts'

/** One desk for the tests of an engine: they share nothing but the service. */
function sharedShift(engine: TestEngine) {
  let shift: Shift
  let ada: Operator
  before(async () => {
    shift = await startShift(engine)
    ada = await shift.operator()
  })
  after(() => shift[Symbol.asyncDispose]())
  return { shift: () => shift, ada: () => ada }
}

onEachEngine((engine) => {
  const { shift, ada } = sharedShift(engine)

  test('a note is seen by colleagues and not by the user; another agent’s operator neither reads nor writes one', async () => {
    const { id, conversation } = await shift().waiting()
    const eve = await shift().operator([shift().agent.id])
    const foreign = await shift().operator([(await shift().service.newAgent('Other')).id])
    const noted = await ada().on(id, 'notes', { text: 'Called the <b>carrier</b>.' })
    assert.equal(noted.status, 201, noted.text)
    const { notes } = await eve.see(id)
    assert.deepEqual(notes, [noted.json])
    assert.equal(notes[0]?.text, 'Called the <b>carrier</b>.')
    assert.equal((await foreign.on(id, 'notes', { text: 'Hello' })).status, 403)
    assert.equal((await ada().on(id, 'notes', { text: 'x'.repeat(4001) })).json.code, 40000)
    assert.ok((await shift().stored(conversation)).every(({ text }) => !text.includes('carrier')))
    await shift().closeByUser(conversation)
    assert.equal(
      (await ada().on(id, 'notes', { text: 'Call back tomorrow.' })).status,
      201,
      'also afterwards',
    )
  })

  test('many long snippets come snippet by snippet, all of them', async () => {
    const { service } = shift()
    const agent = await service.newAgent()
    const names = Array.from({ length: 130 }, (_, n) => `long-${String(n).padStart(3, '0')}`)
    const text = `Hello {agent.name}, ${'я'.repeat(3_900)}`
    const post = (name: string) =>
      service.api('POST', '/desk/v1/snippets', { agent_id: agent.id, name, text }, key)
    const key = service.adminToken
    await Promise.all(names.map(post))
    const { headers, json } = await service.api(
      'GET',
      `/desk/v1/snippets?agent_id=${agent.id}`,
      undefined,
      key,
    )
    assert.deepEqual(
      json.items.map(({ name }: { name: string }) => name),
      names,
    )
    assert.equal(json.items[129].text, text)
    assert.equal(headers.get('content-length'), null)
  })

  test('a snippet is filled in with what is known, says what is missing, and a name is there once', async () => {
    const { service, agent } = shift()
    const post = (body: object) => ada().call('POST', '/desk/v1/snippets', body)
    const text = 'Hello {user.name}, this is {operator.name} of {agent.name}.'
    const made = await post({ agent_id: agent.id, name: 'hello', text })
    assert.equal(made.status, 201, made.text)
    const same = await post({ agent_id: agent.id, name: 'hello', text: 'Good day.' })
    assert.deepEqual([same.status, same.json.code], [409, 40900])
    const misspelt = await post({ agent_id: agent.id, name: 'b', text: 'Hello {user.nmae}' })
    assert.equal(misspelt.json.code, 40000)
    assert.match(misspelt.json.message, /text: found \{user\.nmae\}, needed .*\{user\.name\}/)
    for (const word of ['{user.first_name}', '{User.name}', '{ user.name }', '{name}', '{user-name}']) {
      const { json } = await post({ agent_id: agent.id, name: 'b', text: `Hello ${word}!` })
      assert.equal(json.message, misspelt.json.message.replace('{user.nmae}', word))
    }
    const braces = await post({ agent_id: agent.id, name: 'braces', text: 'Send {"order": 1}, or {}.' })
    assert.equal((await ada().call('DELETE', `/desk/v1/snippets/${braces.json.id}`)).status, 204)
    assert.equal((await post({ agent_id: agent.id, name: 'two words', text: 'x' })).json.code, 40000)

    const { id } = await shift().waiting()
    const { name } = (await ada().call('GET', '/desk/v1/presence')).json.me
    const filled = async () =>
      (await ada().call('GET', `/desk/v1/snippets?handoff_id=${id}`)).json.items.map(
        ({ filled, missing }: { filled: string; missing: string[] }) => ({ filled, missing }),
      )
    assert.deepEqual(await filled(), [
      { filled: `Hello, this is ${name} of Test agent.`, missing: ['user.name'] },
    ])
    const named = {
      user_id: 'user-1',
      property_values: [{ property_name: 'name', value: 'Ann $& {agent.name}' }],
    }
    await service.api('POST', '/v1/property/update', named, agent.key)
    assert.deepEqual(await filled(), [
      { filled: `Hello Ann $& {agent.name}, this is ${name} of Test agent.`, missing: [] },
    ])

    const path = `/desk/v1/snippets/${made.json.id}`
    const foreign = await shift().operator([(await service.newAgent('Other')).id])
    assert.equal((await foreign.call('DELETE', path)).status, 403)
    assert.deepEqual((await foreign.call('GET', '/desk/v1/snippets')).json.items, [])
    const changed = await ada().call('PATCH', path, { name: 'hi' })
    assert.deepEqual([changed.json.name, changed.json.text], ['hi', text])
    assert.equal((await ada().call('DELETE', path)).status, 204)
    assert.equal((await ada().call('DELETE', path)).status, 404)
  })

  test('of changes of a snippet at the same time none undoes another, and a deleted snippet stays deleted', async () => {
    const body = { agent_id: shift().agent.id, name: 'at-once', text: 'Before.' }
    const { json } = await ada().call('POST', '/desk/v1/snippets', body)
    const path = `/desk/v1/snippets/${json.id}`
    await Promise.all(
      [{ name: 'renamed' }, { text: 'After.' }].map((change) => ada().call('PATCH', path, change)),
    )
    const list = async () =>
      (await ada().call('GET', '/desk/v1/snippets')).json.items.filter(
        ({ id }: { id: string }) => id === json.id,
      )
    const [{ name, text }] = await list()
    assert.deepEqual([name, text], ['renamed', 'After.'])
    await Promise.all([ada().call('DELETE', path), ada().call('PATCH', path, { text: 'Again.' })])
    assert.deepEqual(await list(), [])
  })

  test('knowledge suggests what answers the last words of the user, or the words asked for', async () => {
    const { id, conversation } = await shift().waiting()
    await shift().user(conversation, 'When do you open?')
    const suggest = async (query = '') =>
      (await ada().call('GET', `/desk/v1/handoffs/${id}/suggest${query}`)).json
    const first = await suggest()
    assert.equal(first.text, 'When do you open?')
    assert.equal(first.items[0].answer, 'We are open from nine to five.')
    assert.equal((await suggest('?q=return%20parcel')).items[0].answer, 'Use the label that came with it.')
  })

  test('what an operator answered becomes a draft, an editor approves it, and the AI answers with it; nothing it showed before is lost', async () => {
    const { service, agent } = shift()
    const asker = await shift().conversation()
    await shift().user(asker, 'My umbrella is broken, who repairs it?')
    const { json: open } = await eventually(
      'the question is collected',
      () => service.admin('GET', `/agents/${agent.id}/unanswered`),
      ({ json }) => json.items.length === 1,
    )
    const { id } = await shift().waiting()
    const pair = { question: 'Who repairs a broken umbrella?', answer: 'Bring it to the shop.' }
    const dry = await ada().on(id, 'pair', { ...pair, dry_run: true })
    assert.equal(dry.json.state, 'none')
    assert.deepEqual(
      dry.json.caught.items.map(({ question }: { question: { id: string } }) => question.id),
      [open.items[0].id],
    )
    const made = await ada().on(id, 'pair', pair)
    assert.equal(made.json.state, 'draft', made.text)
    const second = await ada().on(id, 'pair', { question: 'Do you sell gloves?', answer: 'Yes, in winter.' })
    assert.equal(second.json.doc_id, made.json.doc_id)
    const doc = `/agents/${agent.id}/documents/${made.json.doc_id}`
    const search = async (text: string) =>
      (await service.admin('POST', `/agents/${agent.id}/search`, { text })).json.hits[0]?.answer
    assert.notEqual(await search('Who repairs a broken umbrella?'), pair.answer)

    const approve = async (ordinal: number) => {
      const decided = await service.admin('POST', `${doc}/draft/decide`, {
        decision: 'approve',
        ordinals: [ordinal],
      })
      assert.equal(decided.status, 200, decided.text)
    }
    await approve(0)
    assert.equal(
      (await service.admin('POST', `${doc}/apply`, {})).status,
      409,
      'the second is not decided yet',
    )
    await approve(1)
    assert.equal((await service.admin('POST', `${doc}/apply`, {})).status, 200)
    await eventually(
      'it is found',
      () => search('Who repairs a broken umbrella?'),
      (answer) => answer === pair.answer,
    )

    const third = await ada().on(id, 'pair', { question: 'Is there a cloakroom?', answer: 'On the left.' })
    assert.equal(third.json.doc_id, made.json.doc_id)
    await approve(0)
    const { json: plan } = await service.admin('GET', `${doc}/plan`)
    assert.deepEqual([plan.counts.added, plan.counts.removed], [1, 0])
    assert.equal((await service.admin('POST', `${doc}/apply`, {})).status, 200)
    const { json: pairs } = await service.admin('GET', `${doc}/pairs`)
    assert.deepEqual(
      new Set(pairs.items.map(({ answer }: { answer: string }) => answer)),
      new Set(['Bring it to the shop.', 'Yes, in winter.', 'On the left.']),
    )
  })

  test('pairs answer at once when the agent’s settings say so, or when an admin makes them', async () => {
    const { service, agent } = shift()
    const { id } = await shift().waiting()
    const pair = { question: 'Is there a car park?', answer: 'Behind the house.' }
    const admin = await newPerson(service, 'admin')
    const path = `/desk/v1/handoffs/${id}/pair`
    assert.equal((await admin.call('POST', path, pair)).json.state, 'live')
    await service.admin('PATCH', `/agents/${agent.id}/settings`, { desk: { pairs: 'live' } })
    const made = await ada().on(id, 'pair', { question: 'Are dogs allowed?', answer: 'Small ones.' })
    assert.equal(made.json.state, 'live')
    const asker = await shift().conversation()
    await shift().user(asker, 'Are dogs allowed?')
    await eventually(
      'the AI says it',
      () => shift().heard(asker),
      (words) => words.includes('Small ones.'),
    )
    await service.admin('PATCH', `/agents/${agent.id}/settings`, { desk: { pairs: 'draft' } })
  })
})
