/**
 * A client that asks `/v1/vector/match`, takes what scores 0.76 or more as the answer, asks "did you mean" for what scores 0.5 or
 * more, and says that it knows nothing otherwise. So do several public clients, with thresholds tuned on the platform.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const PAIRS = [
  { question: 'What are your opening hours?', answer: 'Monday to Friday, nine to five.' },
  { question: 'How do I return a parcel?', answer: 'Use the label that came with it.' },
  { question: 'How much does shipping to Norway cost?', answer: 'Nine euros.' },
  { question: 'Can I pay by invoice?', answer: 'Yes, within 14 days.' },
  { question: 'How long does the guarantee last?', answer: 'Two years.' },
  { question: 'How do I delete my account?', answer: 'Under Settings, Account, Delete.' },
]
const ANSWERED: Readonly<Record<string, string>> = {
  'What are your opening hours?': 'Monday to Friday, nine to five.',
  'what are the opening hours': 'Monday to Friday, nine to five.',
  'How can I return a parcel?': 'Use the label that came with it.',
  'What does shipping to Norway cost?': 'Nine euros.',
  'can i pay with an invoice': 'Yes, within 14 days.',
}
/** They read like a stored question and ask for something else. */
const OTHERS = ['How do I delete my order?', 'Can I pay by card?', 'How long does the battery last?']
const NOISE = ['What is the capital of Peru?', 'Do you like jazz?', 'asdf qwer']

onSqlite((engine) => {
  const service = sharedService(engine)

  describe('a client with thresholds', () => {
    test('gives right answers at 0.76, asks about what only resembles a question, and is silent on noise', async () => {
      const { key } = await service().newAgent()
      await service().addDocument(key, PAIRS)
      const match = async (prompt: string, more: object = {}) => {
        const body = { prompt, top_k: 3, ...more }
        return (await service().api('POST', '/v1/vector/match', body, key)).json.list as {
          content: string
          score: number
        }[]
      }
      for (const [prompt, answer] of Object.entries(ANSWERED)) {
        const [best, ...others] = await match(prompt)
        assert.ok(best && best.score >= 0.76, `${prompt}: ${best?.score}`)
        assert.equal(best.content.split('\n')[1], answer)
        const scores = [best, ...others].map(({ score }) => score)
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        )
        const above = await match(prompt, { doc_correlation: 0.76 })
        assert.deepEqual(above[0], best)
        assert.ok(above.every(({ score }) => score >= 0.76))
      }
      for (const prompt of OTHERS) {
        const [best] = await match(prompt)
        assert.ok(best && best.score >= 0.5 && best.score < 0.76, `${prompt}: ${best?.score}`)
      }
      for (const prompt of NOISE) {
        const [best] = await match(prompt)
        assert.ok((best?.score ?? 0) < 0.5, `${prompt}: ${best?.score}`)
      }
    })

    test('gets the passages of a text at 0.76 too, and no noise', async () => {
      const { key } = await service().newAgent()
      const text =
        'Returns\n\nA parcel can be returned within thirty days with the label that came with it.\n\n' +
        'Guarantee\n\nThe guarantee of every bicycle lasts two years from the day of purchase.\n'
      const files = [{ file_name: 'handbook.txt', file_base64: Buffer.from(text).toString('base64') }]
      const body = { files, splitter: '\n\n' }
      assert.equal((await service().api('POST', '/v1/bot/doc/text/add', body, key)).json.doc.length, 1)
      const match = async (prompt: string) =>
        (await service().api('POST', '/v1/vector/match', { prompt, top_k: 3 }, key)).json.list as {
          content: string
          score: number
        }[]
      const [best] = await match('How long does the guarantee of a bicycle last?')
      assert.match(best?.content ?? '', /two years/)
      assert.ok((best?.score ?? 0) >= 0.76, String(best?.score))
      for (const prompt of NOISE) assert.ok(((await match(prompt))[0]?.score ?? 0) < 0.5, prompt)
    })

    test('sees the same scale in the knowledge behind an answer', async () => {
      const { key } = await service().newAgent()
      await service().addDocument(key, PAIRS)
      const begun = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
      const asked = await service().api(
        'POST',
        '/v2/conversation/message',
        {
          conversation_id: begun.json.conversation_id,
          response_mode: 'blocking',
          messages: [{ role: 'user', content: 'What does shipping to Norway cost?' }],
        },
        key,
      )
      const path = `/v1/correlate/dataset?message_id=${asked.json.message_id}`
      const { json } = await service().api('GET', path, undefined, key)
      assert.ok(json.correlate_dataset[0].score >= 0.8, json.correlate_dataset[0].score)
    })
  })
})
