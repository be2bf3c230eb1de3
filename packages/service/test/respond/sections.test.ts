/** What only the answers say: sections of documents under headings that nobody asks by. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { openScene, type Scene } from './scene.ts'

const house = [
  {
    question: 'Guest information',
    answer:
      'Check-in is from 15:00 until 22:00 at reception. Pets are welcome for 15 euros per night. Parking is free in the yard; the garage costs 12 euros per day.',
  },
  {
    question: 'Restaurant',
    answer:
      'Breakfast is served from 7:00 to 10:30. Dinner from 18:00, closed on Mondays. Vegan dishes are on the card. Thank you for booking early.',
  },
  {
    question: 'Wellness',
    answer:
      'The sauna opens at 16:00. Towels are provided. Children under twelve are not admitted to the sauna.',
  },
  {
    question: 'Lieferung',
    answer: 'Pakete kommen innerhalb von drei Werktagen an. Inseln dauern eine Woche.',
  },
  { question: '客房', answer: '客房内提供免费无线网络。退房时间为上午十一点，延迟退房需加收费用。' },
]

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await openScene(engine)
    await scene.learn(house)
  })
  after(() => scene.close())
  const ask = async (text: string) => (await scene.talker()).ask({ text, canHandOver: false })

  test('a question whose words one section holds gets that section, though its heading says nothing of it', async () => {
    for (const [question, section] of [
      ['does the sauna open in the evening, and are towels provided?', 2],
      ['are children admitted to the sauna', 2],
      ['Kommen Pakete in drei Werktagen an?', 3],
      ['客房有免费无线网络吗', 4],
    ] as const) {
      const turn = await ask(question)
      assert.equal(turn.text, house[section]?.answer, question)
      assert.equal(turn.outcome, 'answered')
    }
  })

  test('a question of a word or two that stand only in a section is offered that section', async () => {
    for (const [question, section] of [
      ['are pets welcome?', 0],
      ['what does the garage cost', 0],
      ['when is breakfast served', 1],
      ['are there vegan dishes', 1],
    ] as const) {
      const turn = await ask(question)
      assert.deepEqual(
        [turn.outcome, turn.detail.offered?.[0]?.question],
        ['offered', house[section]?.question],
      )
    }
  })

  test('a question of which a section holds a part only is not answered by it', async () => {
    for (const question of [
      'is there a swimming pool',
      'do you accept bitcoin',
      'how do I cancel my subscription',
      'are there gluten free pancakes with maple syrup',
      'can I get a student discount on the ski pass',
      'what is the capital of France',
    ])
      assert.notEqual((await ask(question)).outcome, 'answered', question)
  })

  test('small talk stays small talk, though an answer holds the same words', async () => {
    for (const said of ['thank you', 'Thank you!'])
      assert.equal((await ask(said)).outcome, 'small_talk', said)
  })

  test('what several sections hold alike is offered, not guessed', async () => {
    await scene.learn(
      ['North wing', 'South wing'].map((question) => ({
        question,
        answer: `The lift of the ${question.toLowerCase()} is out of order on Fridays.`,
      })),
    )
    const turn = await ask('is the lift out of order')
    assert.equal(turn.outcome, 'offered', turn.text)
    assert.deepEqual(turn.detail.offered?.map(({ question }) => question).sort(), [
      'North wing',
      'South wing',
    ])
  })
})
