/** A day at the desk: two operators and a visitor, each in a real browser, from the ring to the pair that the AI answers with. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService, type TestService } from '../../service/test/harness/service.ts'
import { assertAccessible } from './harness/open-console.ts'
import {
  deskAgent,
  type OpenDesk,
  openDesk,
  openVisitor,
  startShift,
  visitorSays,
} from './harness/open-desk.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const QUESTION = 'do you have the blue backpack in 20 litres?'
const ANSWER = 'We have it in blue and in sand, both in 20 litres.'

const list = (page: Page) => page.getByRole('navigation', { name: 'Users' })
const talk = (page: Page) => page.getByRole('log', { name: 'Talk' })
const composer = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
const titleHas = (page: Page, words: string) =>
  eventually(
    `the title has ${words}`,
    () => page.title(),
    (title) => title.includes(words),
  )
const typed = (page: Page, words: string) =>
  eventually(
    `the reply is “${words}”`,
    () => composer(page).inputValue(),
    (value) => value === words,
  )

/** Says something by keyboard alone. */
async function reply(page: Page, words: string): Promise<void> {
  await page.getByText('you have the floor').waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await talk(page).getByText(words).waitFor()
}

/** Both take the user in the same moment: whoever got them comes first. */
async function race(desks: readonly [OpenDesk, OpenDesk]): Promise<readonly [OpenDesk, OpenDesk]> {
  await Promise.all(desks.map(({ page }) => list(page).getByRole('button', { name: 'Take' }).click()))
  const lost = await Promise.race(
    desks.map(async ({ page }, n) => {
      await page.getByText(/^(Ann|Bob) has Visitor/).waitFor()
      return n
    }),
  )
  return lost === 0 ? [desks[1], desks[0]] : desks
}

onSqlite((engine) => {
  const service = sharedService(engine)
  let agent: Awaited<ReturnType<typeof deskAgent>>
  before(async () => {
    agent = await deskAgent(service())
  })
  const openOperator = async (name: string) => {
    const desk = await openDesk(service(), browser, { role: 'operator', agents: [agent.id], name })
    await startShift(desk.page)
    return desk
  }
  const newVisitor = () => openVisitor(browser, service().url, agent.id)

  describe('the desk', () => {
    test('a user rings with both operators; one gets them, the other is told who; they talk, hand over, close, and the AI has learned', async () => {
      await using ann = await openOperator('Ann')
      await using bob = await openOperator('Bob')
      await list(ann.page).getByText('Bob').waitFor()
      await using visitor = await newVisitor()
      await visitorSays(visitor.page, QUESTION)
      await visitor.page.getByRole('button', { name: 'Talk to a person' }).click()

      for (const { page } of [ann, bob]) {
        await list(page).getByRole('button', { name: 'Take' }).waitFor()
        await titleHas(page, '(1)')
      }
      const [first, second] = await race([ann, bob])
      const secondName = second === ann ? 'Ann' : 'Bob'

      // Words and typing both ways.
      await reply(first.page, 'Hi! Let me check the stock for you.')
      await visitor.page.getByText('Hi! Let me check the stock for you.').waitFor()
      await visitor.page.getByRole('textbox', { name: 'Your message' }).pressSequentially('In bl')
      await first.page.getByText(/ is typing…$/).waitFor()
      await visitorSays(visitor.page, 'In blue, please. Can you reserve it?')
      await talk(first.page).getByText('In blue, please.').waitFor()

      // What knowledge suggests is in the reply with one key; a snippet with a slash.
      await first.page.keyboard.press('Escape')
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

      // A note, which the colleague reads who takes over.
      await first.page.keyboard.press('Escape')
      await first.page.keyboard.press('m')
      await first.page.keyboard.type('Wants it until Friday')
      await first.page.keyboard.press('Enter')
      await first.side.getByText('Wants it until Friday').waitFor()
      await first.page.getByRole('button', { name: /^Hand to/ }).click()
      await first.page.getByRole('menuitem', { name: new RegExp(secondName) }).click()
      await list(second.page).getByRole('button', { name: 'Accept' }).click()
      await second.page.getByText('you have the floor').waitFor()
      await second.side.getByText('Wants it until Friday').waitFor()
      await first.page.getByText(`${secondName} answers here.`, { exact: false }).waitFor()
      await reply(second.page, 'It is reserved for you.')
      await visitor.page.getByText('It is reserved for you.').waitFor()

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

    test('whoever loses a user keeps their words and is told why; whoever goes gives users back; close and next takes the next', async () => {
      await using ann = await openOperator('Ann')
      await using bob = await openOperator('Bob')
      await using visitor = await newVisitor()
      await visitorSays(visitor.page, 'my parcel is broken, what now?')
      await visitor.page.getByRole('button', { name: 'Talk to a person' }).click()
      await list(ann.page).getByRole('button', { name: 'Take' }).waitFor()
      await ann.page.keyboard.press('t')
      await reply(ann.page, 'I am sorry to hear that.')

      // An admin gives the user to Bob while words of Ann are on their way.
      const handoffId = new URL(ann.page.url()).pathname.split('/').at(-1) ?? ''
      await ann.page.route('**/reply', async (route) => {
        await assign(service(), handoffId, 'Bob')
        await route.continue()
      })
      await composer(ann.page).fill('Please send us a picture.')
      await ann.page.keyboard.press('Enter')
      await ann.page.getByText('the user is not with you any more', { exact: false }).waitFor()
      await typed(ann.page, 'Please send us a picture.')

      // Bob goes: the user waits again, and Ann takes them with the words she had.
      await list(bob.page)
        .getByRole('link', { name: /^Visitor/ })
        .click()
      await bob.page.getByText('you have the floor').waitFor()
      await bob.page.getByRole('button', { name: /^You are here/ }).click()
      await bob.page.getByRole('menuitem', { name: 'End the shift' }).click()
      await bob.page.getByRole('dialog').getByRole('button', { name: 'End the shift' }).click()
      await bob.page.getByRole('heading', { name: 'Hello Bob' }).waitFor()
      await list(ann.page).getByRole('button', { name: 'Take' }).click()
      await ann.page.unroute('**/reply')
      await ann.page.getByText('you have the floor').waitFor()
      await composer(ann.page).press('Enter')
      await visitor.page.getByText('Please send us a picture.').waitFor()

      // A file; then close, and the next one is there.
      await using next = await newVisitor()
      await visitorSays(next.page, 'where is my refund please?')
      await next.page.getByRole('button', { name: 'Talk to a person' }).click()
      await list(ann.page).getByRole('button', { name: 'Take' }).waitFor()
      await ann.page.locator('input[type=file]').setInputFiles({
        name: 'label.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Return label'),
      })
      await ann.page.getByText('label.txt').waitFor()
      await composer(ann.page).press('Enter')
      await talk(ann.page).getByText('label.txt').waitFor()
      await visitor.page.getByText('label.txt').waitFor()
      await composer(ann.page).press('Escape')
      await ann.page.keyboard.press('n')
      await talk(ann.page).getByText('where is my refund please?').first().waitFor()
      await ann.page.getByText('you have the floor').waitFor()
      assert.deepEqual([...ann.problems, ...bob.problems], [])
    })
  })
})

async function addSnippet(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Snippets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snippets' })
  await dialog.getByRole('button', { name: 'New snippet' }).click()
  await dialog.getByLabel('Name, after the slash').fill(name)
  await dialog.getByLabel('Words').fill(words)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(`/${name}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** As an admin does who supervises. */
async function assign(service: TestService, handoffId: string, name: string): Promise<void> {
  const desk = new TandemAdmin({ url: service.url, token: service.adminToken }).desk
  const { people } = await desk.presence()
  const to = people.findLast((person) => person.name === name && person.state === 'here')
  await desk.assign({ handoffId }, { to: to?.id ?? null })
}
