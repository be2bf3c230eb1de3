/** The sounds of a streamed answer, and readers that take their time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteAudio, insertAudio } from '../../src/answering/voice/audio-store.ts'
import { onSqlite } from '../harness/engines.ts'
import { composed, startBare } from './bare.ts'

onSqlite((engine) => {
  test('a reader that does not read holds the sound it is to get next, and none of those behind', async () => {
    await using store = await engine.freshEnvironment()
    await using bare = await startBare(store.env)
    const conversation = await bare.conversation()
    const names = ['first.mp3', 'second.mp3']
    const large = Buffer.alloc(12_000_000)
    await bare.database.transaction('test', async (tx) => {
      const row = { agent_id: bare.agent.id, mime_type: 'audio/mpeg', expires_at: Date.now() + 60_000 }
      for (const name of names) await insertAudio(tx, { name, ...row }, large)
    })
    const audio = names.map((name) => ({ audio: `https://voice.example/audio/${name}`, transcript: name }))
    bare.answer(async function* () {
      const spoken = [{ component: 'knowledge', branch: 'answer', text: 'Hello.', audio }]
      yield { kind: 'done', turn: composed('', { spoken }) }
    })
    const question = (await bare.send('blocking', conversation, 'Hello?')).json
    assert.ok(question.message_id)
    const [asked] = await bare.messages(conversation)
    const response = await fetch(`${bare.url}/v2/conversation/message/stream`, {
      headers: { authorization: `Bearer ${bare.agent.key}`, 'last-event-id': `${asked?.id}:0` },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readMore = async () => {
      const { done, value = '' } = (await reader?.read()) ?? { done: true }
      text += value
      return !done
    }
    while (!text.includes('FlowOutput')) await readMore()
    await bare.database.transaction('test', (tx) => deleteAudio(tx, sql`name = 'second.mp3'`, 1))
    while (await readMore());
    const sounds = text.split('\n\n').flatMap((block) => {
      const line = block.split('\n').find((each) => each.startsWith('data: '))
      const event = line ? JSON.parse(line.slice(6)) : undefined
      return event?.code === 39 ? [event.data.audioAnswer as string | null] : []
    })
    assert.deepEqual(
      sounds.map((sound) => sound && Buffer.byteLength(sound, 'base64')),
      [large.length, null],
    )
  })
})
