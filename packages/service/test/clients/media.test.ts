/**
 * A chat client that sends whatever its user drops into it, videos and files of any kind among it, and draws the history from
 * the parts of `GET /v2/messages`: of each part the list that stands under its type, of each file `url`, `format`, `name`, `size`.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const at = (name: string) => ({ url: `https://files.example.com/${name}`, name })
const bytes = Buffer.from('not really a picture')

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_PUBLIC_URL: 'http://tandem.test' } })

  async function conversation(key: string) {
    const begun = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
    const id = begun.json.conversation_id
    return {
      async send(content: unknown) {
        const messages = [{ role: 'user', content }]
        const body = { conversation_id: id, response_mode: 'blocking', messages }
        const answer = await service().api('POST', '/v2/conversation/message', body, key)
        assert.equal(answer.status, 200, answer.text)
        return answer.json
      },
      async history() {
        const query = `conversation_id=${id}&page=1&page_size=100`
        return (await service().api('GET', `/v2/messages?${query}`, undefined, key)).json.conversation_content
      },
    }
  }

  describe('a chat client', () => {
    test('may send videos and files: the words are answered, and what was not used is named with the reason', async () => {
      const { key } = await service().newAgent()
      await service().addDocument(key, [{ question: 'When are you open?', answer: 'From nine to five.' }])
      const talk = await conversation(key)
      const sent = await talk.send([
        { type: 'text', text: 'When are you open?' },
        { type: 'video', video: [at('tour.mp4')] },
        { type: 'file', file: [at('model.step'), at('photos.zip')] },
      ])
      assert.equal(sent.output[0].content.text, 'From nine to five.')
      assert.deepEqual(sent.unused, [
        { name: 'tour.mp4', reason: 'Videos are not watched.' },
        { name: 'model.step', reason: 'Files are read only as a part of type document.' },
        { name: 'photos.zip', reason: 'Files are read only as a part of type document.' },
      ])
      const alone = await talk.send([{ type: 'video', video: [at('tour.mp4')] }])
      assert.equal(alone.unused.length, 1)
      assert.equal(alone.output.length, 1)
    })

    test('finds files of one kind together under their type, each with an address', async () => {
      const { key } = await service().newAgent()
      const talk = await conversation(key)
      await talk.send([
        { type: 'image', image: [{ ...at('a.png'), format: 'png' }] },
        { type: 'text', text: 'These two, please.' },
        {
          type: 'image',
          image: [{ base64_content: bytes.toString('base64'), format: 'jpg', name: 'b.jpg' }],
        },
        { type: 'video', video: [at('c.mp4')] },
      ])
      const [question, answer] = await talk.history()
      const [images, text, video, ...more] = question.content[0].branch_content
      assert.deepEqual(more, [])
      assert.deepEqual(text, { type: 'text', text: 'These two, please.' })
      assert.deepEqual(video, { type: 'video', video: [{ ...at('c.mp4'), format: null, size: null }] })
      assert.equal(images.type, 'image')
      const [first, second] = images.image
      assert.deepEqual(first, { ...at('a.png'), format: 'png', size: null })
      assert.deepEqual({ ...second, url: '' }, { url: '', format: 'jpg', name: 'b.jpg', size: bytes.length })
      const { pathname } = new URL(second.url)
      const file = await fetch(service().url + pathname)
      assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)

      await talk.send('And?')
      const [, , next, last] = await talk.history()
      assert.deepEqual(
        [question, answer, next, last].map(({ parent_message_id }) => parent_message_id),
        [null, question.message_id, answer.message_id, next.message_id],
        'each message hangs on the one before it',
      )
    })
  })
})
