/** Messages that ask several things, go on with the question before, deny something, or reply to an offer: without a model. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isFollowUp, splitQuestions } from '@tandem/languages/split-questions'
import { onSqlite } from '../harness/engines.ts'
import { openScene, type Scene } from './scene.ts'

const bikes = [
  { question: 'What are your opening hours?', answer: 'Nine to six.' },
  { question: 'What is your email address?', answer: 'service@example.com' },
  { question: 'Do you sell gift cards?', answer: 'Yes, from 25 euros.' },
  { question: 'Do you repair bicycles?', answer: 'In every shop.' },
  { question: 'How long is the warranty?', answer: 'Two years.' },
  { question: 'How long is the warranty on the battery?', answer: 'One year.' },
  { question: 'What is the range of the battery?', answer: '80 kilometres.' },
  { question: 'How do I cancel my order?', answer: 'Press Cancel.' },
  { question: 'How do I return an item?', answer: 'Send it back.' },
  { question: 'How do I delete my account?', answer: 'Under Settings. Open orders are kept.' },
  { question: 'How long does delivery take?', answer: 'Two to four working days.' },
]

test('a message is taken apart only where it asks several things', () => {
  const texts = (text: string) => splitQuestions(text).map((part) => part.text)
  assert.deepEqual(texts('How do I cancel my order?'), [])
  assert.deepEqual(texts('salt and pepper'), [])
  assert.deepEqual(texts('I came by. When are you open? My wife asks. Can I park there?'), [
    'When are you open?',
    'Can I park there?',
  ])
  assert.deepEqual(texts('When are you open and can I park there?'), [
    'When are you open?',
    'can I park there?',
  ])
  assert.deepEqual(texts('几点开门？可以停车吗？'), ['几点开门？', '可以停车吗？'])
  assert.deepEqual(
    splitQuestions('how much is shipping and do you have parking').map(({ isQuestion }) => isQuestion),
    [true, true],
  )
  assert.equal(splitQuestions('Why? '.repeat(500)).length, 8)
})

test('what goes on with the question before shows by how it begins or ends', () => {
  for (const text of [
    'and for the battery?',
    'und nach Spanien?',
    '¿y para España?',
    'et pour l’Espagne ?',
    '那西班牙呢',
  ])
    assert.ok(isFollowUp(text), text)
  for (const text of ['I want to cancel', 'a refund', 'android app', 'en la tienda', 'when are you open?'])
    assert.ok(!isFollowUp(text), text)
})

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await openScene(engine)
    await scene.learn(bikes)
  })
  after(() => scene.close())
  const said = async (...texts: readonly string[]) => {
    const talker = await scene.talker()
    let turn = await talker.ask(texts[0] as string)
    for (const text of texts.slice(1)) turn = await talker.ask(text)
    return turn
  }
  const outputs = async (...texts: readonly string[]) => (await said(...texts)).spoken.map(({ text }) => text)

  test('several questions in one message are answered one by one, in order, each answer once', async () => {
    assert.deepEqual(await outputs('What is your email address? What are your opening hours?'), [
      'service@example.com',
      'Nine to six.',
    ])
    assert.deepEqual(await outputs('Do you sell gift cards? Do you repair bicycles?'), [
      'Yes, from 25 euros.',
      'In every shop.',
    ])
    assert.deepEqual(await outputs('How do I return an item? How do I return items?'), ['Send it back.'])
  })

  test('of several questions, the one without an answer is named last, and is the only one that knowledge lacks', async () => {
    const turn = await said('What are your opening hours? Are dogs welcome?')
    assert.deepEqual(
      turn.spoken.map(({ component, branch, text }) => [component, branch, text]),
      [
        ['knowledge', 'answer', 'Nine to six.'],
        ['fallback', 'no_answer', 'I am sorry, I have no answer to this: Are dogs welcome?'],
      ],
    )
    assert.deepEqual([turn.outcome, turn.gaps], ['answered', ['Are dogs welcome?']])
    const german = await said('Do you repair bicycles? Wo kann ich hier Bananen und Honig kaufen?')
    assert.deepEqual(german.gaps, ['Wo kann ich hier Bananen und Honig kaufen?'])
    const talk = await said('How are you? What is your email address? Is that possible? Thanks?')
    assert.deepEqual([talk.spoken.length, talk.gaps], [1, []], talk.text)
    const all = await said('What is your email address? What are your opening hours?')
    assert.deepEqual(all.gaps, [])
  })

  test('a question within a story is found', async () => {
    const story = 'We ride our bicycles through the hills of Hamburg nearly every weekend. '.repeat(20)
    assert.deepEqual(await outputs(`${story}What is the range of the battery?`), ['80 kilometres.'])
    assert.deepEqual(await outputs(`What is the range of the battery? ${story}`), ['80 kilometres.'])
  })

  test('sources of several answers are all listed', async () => {
    const talker = await scene.talker()
    const { citations } = await talker.ask({
      text: 'What is your email address? What are your opening hours?',
      config: { citations: true },
    })
    assert.deepEqual(
      citations.map(({ index, segment_index }) => [index, segment_index]),
      [
        [1, 1],
        [2, 0],
      ],
    )
  })

  test('a question that goes on within a message is asked of what stands before it, by its own question word', async () => {
    const both = ['Two years.', 'One year.']
    assert.deepEqual(await outputs('How long is the warranty? And for the battery?'), both)
    const [first, second] = await outputs('Do you repair bicycles? And how long does it take?')
    assert.equal(first, 'In every shop.')
    assert.ok(second?.includes('How long does delivery take?'), second)
  })

  test('a message that goes on is searched with the one before, and never answered with the same again', async () => {
    assert.deepEqual(await outputs('How long is the warranty?', 'and on the battery?'), ['One year.'])
    const same = await said('How long is the warranty?', 'and for the saddle?')
    assert.notEqual(same.outcome, 'answered', same.text)
  })

  test('what the user does not want is not answered', async () => {
    for (const text of [
      "I don't want to cancel my order, I want to return an item",
      'Not sure. I do not want to cancel my order but return an item',
    ])
      assert.deepEqual(await outputs(text), ['Send it back.'], text)
  })

  test('a question for something else is offered its neighbour, and not answered with it', async () => {
    for (const [text, neighbour] of [
      ['How do I delete my order?', 'How do I delete my account?'],
      ['how long does a refund take?', 'How long does delivery take?'],
      ['how much is delivery?', 'How long does delivery take?'],
      ['Do you repair phones?', 'Do you repair bicycles?'],
      ['Do you not repair bicycles?', 'Do you repair bicycles?'],
    ] as const) {
      const turn = await said(text)
      assert.equal(turn.outcome, 'offered', `${text}: ${turn.text}`)
      assert.ok(turn.text.includes(neighbour), turn.text)
    }
    assert.equal((await said('how')).outcome, 'unanswered')
  })

  test('several offered questions can be picked at once, a bare yes is asked which, and a no is heard', async () => {
    const talker = await scene.talker()
    const offer = await talker.ask('warranty')
    const { offered = [] } = offer.detail
    assert.ok(offered.length >= 2, offer.text)
    const which = await talker.ask('yes')
    assert.deepEqual([which.outcome, which.detail.offered], ['offered', offered])
    const wanted = offered
      .slice(0, 2)
      .map(({ question }) => bikes.find((pair) => pair.question === question)?.answer)
    assert.deepEqual(
      (await talker.ask('1 and 2')).spoken.map(({ text }) => text),
      wanted,
    )
    const no = await said('warranty', 'none of these')
    assert.equal(no.spoken[0]?.component, 'fallback')
    assert.notEqual(no.outcome, 'unanswered')
  })

  test('a picked question out of the bounds of the next message is not answered by its neighbour', async () => {
    const talker = await scene.talker()
    const offer = await talker.ask('warranty')
    const docId = await scene.learn([
      { question: 'How long is the warranty on frames?', answer: 'Five years.' },
    ])
    assert.equal(offer.outcome, 'offered')
    const turn = await talker.ask({ text: '1', config: { knowledge: { documentIds: [docId] } } })
    assert.notEqual(turn.outcome, 'answered', turn.text)
    await scene.forget(docId)
  })

  test('words of its own are in the language of its knowledge where the user’s does not show', async () => {
    await using german = await openScene(engine)
    await german.learn([
      { question: 'Wie lange gilt die Garantie?', answer: 'Zwei Jahre.' },
      { question: 'Wie lange gilt die Garantie auf den Akku?', answer: 'Ein Jahr.' },
    ])
    const turn = await (await german.talker()).ask('garantie xyz')
    assert.match(turn.text, /^(?:Ich bin nicht sicher|Darauf habe ich)/)
  })
})
