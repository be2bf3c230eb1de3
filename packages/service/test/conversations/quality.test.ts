/** The quality loop: ratings, the knowledge behind answers, questions that follow, and those nobody could answer. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collectUnanswered } from '../../src/conversations/collect-unanswered.ts'
import type { MessageRow } from '../../src/conversations/store.ts'
import { suggestQuestions } from '../../src/conversations/suggest-questions.ts'
import type { Search } from '../../src/knowledge/search/search-result.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { countReads } from '../harness/count-reads.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService, type TestService } from '../harness/service.ts'
import { newConversation, store, usageOf } from './scene.ts'

const WARRANTY = [
  { question: 'How long is the warranty?', answer: 'Two years.' },
  { question: 'How long is the warranty on the battery?', answer: 'One year.' },
  { question: 'Is the warranty transferable?', answer: 'Yes.' },
  { question: 'Does the warranty cover accidents?', answer: 'No.' },
  { question: 'How do I claim the warranty?', answer: 'Write to us.' },
  { question: 'When do you open?', answer: 'At nine.' },
]

async function say(service: TestService, key: string, conversation: string, text: string, config = {}) {
  const body = {
    conversation_id: conversation,
    response_mode: 'blocking',
    messages: [{ role: 'user', content: text }],
    conversation_config: config,
  }
  return (await service.api('POST', '/v2/conversation/message', body, key)).json
}

onSqlite((engine) => {
  const service = sharedService(engine)

  async function exchange() {
    const agent = await service().newAgent()
    const docId = await service().addDocument(agent.key, [
      { question: 'How long does shipping take?', answer: 'Three days.' },
      { question: 'How much does shipping cost?', answer: 'Five euros.' },
      { question: 'Do you ship abroad?', answer: 'Yes, to all of Europe.' },
    ])
    const conversation = await newConversation(service(), agent.key)
    const question = await store(service(), conversation, { text: 'how long is shipping' })
    const hit = {
      docId,
      docName: 'Test document',
      ordinal: 0,
      question: 'How long does shipping take?',
      score: 0.9,
      confidence: 1,
    }
    const answer = await store(service(), conversation, {
      role: 'assistant',
      text: 'Three days.',
      parentId: question.id,
      detail: { hits: [hit] },
    })
    return { ...agent, docId, conversation, question, answer }
  }
  const ask = async (key: string, query: string) => (await service().api('GET', query, undefined, key)).json

  describe('ratings', () => {
    test('feedback is kept with the answer, shown in the history, and can be taken back', async () => {
      const { key, conversation, answer } = await exchange()
      const rate = async (feedback: string) =>
        (await service().api('POST', '/v1/message/feedback', { answer_id: answer.id, feedback }, key)).json
      const shown = async () => {
        const path = `/v2/messages?conversation_id=${conversation}&page=1&page_size=10`
        return (await ask(key, path)).conversation_content[1].feedback
      }
      assert.deepEqual(await rate('NEGATIVE'), { affectCount: 1 })
      assert.equal(await shown(), 'NEGATIVE')
      assert.deepEqual(await rate('POSITIVE'), { affectCount: 1 })
      assert.equal(await shown(), 'POSITIVE')
      await rate('CANCELED')
      assert.equal(await shown(), undefined)
    })

    test('a question, an unknown id and another agent’s answer are not rated', async () => {
      const { key, question, answer } = await exchange()
      const other = await service().newAgent()
      const rate = async (answer_id: string, as: string) =>
        (await service().api('POST', '/v1/message/quality', { answer_id, quality: 'UNRESOLVED' }, as)).json
      assert.deepEqual(await rate(question.id, key), { affectCount: 0 })
      assert.deepEqual(await rate('nope', key), { affectCount: 0 })
      assert.deepEqual(await rate(answer.id, other.key), { affectCount: 0 })
      assert.deepEqual(await rate(answer.id, key), { affectCount: 1 })
    })

    test('an unknown rating is refused by name', async () => {
      const { key, answer } = await exchange()
      for (const [path, body, field] of [
        ['/v1/message/feedback', { answer_id: answer.id, feedback: 'MEH' }, 'feedback'],
        ['/v1/message/quality', { answer_id: answer.id, quality: 'MEH' }, 'quality'],
        ['/v1/message/quality', { quality: 'NONE' }, 'answer_id'],
      ] as const) {
        const { json } = await service().api('POST', path, body, key)
        assert.equal(json.code, 40000)
        assert.match(json.message, new RegExp(field))
      }
    })
  })

  describe('the knowledge behind an answer', () => {
    test('question and answer both lead to it', async () => {
      const { key, docId, conversation, question, answer } = await exchange()
      const expected = {
        conversation_id: conversation,
        question_id: question.id,
        answer_id: answer.id,
        correlate_dataset: [
          {
            content: 'How long does shipping take?\nThree days.',
            data_id: docId,
            data_name: 'Test document',
            source_url: null,
            score: 1,
          },
        ],
      }
      assert.deepEqual(await ask(key, `/v1/correlate/dataset?message_id=${question.id}`), expected)
      assert.deepEqual(await ask(key, `/v1/correlate/dataset?message_id=${answer.id}`), expected)
    })

    test('of a document that has changed since, the question found is shown and no answer made up', async () => {
      const { key, docId, answer } = await exchange()
      const qaList = [{ question: 'Something else?', answer: 'Other.' }]
      await service().api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList }, key)
      const { correlate_dataset } = await ask(key, `/v1/correlate/dataset?message_id=${answer.id}`)
      assert.equal(correlate_dataset[0].content, 'How long does shipping take?')
    })

    test('small talk rests on none, and what was found with next to no likeness is not behind an answer', async () => {
      const agent = await service().newAgent()
      await service().addDocument(agent.key, WARRANTY)
      const conversation = await newConversation(service(), agent.key)
      const behind = async (text: string) => {
        const { message_id } = await say(service(), agent.key, conversation, text)
        const { correlate_dataset } = await ask(agent.key, `/v1/correlate/dataset?message_id=${message_id}`)
        return correlate_dataset.map(({ content }: { content: string }) => content)
      }
      assert.deepEqual(await behind('thanks'), [])
      assert.deepEqual(await behind('When do you open?'), ['When do you open?\nAt nine.'])
      assert.deepEqual(await behind('Who painted the cathedral in Orvieto?'), [])
    })

    test('another agent’s message does not exist', async () => {
      const { answer } = await exchange()
      const other = await service().newAgent()
      assert.equal((await ask(other.key, `/v1/correlate/dataset?message_id=${answer.id}`)).code, 40348)
      assert.equal((await ask(other.key, '/v1/correlate/dataset')).code, 40000)
    })
  })

  describe('questions that follow', () => {
    test('neighbours of the question are offered, not the question itself', async () => {
      const { key, answer } = await exchange()
      const { questions } = await ask(key, `/v1/next/question?answer_id=${answer.id}`)
      assert.ok(questions.length > 0 && questions.length <= 3)
      assert.ok(!questions.includes('How long does shipping take?'))
      assert.ok(questions.includes('How much does shipping cost?'))
    })

    test('what was asked or answered before in the conversation is not offered, also behind small talk', async () => {
      const agent = await service().newAgent()
      await service().addDocument(agent.key, WARRANTY)
      const conversation = await newConversation(service(), agent.key)
      const next = async (text: string) => {
        const { message_id } = await say(service(), agent.key, conversation, text)
        return (await ask(agent.key, `/v1/next/question?answer_id=${message_id}`)).questions as string[]
      }
      await next('Is the warranty transferable? Does the warranty cover accidents?')
      await next('how long is the warranty on the battery')
      const claim = 'How do I claim the warranty?'
      for (const text of ['How long is the warranty?', 'thanks']) {
        const questions = await next(text)
        assert.ok(questions.includes(claim), `${text}: ${questions}`)
        for (const { question } of WARRANTY.slice(0, 4))
          assert.ok(!questions.includes(question), `${text}: ${question}`)
      }
    })

    test('the last fifty messages count, read a few at a time, so that long ones hold up nobody', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      const asked: MessageRow[] = []
      for (let n = 0; n < 60; n++)
        asked.push(await store(service(), conversation, { text: `Question ${n}?` }))
      const { database, reads } = countReads(service().service.database, 'messages')
      let searched = 0
      const search: Search = async (_agent, { limit }) => {
        searched = limit
        return { hits: [], embedding: { state: 'off', note: null } }
      }
      await suggestQuestions({ database, search }, id, { question: asked.at(-1), answer: undefined })
      assert.deepEqual([reads(), searched], [5, 12 + 50])
    })

    test('an agent that has them turned off answers 200222', async () => {
      const { id, key, answer } = await exchange()
      await service().admin('PATCH', `/agents/${id}/settings`, { answering: { suggest_questions: false } })
      const { status, json } = await service().api(
        'GET',
        `/v1/next/question?answer_id=${answer.id}`,
        undefined,
        key,
      )
      assert.deepEqual([status, json.code], [400, 200222])
    })
  })

  describe('questions nobody could answer', () => {
    const collect = ({ service: { database } }: TestService, message: MessageRow) =>
      database.transaction('test', (tx) =>
        collectUnanswered(tx, message, [message.text], 'en', systemClock.now()),
      )

    test('repeats are counted once, whatever their case and punctuation, and the most asked come first', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      for (const text of ['Do you sell hats?', 'Is there parking', 'do you sell HATS', '???'])
        await collect(service(), await store(service(), conversation, { text }))
      const { json } = await service().admin('GET', `/agents/${id}/unanswered`)
      assert.deepEqual(
        json.items.map((q: { question: string; asked: number }) => [q.question, q.asked]),
        [
          ['Do you sell hats?', 2],
          ['Is there parking', 1],
        ],
      )
      assert.equal(json.next_cursor, null)
    })

    test('a turn adds what knowledge lacks, and nothing else', async () => {
      const { id, key } = await service().newAgent()
      await service().addDocument(key, WARRANTY)
      const conversation = await newConversation(service(), key)
      const knowledge = { data_ids: [], group_ids: [] }
      await say(service(), key, conversation, 'How long is the warranty?', { knowledge })
      await say(service(), key, conversation, 'I want to talk to a human')
      await say(service(), key, conversation, 'When do you open? Who painted the cathedral in Orvieto?')
      const { json } = await service().admin('GET', `/agents/${id}/unanswered`)
      assert.deepEqual(
        json.items.map(({ question }: { question: string }) => question),
        ['Who painted the cathedral in Orvieto?'],
      )
    })

    test('answering one makes it a pair that is found at once, and takes it off the list', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      for (const text of ['Do you sell hats?', 'Is there parking?'])
        await collect(service(), await store(service(), conversation, { text }))
      const { json } = await service().admin('GET', `/agents/${id}/unanswered`)
      const docs: string[] = []
      for (const { id: question } of json.items) {
        const path = `/agents/${id}/unanswered/${question}/answer`
        const done = await service().admin('POST', path, { answer: 'Yes, we do.' })
        assert.equal(done.status, 201)
        docs.push(done.json.doc_id)
      }
      assert.equal(new Set(docs).size, 1, 'pairs collect in one document')
      const match = await service().api('POST', '/v1/vector/match', { prompt: 'hats?', top_k: 1 }, key)
      assert.match(match.json.list[0].content, /Do you sell hats\?/)
      assert.deepEqual((await service().admin('GET', `/agents/${id}/unanswered`)).json.items, [])
      const answered = await service().admin('GET', `/agents/${id}/unanswered?state=answered`)
      assert.equal(answered.json.items.length, 2)
    })

    test('one question becomes one pair, however often its answer is sent, and an answered one is not dismissed', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      for (const first of [true, false]) {
        const text = first ? 'Do you sell hats?' : 'Is there parking?'
        await collect(service(), await store(service(), conversation, { text }))
        const [question] = (await service().admin('GET', `/agents/${id}/unanswered`)).json.items
        const path = `/agents/${id}/unanswered/${question.id}`
        const sent = await Promise.all(
          [1, 2, 3].map((n) => service().admin('POST', `${path}/answer`, { answer: `Yes, ${n}.` })),
        )
        assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 409, 409])
        const refused = await service().admin('POST', `${path}/answer`, { answer: 'No.' })
        assert.deepEqual([refused.status, refused.json.code], [409, 40900])
        assert.equal((await service().admin('POST', `${path}/dismiss`)).json.code, 40900)
        const pairs = await service()
          .service.database.q.selectFrom('pairs')
          .innerJoin('documents', 'documents.set_id', 'pairs.set_id')
          .select('pairs.answer')
          .where('documents.agent_id', '=', id)
          .where('pairs.question', '=', text)
          .execute()
        assert.equal(pairs.length, 1, text)
      }
      assert.deepEqual(
        (await service().admin('GET', `/agents/${id}/unanswered?state=dismissed`)).json.items,
        [],
      )
    })

    test('what was dismissed stays away when it is asked again; what was answered comes back', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      const again = async () => {
        for (const text of ['Spam?', 'Opening hours?'])
          await collect(service(), await store(service(), conversation, { text }))
      }
      await again()
      const open = async () =>
        (await service().admin('GET', `/agents/${id}/unanswered`)).json.items as {
          id: string
          question: string
        }[]
      for (const { id: questionId, question } of await open()) {
        const path = `/agents/${id}/unanswered/${questionId}`
        if (question === 'Spam?') await service().admin('POST', `${path}/dismiss`)
        else await service().admin('POST', `${path}/answer`, { answer: 'Nine to five.' })
      }
      await again()
      assert.deepEqual(
        (await open()).map(({ question }) => question),
        ['Opening hours?'],
      )
    })

    test('whoever goes through them page by page and closes each sees every one, and none twice', async () => {
      const { id, key } = await service().newAgent()
      const conversation = await newConversation(service(), key)
      const asked = Array.from({ length: 7 }, (_, n) => `Which zyx${n} wvu${n}?`)
      const ask = async (text: string) => collect(service(), await store(service(), conversation, { text }))
      for (const text of asked) await ask(text)
      await ask(asked[3] as string)
      const seen: string[] = []
      let cursor = ''
      do {
        const { json } = await service().admin('GET', `/agents/${id}/unanswered?limit=2${cursor}`)
        for (const { id: questionId, question } of json.items) {
          seen.push(question)
          await service().admin('POST', `/agents/${id}/unanswered/${questionId}/dismiss`)
        }
        cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
      } while (cursor !== '')
      assert.equal(seen[0], asked[3], 'the most asked first')
      assert.deepEqual(seen.toSorted(), asked)
      const odd = await service().admin('GET', `/agents/${id}/unanswered?cursor=x`)
      assert.deepEqual([odd.status, odd.json.code], [400, 40000])
    })
  })

  describe('usage', () => {
    test('tokens and credits add up by conversation, agent and day', async () => {
      const { id, key } = await service().newAgent()
      const one = await newConversation(service(), key)
      const two = await newConversation(service(), key)
      const day = Date.UTC(2026, 0, 10)
      const said = (at: number, promptTokens: number, credits: number) =>
        [{ role: 'assistant' as const, text: 'x', usage: usageOf(credits, promptTokens, 1) }, at] as const
      await store(service(), one, ...said(day + 5, 10, 0.5))
      await store(service(), two, ...said(day + 86_399_999, 20, 0.25))
      await store(service(), two, ...said(day + 86_400_000, 40, 1))
      const usage = async (more = '') =>
        (
          await service().admin(
            'GET',
            `/usage?agent_id=${id}&from=${day}&until=${day + 10 * 86_400_000}${more}`,
          )
        ).json
      const { total, days } = await usage()
      assert.deepEqual(total, {
        turns: 3,
        prompt_tokens: 70,
        completion_tokens: 3,
        total_tokens: 73,
        credits: 1.75,
      })
      assert.deepEqual(
        days.map((d: { day: string; prompt_tokens: number }) => [d.day, d.prompt_tokens]),
        [
          ['2026-01-10', 30],
          ['2026-01-11', 40],
        ],
      )
      assert.equal((await usage(`&conversation_id=${one}`)).total.credits, 0.5)
      const { json } = await service().admin('GET', `/conversations?agent_id=${id}`)
      assert.deepEqual(
        json.items.map((c: { conversation_id: string; cost_credit: number }) => [
          c.conversation_id,
          c.cost_credit,
        ]),
        [
          [two, 1.25],
          [one, 0.5],
        ],
      )
    })
  })
})
