/** Spoken answers: served under a name nobody can guess, until they expire; without sound the text stays whole. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { speakableParts } from '../../src/answering/voice/voice.ts'
import { manualClock } from '../harness/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { eventually } from '../harness/service.ts'
import { openScene, type Scene, shop } from './scene.ts'

const HOUR_MS = 3_600_000

onSqlite((engine) => {
  const clock = manualClock()
  let scene: Scene
  let models: ModelServer
  before(async () => {
    models = await startModelServer()
    scene = await openScene(engine, {
      clock,
      env: {
        TANDEM_SPEECH_BASE_URL: models.url,
        TANDEM_SPEECH_MODEL: 'speaker',
        TANDEM_PUBLIC_URL: 'https://agent.example.com/tandem/',
      },
    })
    await scene.learn(shop)
    await scene.set({ voice: { enabled: true }, prices: { audio_output: 100 } })
  })
  after(async () => {
    await scene.close()
    await models.close()
  })
  const ask = async (text: string) => (await scene.talker()).ask(text)

  test('an answer is spoken, stored and served with its type, and its tokens are counted as audio', async () => {
    models.answerNext({ kind: 'audio', bytes: Buffer.from('ID3 hello'), mimeType: 'audio/mpeg' })
    const turn = await ask('Where is my parcel?')
    const [audio] = turn.spoken[0]?.audio ?? []
    assert.match(audio?.audio ?? '', /^https:\/\/agent\.example\.com\/tandem\/audio\/[\w-]{32}\.mp3$/)
    assert.equal(audio?.transcript, shop[1]?.answer)
    assert.equal(turn.text, shop[1]?.answer)
    assert.equal(turn.usage.tokens.completion_tokens_details.audio_tokens, 10)
    assert.equal(turn.usage.tokens.completion_tokens, 20)
    assert.equal(turn.usage.credits.audio_output_credits, 1)
    const name = audio?.audio.split('/').at(-1) ?? ''
    const served = await scene.fetchAudio(name)
    const chunks = await Array.fromAsync(served.chunks ?? [])
    assert.deepEqual([chunks.join(''), served.contentType], ['ID3 hello', 'audio/mpeg'])
    assert.equal(served.headers?.['x-content-type-options'], 'nosniff')
    for (const wrong of ['x.mp3', '../secret', `${'a'.repeat(32)}.mp3`]) {
      await assert.rejects(scene.fetchAudio(wrong), /no such audio/)
    }
    await clock.advance(24 * HOUR_MS - 1)
    assert.ok((await scene.fetchAudio(name)).chunks)
    await clock.advance(1)
    await assert.rejects(scene.fetchAudio(name), /expired/)
  })

  test('what has expired is removed', async () => {
    await ask('Where is my parcel?')
    const count = async () => {
      const names = await scene.database.q.selectFrom('audio_files').select('name').execute()
      const pieces = await scene.database.q.selectFrom('file_pieces').select('ordinal').execute()
      return names.length + pieces.length
    }
    assert.ok((await count()) > 0)
    await clock.advance(25 * HOUR_MS)
    const later = async () => {
      await clock.advance(HOUR_MS)
      return count()
    }
    await eventually('expired audio is removed', later, (left) => left === 0)
  })

  test('a voice that fails, or is off, leaves the text whole', async () => {
    models.answerNext({ kind: 'fail', status: 500 })
    const failed = await ask('Where is my parcel?')
    assert.deepEqual(failed.spoken, [{ component: 'knowledge', branch: 'answer', text: shop[1]?.answer }])
    assert.ok(failed.detail.voiceFailure)
    assert.equal(failed.usage.tokens.completion_tokens_details.audio_tokens, 0)
    await scene.set({ voice: { enabled: false } })
    await clock.advance(2000)
    const seen = models.requests.length
    const silent = await ask('Where is my parcel?')
    assert.deepEqual(
      [silent.spoken[0]?.audio, silent.detail.voiceFailure, models.requests.length],
      [undefined, undefined, seen],
    )
    await scene.set({ voice: { enabled: true } })
    await clock.advance(2000)
  })

  test('of several texts those are spoken that can be', async () => {
    models.answerNext({ kind: 'fail', status: 500 })
    const turn = await ask('Where is my parcel? Do you ship to Norway?')
    assert.deepEqual(
      turn.spoken.map(({ text, audio }) => [text, audio?.length]),
      [
        [shop[1]?.answer, undefined],
        [shop[5]?.answer, 1],
      ],
    )
    assert.ok(turn.detail.voiceFailure)
  })

  test('voice without a speech model is a note, not a failure', async () => {
    await using mute = await openScene(engine)
    await mute.learn(shop)
    await mute.set({ voice: { enabled: true } })
    const turn = await (await mute.talker()).ask('Where is my parcel?')
    assert.equal(turn.text, shop[1]?.answer)
    assert.match(turn.detail.voiceFailure ?? '', /No speech/)
  })
})

test('long texts are spoken in parts that end with a sentence, without marks and markup', () => {
  const parts = speakableParts(
    `**Bold** claim $[1]$. See [here](https://a.example). ${'A sentence. '.repeat(600)}`,
  )
  assert.ok(parts.length >= 2 && parts.every((part) => part.length <= 3500 && part.endsWith('.')))
  assert.match(parts[0] ?? '', /^Bold claim \. See here\. A sentence\./)
  assert.equal(speakableParts('x'.repeat(8000)).join(''), 'x'.repeat(8000))
  assert.deepEqual(speakableParts(' '), [])
  assert.deepEqual(speakableParts('Run:\n```js\nnpm start\n```\nThen wait.'), [
    'Run:\n\nnpm start\n\nThen wait.',
  ])
})
