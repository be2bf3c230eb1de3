/** The same through the front door: what a client of the whole service gets, in words and in sound. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { shop } from './scene.ts'

onSqlite((engine) => {
  let models: ModelServer
  let service: TestService
  let key: string
  let conversation: string
  before(async () => {
    models = await startModelServer()
    service = await startTestService(engine, {
      env: {
        TANDEM_EGRESS_ALLOW: '127.0.0.1',
        TANDEM_SPEECH_BASE_URL: models.url,
        TANDEM_SPEECH_MODEL: 'speaker',
      },
    })
    const agent = await service.newAgent()
    key = agent.key
    await service.addDocument(key, shop)
    await service.admin('PATCH', `/agents/${agent.id}/settings`, { voice: { enabled: true } })
    conversation = (await service.api('POST', '/v1/conversation', { user_id: 'anna' }, key)).json
      .conversation_id
  })
  after(async () => {
    await service.stop()
    await models.close()
  })

  test('a spoken answer can be fetched by whoever has its address, and by nobody else', async () => {
    models.answerNext({ kind: 'audio', bytes: Buffer.from('ID3 sound of an answer') })
    const body = {
      conversation_id: conversation,
      response_mode: 'blocking',
      messages: [{ role: 'user', content: 'Where is my parcel?' }],
    }
    const answer = await service.api('POST', '/v2/conversation/message', body, key)
    assert.equal(answer.status, 200, answer.text)
    const [output] = answer.json.output
    assert.equal(output.from_component_name, 'knowledge')
    assert.equal(output.from_component_branch, 'answer')
    assert.equal(output.content.text, shop[1]?.answer)
    const [{ audio, transcript }] = output.content.audio
    assert.equal(transcript, shop[1]?.answer)
    assert.match(audio, /^\/audio\/[\w-]{32}\.mp3$/)
    const sound = await service.api('GET', audio)
    assert.deepEqual([sound.status, sound.text], [200, 'ID3 sound of an answer'])
    assert.equal(sound.headers.get('content-type'), 'audio/mpeg')
    assert.equal(sound.headers.get('x-content-type-options'), 'nosniff')
    const wrong = await service.api(
      'GET',
      audio.replace(/.(?=\.mp3)/, (c: string) => (c === 'a' ? 'b' : 'a')),
    )
    assert.equal(wrong.status, 404)
  })

  test('an offer is picked over HTTP by its number', async () => {
    const say = async (content: string) => {
      const messages = [{ role: 'user', content }]
      const body = { conversation_id: conversation, response_mode: 'blocking', messages }
      return (await service.api('POST', '/v2/conversation/message', body, key)).json.output[0]
    }
    const offer = await say('How do I change my address?')
    assert.equal(offer.from_component_branch, 'offer')
    const second = /\n2\. (.+)/.exec(offer.content.text)?.[1]
    const picked = await say('the second one')
    assert.equal(picked.content.text, shop.find(({ question }) => question === second)?.answer)
  })
})
