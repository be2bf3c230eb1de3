/** A day at the desk: two operators and a visitor, each in a real browser, from the ring to the pair that the AI answers with. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
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

const list = (page: Page) => page.getByRole('navigation', { name: 'Users' })
const talk = (page: Page) => page.getByRole('log', { name: 'Talk' })
const titleHas = (page: Page, words: string) =>
  page.waitForFunction(`document.title.includes(${JSON.stringify(words)})`)

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
    test('a user rings with both operators; one gets them, the other is told who; they talk', async () => {
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
      const [first] = await race([ann, bob])

      // Words and typing both ways.
      await reply(first.page, 'Hi! Let me check the stock for you.')
      await visitor.page.getByText('Hi! Let me check the stock for you.').waitFor()
      await visitor.page.getByRole('textbox', { name: 'Your message' }).pressSequentially('In bl')
      await first.page.getByText(/ is typing…$/).waitFor()
      await visitorSays(visitor.page, 'In blue, please. Can you reserve it?')
      await talk(first.page).getByText('In blue, please.').waitFor()

      assert.deepEqual([...ann.problems, ...bob.problems], [])
    })
  })
})
