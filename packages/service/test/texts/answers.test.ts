/** What becomes of passages in answers: offered with their document without a model, given to a model as sources. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { shop } from '../respond/scene.ts'

const HANDBOOK = `# Staff handbook

## Sauna

The sauna is heated on Tuesdays and Fridays and opens at four in the afternoon.

## Bicycles

Bicycles are kept in the cellar of the north wing.
`

onSqlite((engine) => {
  let service: TestService
  before(async () => {
    service = await startTestService(engine)
  })
  after(() => service.stop())

  async function learnText(on: TestService, key: string, name: string, text: string): Promise<string> {
    const files = [{ file_name: name, file_base64: Buffer.from(text).toString('base64') }]
    const { json, text: body } = await on.api('POST', '/v1/bot/doc/text/add', { files }, key)
    assert.deepEqual(json.failed, [], body)
    return json.doc[0].doc_id
  }
  async function talk(on: TestService, key: string) {
    const made = await on.api('POST', '/v1/conversation', { user_id: 'anna' }, key)
    return async (content: string, more: object = {}) => {
      const body = {
        conversation_id: made.json.conversation_id,
        response_mode: 'blocking',
        messages: [{ role: 'user', content }],
        ...more,
      }
      const answer = await on.api('POST', '/v2/conversation/message', body, key)
      assert.equal(answer.status, 200, answer.text)
      const [output] = answer.json.output
      return { ...answer.json, branch: output.from_component_branch, text: output.content.text }
    }
  }
  const search = async (agentId: string, text: string) =>
    (await service.admin('POST', `/agents/${agentId}/search`, { text })).json

  test('without a model a passage is offered with the document it stands in, and given on request with its document', async () => {
    const { key } = await service.newAgent()
    await learnText(service, key, 'handbook.md', HANDBOOK)
    const ask = await talk(service, key)
    const offer = await ask('When is the sauna heated?')
    assert.equal(offer.branch, 'offer')
    assert.match(offer.text, /\n1\. Staff handbook Sauna The sauna is heated .* \(handbook\.md\)$/)
    const picked = await ask('1')
    assert.equal(picked.branch, 'answer')
    assert.match(picked.text, /opens at four in the afternoon\.\n\n\(handbook\.md\)$/)
    const { json } = await service.api(
      'GET',
      `/v1/correlate/dataset?message_id=${picked.message_id}`,
      undefined,
      key,
    )
    assert.match(json.correlate_dataset[0].content, /^Staff handbook\n\nSauna\n\nThe sauna is heated/)
    assert.equal(json.correlate_dataset[0].data_name, 'handbook.md')
  })

  test('a passage is offered at most, even where it repeats the question word for word', async () => {
    const { id, key } = await service.newAgent()
    const question = 'Where are bicycles kept in the north wing?'
    await learnText(service, key, 'faq.txt', question)
    const { band, hits } = await search(id, question)
    assert.deepEqual([band, hits[0].kind, hits[0].band], ['offer', 'passage', 'offer'])
    assert.ok(hits[0].confidence < 0.6)
    assert.equal((await (await talk(service, key))(question)).branch, 'offer')
  })

  test('a pair that answers surely is given, however many passages match the question better', async () => {
    const { id, key } = await service.newAgent()
    const answer = 'Bicycles may be taken on the night train to Vienna.'
    await service.addDocument(key, [...shop, { question: 'Luggage', answer }])
    const asked = [
      'May bicycles be taken on the night train to Vienna?',
      ...shop.map(({ question }) => question),
    ]
    const said = async () => {
      const ask = await talk(service, key)
      const answers = []
      for (const text of asked) {
        const { branch, text: words } = await ask(text)
        answers.push([branch, words])
      }
      return answers
    }
    const alone = await said()
    assert.deepEqual(alone[0], ['answer', answer])
    const passages = asked.flatMap((text) =>
      Array.from({ length: 5 }, (_, n) => `${text} ${text} Note ${n}.`),
    )
    const files = [
      { file_name: 'notes.txt', file_base64: Buffer.from(passages.join('\n@@\n')).toString('base64') },
    ]
    const { json } = await service.api('POST', '/v1/bot/doc/text/add', { files, splitter: '@@' }, key)
    assert.deepEqual(json.failed, [])
    assert.deepEqual(await said(), alone)
    const { hits } = await search(id, asked[0] ?? '')
    assert.deepEqual([hits[0].kind, hits[0].band, hits[1].kind], ['pair', 'answer', 'passage'])
    assert.ok(hits[1].score > hits[0].score, 'the passage matches better, and the pair comes first')
  })

  test('passages beside pairs leave what the questions of the pairs score as it is', async () => {
    const { id, key } = await service.newAgent()
    await service.addDocument(key, shop)
    const questionParts = async () => {
      const parts = []
      for (const { question } of shop) {
        const { hits } = await search(id, `please: ${question}`)
        const pair = hits.find((hit: { kind: string }) => hit.kind === 'pair')
        parts.push([pair.question, pair.band, pair.explain.phrasing])
      }
      return parts
    }
    const alone = await questionParts()
    const files = [
      {
        file_name: 'wide.txt',
        file_base64: Buffer.from(
          Array.from({ length: 200 }, (_, n) => `Turbine ${n} stands in hall ${n % 7} and hums.`).join(
            '\n\n',
          ),
        ).toString('base64'),
      },
    ]
    await service.api('POST', '/v1/bot/doc/text/add', { files, splitter: '\n\n' }, key)
    assert.deepEqual(await questionParts(), alone)
  })

  test('a question about nothing in the passages is not met with one of them', async () => {
    const { key } = await service.newAgent()
    await learnText(service, key, 'handbook.md', HANDBOOK)
    const answer = await (await talk(service, key))('Who painted the ceiling of the cathedral in Orvieto?')
    assert.equal(answer.branch, 'no_answer')
  })

  test('passages are not suggested as questions to ask next', async () => {
    const { id, key } = await service.newAgent()
    await service.addDocument(key, shop)
    await learnText(service, key, 'parcels.txt', 'A parcel is tracked by the number on the receipt.')
    await service.admin('PATCH', `/agents/${id}/settings`, { answering: { suggest_questions: true } })
    const { message_id } = await (await talk(service, key))('Where is my parcel?')
    const { json } = await service.api('GET', `/v1/next/question?answer_id=${message_id}`, undefined, key)
    const known = new Set(shop.map(({ question }) => question))
    assert.ok(
      json.questions.every((question: string) => known.has(question)),
      JSON.stringify(json),
    )
  })

  test('a model is given the passage as a source, and its citation names the document', async () => {
    const model: ModelServer = await startModelServer()
    await using own = await startTestService(engine, {
      env: {
        TANDEM_MODEL_BASE_URL: model.url,
        TANDEM_MODEL: 'scripted',
        TANDEM_EGRESS_ALLOW: '127.0.0.1',
      },
    })
    const { key } = await own.newAgent()
    const docId = await learnText(own, key, 'handbook.md', HANDBOOK)
    model.answerNext({ kind: 'chat', pieces: ['Tuesdays and Fridays. $[1]$'] })
    const ask = await talk(own, key)
    const answer = await ask('When is the sauna heated?', { conversation_config: { corner_citation: true } })
    assert.deepEqual([answer.branch, answer.text], ['grounded', 'Tuesdays and Fridays. $[1]$'])
    const sent = JSON.stringify(model.requests.at(-1)?.json)
    assert.match(sent, /Document: handbook\.md\\nText: Staff handbook\\n\\nSauna\\n\\nThe sauna is heated on/)
    assert.doesNotMatch(sent, /Question: \\n/)
    const [citation] = answer.citations
    assert.deepEqual([citation.name, citation.type, citation.data_id], ['handbook.md', 'doc', docId])
    assert.match(citation.content, /^Staff handbook\n\nSauna\n\nThe sauna is heated/)
    await model.close()
  })
})
