/** Answers without a model: the three bands, picking what was offered, texts per language, and what usage says. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { openScene, type Scene, shop } from './scene.ts'

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await openScene(engine)
    await scene.learn(shop)
  })
  after(() => scene.close())
  const ask = async (text: string, canHandOver = false) => (await scene.talker()).ask({ text, canHandOver })

  test('a sure match answers with the stored words, to the letter, and names its component', async () => {
    const turn = await ask('How do I return a shoe?')
    assert.deepEqual(turn.spoken, [{ component: 'knowledge', branch: 'answer', text: shop[0]?.answer }])
    assert.equal(turn.outcome, 'answered')
    assert.equal(turn.detail.band, 'answer')
    assert.equal(turn.detail.language, 'en')
    assert.equal(turn.detail.hits[0]?.question, shop[0]?.question)
    assert.ok(turn.detail.hits.length <= 3)
  })

  test('a doubtful match offers up to three questions, and picking one gives its answer', async () => {
    for (const [said, index] of [
      ['2', 1],
      ['the second one', 1],
      ['第二个', 1],
      ['das erste bitte', 0],
      ['how do i change my BILLING address', -1],
    ] as const) {
      const talker = await scene.talker()
      const offer = await talker.ask('change address')
      assert.equal(offer.outcome, 'offered', offer.text)
      assert.equal(offer.spoken[0]?.branch, 'offer')
      const { offered } = offer.detail
      assert.ok(offered && offered.length >= 2 && offered.length <= 3)
      assert.ok(offer.text.endsWith(offered.map(({ question }, i) => `${i + 1}. ${question}`).join('\n')))
      const wanted = index < 0 ? 'How do I change my billing address?' : offered[index]?.question
      const picked = await talker.ask(said)
      assert.equal(picked.outcome, 'answered')
      assert.equal(picked.text, shop.find(({ question }) => question === wanted)?.answer, said)
    }
  })

  test('a question that leaves open which of two is meant is answered with both to choose from', async () => {
    const cancel = ['order', 'subscription'].map((what) => ({
      question: `How do I cancel my ${what}?`,
      answer: `Cancel the ${what} in your account.`,
    }))
    await scene.learn(cancel, 'Cancelling')
    for (const text of ['how do I cancel?', 'cancel', 'I want to cancel']) {
      const offer = await ask(text)
      assert.equal(offer.outcome, 'offered', `${text}: ${offer.text}`)
      for (const { question } of cancel) assert.ok(offer.text.includes(question), offer.text)
    }
    assert.equal((await ask('how do I cancel the subscription?')).text, cancel[1]?.answer)
  })

  test('what knowledge lacks is what it has nowhere, not what was left out, could not be read or asked for a person', async () => {
    const gaps = async (asked: Parameters<Awaited<ReturnType<Scene['talker']>>['ask']>[0]) =>
      (await (await scene.talker()).ask(asked)).gaps
    const unknown = 'Who painted the cathedral in Orvieto?'
    assert.deepEqual(await gaps(`Hello! ${unknown}`), [`Hello! ${unknown}`])
    const known = 'Do you ship to Norway?'
    const docId = await scene.learn([{ question: 'Is there a cloakroom?', answer: 'Yes.' }], 'Small')
    for (const knowledge of [{ none: true }, { documentIds: [] }, { documentIds: [docId] }]) {
      const turn = await (await scene.talker()).ask({ text: known, config: { knowledge } })
      assert.deepEqual([turn.outcome, turn.gaps], ['unanswered', []], JSON.stringify(knowledge))
    }
    assert.deepEqual(await gaps({ text: unknown, config: { knowledge: { documentIds: [docId] } } }), [
      unknown,
    ])
    assert.deepEqual(await gaps({ text: unknown, config: { knowledge: { none: true } } }), [])
    const image = { type: 'image' as const, image: [{ base64_content: 'iVBORw0KGgo=', name: 'invoice.png' }] }
    const text = 'What is the total on this invoice?'
    const unread = await (await scene.talker()).ask({ text, content: [{ type: 'text', text }, image] })
    assert.deepEqual([unread.spoken[0]?.branch, unread.gaps], ['unreadable', []], unread.text)
    await scene.forget(docId)
  })

  test('who asks for a person where none can be reached is told so, and no question is missing', async () => {
    for (const [text, told] of [
      ['I want to talk to a human', 'I am sorry, I cannot bring in a person here.'],
      [
        'Ich möchte mit einem Menschen sprechen',
        'Hier kann ich Sie leider nicht mit einem Menschen verbinden.',
      ],
    ] as const) {
      const turn = await ask(text)
      assert.ok(turn.text.startsWith(told), turn.text)
      assert.deepEqual([turn.spoken[0]?.branch, turn.outcome, turn.gaps], ['no_person', 'small_talk', []])
    }
    const besides = await ask('Do you ship to Norway? Can I talk to a human?')
    assert.deepEqual([besides.spoken[0]?.text, besides.gaps], ['Yes, in about a week.', []])
  })

  test('a number is only a pick right after an offer', async () => {
    const talker = await scene.talker()
    await talker.ask('change address')
    await talker.ask('Do you ship to Norway?')
    assert.notEqual((await talker.ask('2')).outcome, 'answered')
  })

  test('a picked question whose document has gone is answered by nothing old', async () => {
    const talker = await scene.talker()
    const pairs = ['museum', 'hangar'].map((place) => {
      return { question: `Is the zeppelin ${place} open?`, answer: `gone ${place}` }
    })
    const docId = await scene.learn(pairs, 'Passing')
    const offer = await talker.ask('is the zeppelin open')
    const { offered = [] } = offer.detail
    assert.equal(offer.outcome, 'offered', offer.text)
    await scene.forget(docId)
    const gone = await talker.ask(offered[0]?.question ?? '')
    assert.doesNotMatch(gone.text, /gone/)
  })

  test('without an answer it says so, in the language of the user, and offers a person only where there is one', async () => {
    const alone = await ask('Can you recommend a good book about the moons of Jupiter?')
    assert.equal(alone.outcome, 'unanswered')
    assert.deepEqual([alone.spoken[0]?.component, alone.spoken[0]?.branch], ['fallback', 'no_answer'])
    assert.ok(!/person/.test(alone.text))
    const withPeople = await ask('Can you recommend a good book about the moons of Jupiter?', true)
    assert.match(withPeople.text, /person/)
    const german = await ask('Können Sie mir ein gutes Buch über die Monde des Jupiter empfehlen?')
    assert.match(german.text, /keine Antwort/)
    assert.equal(german.detail.language, 'de')
  })

  test('a short message is answered in the language of the conversation', async () => {
    const talker = await scene.talker()
    await talker.ask('Wie ist das Wetter auf dem Jupiter und wann wird es besser?')
    assert.match((await talker.ask('Xyzzy 42')).text, /keine Antwort/)
  })

  test('only the named knowledge is used', async () => {
    const talker = await scene.talker()
    const docId = await scene.learn([{ question: 'What is the wifi password?', answer: 'tandem' }], 'Office')
    const of = async (knowledge: object) =>
      (await talker.ask({ text: 'What is the wifi password?', config: { knowledge } })).outcome
    assert.equal(await of({ documentIds: [docId] }), 'answered')
    assert.equal(await of({ documentIds: [] }), 'unanswered')
    assert.equal(await of({ none: true }), 'unanswered')
  })

  test('texts can be replaced per language, and an empty one says nothing', async () => {
    await scene.set({
      answering: { texts: { de: { fallback: 'Weiß ich nicht.' }, en: { fallback: '', greeting: 'Ahoy!' } } },
    })
    assert.equal((await ask('Was kostet eine Reise zu den Monden des Jupiter?')).text, 'Weiß ich nicht.')
    const silent = await ask('What does a journey to the moons of Jupiter cost?')
    assert.deepEqual([silent.spoken, silent.pieces, silent.outcome], [[], [], 'unanswered'])
    assert.equal((await ask('hello')).text, 'Ahoy!')
    await scene.set({ answering: { texts: {} } })
  })

  test('a greeting before a question can have words of its own, as a second output', async () => {
    await scene.set({ answering: { texts: { en: { greeting_before_answer: 'Hello!' } } } })
    const talker = await scene.talker()
    const turn = await talker.ask('Hi, how do I return a shoe?')
    assert.deepEqual(
      turn.spoken.map(({ component, text }) => [component, text]),
      [
        ['small_talk', 'Hello!'],
        ['knowledge', shop[0]?.answer],
      ],
    )
    assert.equal(turn.outcome, 'answered')
    assert.equal((await talker.ask('Hi, where is my parcel?')).spoken.length, 1)
    await scene.set({ answering: { texts: {} } })
  })

  test('usage counts question and answer by the tokenizer, and credits by the prices', async () => {
    await scene.set({ prices: { text_input: 2, text_output: 10, audio_input: 50, audio_output: 50 } })
    const { usage } = await ask('Where is my parcel?')
    assert.deepEqual(usage.tokens, {
      total_tokens: 15,
      prompt_tokens: 5,
      completion_tokens: 10,
      prompt_tokens_details: { audio_tokens: 0, text_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 10 },
    })
    assert.deepEqual(usage.credits, {
      total_credits: 0.11,
      text_input_credits: 0.01,
      text_output_credits: 0.1,
      audio_input_credits: 0,
      audio_output_credits: 0,
    })
  })

  test('sources are listed when they are asked for, and the words stay as stored', async () => {
    const talker = await scene.talker()
    const turn = await talker.ask({ text: 'Where is my parcel?', config: { citations: true } })
    assert.equal(turn.text, shop[1]?.answer)
    const [citation] = turn.citations
    assert.equal(turn.citations.length, 1)
    assert.deepEqual(
      [citation?.index, citation?.type, citation?.name, citation?.segment_index],
      [1, 'doc', 'Handbook', 1],
    )
    assert.equal(citation?.content, `${shop[1]?.question}\n${shop[1]?.answer}`)
    assert.deepEqual((await ask('Where is my parcel?')).citations, [])
  })
})
