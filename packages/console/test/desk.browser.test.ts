/** A day at the desk: two operators and a visitor, each in a real browser, from the ring to the pair that the AI answers with. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import {
  addSnippet,
  composer,
  hasFloor,
  list,
  reply,
  ring,
  takeButton,
  talk,
  titleHas,
  typed,
} from './harness/at-desk.ts'
import { assertAccessible } from './harness/open-console.ts'
import {
  deskAgent,
  type OpenDesk,
  openDesk,
  openVisitor,
  startShift,
  visitorSays,
} from './harness/open-desk.ts'

const QUESTION = 'do you have the blue backpack in 20 litres?'
const ANSWER = 'We have it in blue and in sand, both in 20 litres.'

/** Both take the user in the same moment: whoever got them comes first. */
async function race(desks: readonly [OpenDesk, OpenDesk]): Promise<readonly [OpenDesk, OpenDesk]> {
  // Held until both have pressed: the button of whoever is later would be gone.
  const { promise: bothPressed, resolve: letGo } = Promise.withResolvers<void>()
  for (const { page } of desks) {
    await page.route('**/claim', async (route) => {
      await bothPressed
      await route.continue()
    })
    await takeButton(page).click()
  }
  letGo()
  const lost = await Promise.race(
    desks.map(async ({ page }, n) => {
      await page.getByText(/^(Ann|Bob) has Visitor/).waitFor()
      return n
    }),
  )
  return lost === 0 ? [desks[1], desks[0]] : desks
}

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)
  let agent: Awaited<ReturnType<typeof deskAgent>>
  before(async () => {
    agent = await deskAgent(service())
  })
  const openOperator = async (name: string) => {
    const desk = await openDesk(service(), browser(), { role: 'operator', agents: [agent.id], name })
    await startShift(desk.page)
    return desk
  }
  const newVisitor = () => openVisitor(browser(), service().url, agent.id)

  describe('the desk', () => {
    test('a user rings with both operators; one gets them, the other is told who; they talk, hand over, close, and the AI has learned', async () => {
      await using ann = await openOperator('Ann')
      await using bob = await openOperator('Bob')
      await list(ann.page).getByText('Bob').waitFor()
      await using visitor = await newVisitor()
      await ring(visitor.page, QUESTION)
      for (const { page } of [ann, bob]) {
        await takeButton(page).waitFor()
        await titleHas(page, '(1)')
      }
      await visitor.page.getByText('A person has been called').waitFor()
      const [first, second] = await race([ann, bob])
      const [firstName, secondName] = second === ann ? ['Bob', 'Ann'] : ['Ann', 'Bob']

      // Words, typing and files both ways, each line with its way.
      await reply(first.page, 'Hi! Let me check the stock for you.')
      await visitor.page.getByText('Hi! Let me check the stock for you.').waitFor()
      await visitor.page.getByText('You are talking with a person · Desk').waitFor()
      await talk(first.page).getByText('on the user’s screen').waitFor()
      await visitor.page.getByRole('textbox', { name: 'Your message' }).pressSequentially('In bl')
      await first.page.getByText(/ is typing…$/).waitFor()
      await visitorSays(visitor.page, 'In blue, please. Can you reserve it?')
      await talk(first.page).getByText('In blue, please.').waitFor()
      await visitor.page.locator('input[type=file]').setInputFiles(textFile('receipt.txt'))
      await visitor.page.getByRole('button', { name: 'Send' }).click()
      await talk(first.page).getByRole('link', { name: 'receipt.txt' }).waitFor()
      await visitor.page.locator('#typing').waitFor({ state: 'hidden' })
      // It is told every few seconds, and hidden by whatever is said meanwhile.
      await eventually(
        'the visitor sees that the person types',
        async () => {
          await composer(first.page).pressSequentially('x')
          return visitor.page.locator('#typing').isVisible()
        },
        (isVisible) => isVisible,
      )
      await composer(first.page).fill('')
      await first.page.locator('input[type=file]').setInputFiles(textFile('label.txt'))
      await first.page.getByText('label.txt').waitFor()
      await composer(first.page).press('Enter')
      await talk(first.page).getByText('label.txt').first().waitFor()
      await visitor.page.getByText('label.txt').waitFor()

      // What knowledge suggests is in the reply with one key; a snippet with a slash.
      await visitorSays(visitor.page, 'Thanks! Can you reserve it?')
      await first.page.keyboard.press('Escape')
      // The words before it had the same suggestion.
      await first.side.getByText('Thanks! Can you reserve it?').waitFor()
      await first.side.getByText('Yes, for five days in the shop of your choice.').waitFor()
      await first.page.keyboard.press('1')
      await typed(first.page, 'Yes, for five days in the shop of your choice.')
      await first.page.keyboard.press('Enter')
      await visitor.page.getByText('Yes, for five days in the shop of your choice.').waitFor()
      await addSnippet(first.page, 'sizes', ANSWER)
      await composer(first.page).pressSequentially('/siz')
      await first.page.getByRole('option', { name: /sizes/ }).waitFor()
      await first.page.keyboard.press('Enter')
      await typed(first.page, ANSWER)
      await first.page.keyboard.press('Enter')
      await visitor.page.getByText(ANSWER).waitFor()

      // A note; the colleague reads along, declines at first, and then takes over.
      await first.page.keyboard.press('Escape')
      await first.page.keyboard.press('m')
      await first.page.keyboard.type('Wants it until Friday')
      await first.page.keyboard.press('Enter')
      await first.side.getByText('Wants it until Friday').waitFor()
      await offer(first, secondName)
      await list(second.page)
        .getByRole('link', { name: /^Visitor/ })
        .click()
      await first.page.getByText(`also looking: ${secondName}`).waitFor()
      await second.page.getByRole('button', { name: 'Decline' }).click()
      await first.page.getByText(`offered to ${secondName}`, { exact: true }).waitFor({ state: 'detached' })
      await hasFloor(first.page)
      await offer(first, secondName)
      await list(second.page).getByRole('button', { name: 'Accept' }).click()
      await hasFloor(second.page)
      await second.side.getByText('Wants it until Friday').waitFor()
      await second.side.getByText(`offered to ${secondName} by ${firstName}`).first().waitFor()
      await first.page.getByText(`${secondName} answers here.`, { exact: false }).waitFor()
      await reply(second.page, 'It is reserved for you.')
      await visitor.page.getByText('It is reserved for you.').waitFor()

      // Elsewhere at the desk the tab counts who has said something, not how much; one click goes there.
      await list(second.page).getByRole('link', { name: 'Conversations' }).click()
      await second.page.getByRole('heading', { name: 'Conversations' }).waitFor()
      for (const words of ['One more thing', 'Do you ship it?']) await visitorSays(visitor.page, words)
      await list(second.page).getByText('2 unread').waitFor()
      await titleHas(second.page, '(1) Conversations')
      await list(second.page).getByRole('link', { name: '1 unread' }).click()
      await talk(second.page).getByText('Do you ship it?').waitFor()
      await titleHas(second.page, 'Desk')
      await hasFloor(second.page)

      // Closing makes a pair of it.
      await second.page.keyboard.press('Escape')
      await second.page.keyboard.press('c')
      const pair = second.page.getByRole('dialog', { name: 'Teach the AI what you answered' })
      await pair.getByLabel('Question').fill(QUESTION)
      await pair.getByLabel('Answer').fill(ANSWER)
      await assertAccessible(second.page, 'the dialog of a pair')
      await pair.getByRole('button', { name: 'Make a pair' }).click()
      await second.page.getByText('The AI answers with it from now on').waitFor()
      await using another = await newVisitor()
      await visitorSays(another.page, QUESTION)
      await another.page.getByText(ANSWER).waitFor()
      assert.deepEqual([...ann.problems, ...bob.problems], [])
    })
  })
})

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) })

/** Asks the colleague to take the user. */
async function offer({ page }: OpenDesk, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Hand to/ }).click()
  await page.getByRole('menuitem', { name: new RegExp(name) }).click()
  await page.getByText(`offered to ${name}`, { exact: true }).waitFor()
}
