/** A day at the desk by keyboard alone: everything can be reached, and the focus can always be seen. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import {
  addSnippet,
  composer,
  focusedId,
  hasFloor,
  list,
  reply,
  takeButton,
  talk,
  titleHas,
  typed,
} from './harness/at-desk.ts'
import { tabTo } from './harness/keyboard.ts'
import { deskAgent, openDesk, openShift, openVisitor, startShift, visitorSays } from './harness/open-desk.ts'

const ANSWER = 'We have it in blue and in sand.'

/** What is wrong with the focus; nothing when it is somewhere and can be seen. */
const FAULT = `(() => {
  const it = document.activeElement
  if (!it || it === document.body) return 'nothing has the focus'
  // Menus mark the item, dialogs stand out themselves.
  if (it.matches('[data-highlighted], [role=menu], [role=dialog]')) return ''
  for (let at = it; at; at = at.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) return ''
    if (at === it && boxShadow !== 'none') return ''
  }
  return 'the focus cannot be seen: ' + it.outerHTML.slice(0, 200)
})()`

const focusIsSeen = (page: Page, when: string) =>
  eventually(
    `the focus can be seen: ${when}`,
    () => page.evaluate<string>(FAULT),
    (fault) => fault === '',
  )

/** Goes there by Tab and presses it. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** A dialog or menu takes the focus once it is drawn; what is typed before that goes elsewhere. */
const isIn = (page: Page, role: 'dialog' | 'menu') => page.locator(`[role=${role}]:focus-within`).waitFor()

/** Of an open menu, by the first letters of the item. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name })
  await item.waitFor()
  await isIn(page, 'menu')
  await page.keyboard.type(name.slice(0, 3))
  await item.and(page.locator('[data-highlighted]')).waitFor()
  await page.keyboard.press('Enter')
}

onSqlite((engine) => {
  const service = sharedService(engine)
  const browser = sharedBrowser()

  describe('the desk by keyboard alone', () => {
    test('begin, take, read, reply, a snippet, a note, an offer, close and next, a pair, and home', async () => {
      const agent = await deskAgent(service())
      const begin = async (name: string) => {
        const desk = await openDesk(service(), browser(), { role: 'operator', agents: [agent.id], name })
        await press(desk.page, 'Start the shift')
        await list(desk.page).waitFor()
        // The key that starts the shift has let the browser ring.
        await desk.page.getByText('sound on').waitFor()
        await focusIsSeen(desk.page, 'the shift has begun')
        return desk
      }
      await using ann = await begin('Ann')
      await using bob = await begin('Bob')
      const { page } = ann
      const visit = async (words: string) => {
        const visitor = await openVisitor(browser(), service().url, agent.id)
        await visitorSays(visitor.page, words)
        return visitor
      }

      // Words that are said often.
      await press(page, 'Account menu')
      await choose(page, 'Snippets')
      await isIn(page, 'dialog')
      await press(page, 'New snippet')
      await page.getByLabel('Name, after the slash').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('sizes')
      await tabTo(page, 'Words')
      await page.keyboard.type(ANSWER)
      await press(page, 'Save')
      await page.getByRole('dialog').getByText('/sizes').waitFor()
      await focusIsSeen(page, 'the snippet is saved')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusIsSeen(page, 'the dialog is closed')

      // The next one; the cursor stands in the reply.
      await using first = await visit('I want to talk to a human')
      await takeButton(page).waitFor()
      await using second = await visit('I want to talk to a person')
      await titleHas(page, '(2)')
      await page.keyboard.press('t')
      await hasFloor(page)
      await focusIsSeen(page, 'a user is taken')
      assert.equal(await focusedId(page), 'composer')
      await reply(page, 'Hello, which backpack is it?')
      await first.page.getByText('Hello, which backpack is it?').waitFor()
      await page.keyboard.type('/siz')
      await page.getByRole('option', { name: /sizes/ }).waitFor()
      await page.keyboard.press('Enter')
      await typed(page, ANSWER)
      await page.keyboard.press('Enter')
      await first.page.getByText(ANSWER).waitFor()
      await focusIsSeen(page, 'it is said')
      await page.keyboard.press('Escape')
      assert.equal(await focusedId(page), 'talk')
      await focusIsSeen(page, 'out of the reply')
      await page.keyboard.press('m')
      await page.keyboard.type('Likes blue')
      await page.keyboard.press('Enter')
      await ann.side.getByText('Likes blue').waitFor()
      await page.keyboard.press('Escape')
      await focusIsSeen(page, 'out of the note')

      // Offered to a colleague, who goes there, reads, and declines.
      await page.keyboard.press('h')
      await choose(page, 'Bob')
      await page.getByText('offered to Bob', { exact: true }).waitFor()
      await focusIsSeen(page, 'offered')
      await list(bob.page).getByRole('button', { name: 'Accept' }).waitFor()
      await bob.page.keyboard.press('j')
      await talk(bob.page).getByText(ANSWER).waitFor()
      await press(bob.page, 'Decline')
      await page.getByText('offered to Bob', { exact: true }).waitFor({ state: 'detached' })
      await focusIsSeen(bob.page, 'declined')
      await focusIsSeen(page, 'the offer is over')

      // Closed, and on to the next; of that one a pair is made.
      await page.keyboard.press('n')
      await talk(page).getByText('I want to talk to a person').first().waitFor()
      await hasFloor(page)
      await focusIsSeen(page, 'the next is there')
      await reply(page, 'Yes, we wrap gifts.')
      await second.page.getByText('Yes, we wrap gifts.').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('c')
      await page.getByRole('dialog', { name: 'Teach the AI what you answered' }).waitFor()
      await isIn(page, 'dialog')
      await focusIsSeen(page, 'the form of a pair')
      await tabTo(page, 'Question')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Do you wrap gifts?')
      await press(page, 'Make a pair')
      await page.getByText('The AI answers with it from now on').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusIsSeen(page, 'the pair is made')
      assert.equal(await composer(page).count(), 0, 'the talk is over')

      // Home.
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: 'Nobody waits' }).waitFor()
      await focusIsSeen(page, 'nobody is open')
      await press(page, 'You are here')
      await choose(page, 'End the shift')
      await page.getByRole('heading', { name: 'Hello Ann' }).waitFor()
      await focusIsSeen(page, 'the shift is over')
      assert.deepEqual([...ann.problems, ...bob.problems], [])
    })

    test('an admin gives a user to the colleague of their choice, and to nobody on the way to the name', async () => {
      const agent = await deskAgent(service())
      const open = async (name: string, role: 'admin' | 'operator') => {
        const who = role === 'admin' ? { name, role } : { name, role, agents: [agent.id] }
        const desk = await openDesk(service(), browser(), who)
        await startShift(desk.page)
        return desk
      }
      await using first = await open('Abel', 'operator')
      await using last = await open('Zoe', 'operator')
      await using admin = await open('Mia', 'admin')
      await using visitor = await openVisitor(browser(), service().url, agent.id)
      await visitorSays(visitor.page, 'I want to talk to a human')
      const { page } = admin
      await takeButton(page).first().waitFor()
      await press(page, 'Supervise')
      await press(page, 'Who has Visitor')
      const zoe = page.getByRole('menuitemradio', { name: /^Zoe/ })
      await zoe.waitFor()
      await isIn(page, 'menu')
      for (const marked = page.locator('[data-highlighted]'); !(await marked.and(zoe).count()); )
        await page.keyboard.press('ArrowDown')
      assert.equal(await page.getByRole('button', { name: /^Who has Visitor.*in the queue/ }).count(), 1)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Who has Visitor.*Zoe/ }).waitFor()
      await focusIsSeen(page, 'the user is given')
      assert.deepEqual([...first.problems, ...last.problems, ...admin.problems], [])
    })

    test('a snippet of the team is removed only once that is confirmed, and the focus stays in the list', async () => {
      await using desk = await openShift(service(), browser())
      const { page } = desk
      await addSnippet(page, 'sizes', ANSWER)
      await press(page, 'Account menu')
      await choose(page, 'Snippets')
      await isIn(page, 'dialog')
      const dialog = page.getByRole('dialog', { name: 'Snippets' })
      const asked = page.getByRole('dialog', { name: 'Remove /sizes' })
      await press(page, 'Remove /sizes')
      await asked.getByText(ANSWER).waitFor()
      await page.keyboard.press('Escape')
      await asked.waitFor({ state: 'detached' })
      await press(page, 'Remove /sizes')
      await asked.and(page.locator(':focus-within')).waitFor()
      await press(page, 'Delete')
      await asked.waitFor({ state: 'detached' })
      await dialog.getByText('/sizes').waitFor({ state: 'detached' })
      await dialog.and(page.locator(':focus-within')).waitFor()
      await focusIsSeen(page, 'the snippet is removed')
      await press(page, 'New snippet')
      await page.getByLabel('Name, after the slash').and(page.locator(':focus')).waitFor()
      assert.deepEqual(desk.problems, [])
    })

    test('words typed right after taking a user are a reply, never commands; going through the list leaves the keys', async () => {
      await using desk = await openShift(service(), browser())
      const { page, agent } = desk
      const call = async (words: string) => {
        const visitor = await openVisitor(browser(), service().url, agent.id)
        await visitorSays(visitor.page, words)
        await takeButton(page).waitFor()
        return visitor
      }
      await using first = await call('I want to talk to a human')
      await page.keyboard.press('t')
      await reply(page, 'Hello, how can I help?')
      await first.page.getByText('Hello, how can I help?').waitFor()
      await page.keyboard.press('Escape')

      // Every key of the desk, typed ahead while the next user is being taken and the first one is still on the screen.
      await using second = await call('I want to talk to a person')
      const taking = Promise.withResolvers<void>()
      await page.route('**/desk/v1/next', async (route) => {
        await taking.promise
        await route.continue()
      })
      await page.keyboard.press('t')
      await page.keyboard.type('cnghtjkmr123?')
      taking.resolve()
      await talk(page).getByText('I want to talk to a person').first().waitFor()
      await page.keyboard.type('can you tell me the number?')
      await typed(page, 'can you tell me the number?')
      await page.keyboard.press('Enter')
      await second.page.getByText('can you tell me the number?').waitFor()
      const mine = list(page).getByRole('link', { name: /^Visitor/ })
      assert.equal(await mine.count(), 2, 'both are still there')
      assert.equal(await page.getByRole('dialog').count(), 0)

      // By J and K one reads; a user of one's own that is pressed is answered.
      await page.keyboard.press('Escape')
      await mine.nth(1).and(page.locator('[aria-current]')).waitFor()
      await page.keyboard.press('k')
      await talk(page).getByText('Hello, how can I help?').waitFor()
      assert.equal(await focusedId(page), 'talk')
      await page.keyboard.press('j')
      await talk(page).getByText('can you tell me the number?').waitFor()
      await mine.first().click()
      await talk(page).getByText('Hello, how can I help?').waitFor()
      assert.equal(await focusedId(page), 'composer')
      assert.deepEqual(desk.problems, [])
    })

    test('words put into the reply with a key are said by Enter, however late the screen is drawn', async () => {
      await using desk = await openShift(service(), browser())
      const { page, agent } = desk
      await using visitor = await openVisitor(browser(), service().url, agent.id)
      await visitorSays(visitor.page, 'I want to talk to a human')
      await takeButton(page).click()
      await hasFloor(page)
      await visitorSays(visitor.page, 'Can you reserve it?')
      await desk.side.getByText('Yes, for five days in the shop of your choice.').waitFor()
      await page.keyboard.press('Escape')
      await page.evaluate('window.requestAnimationFrame = () => 0')
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await visitor.page.getByText('Yes, for five days in the shop of your choice.').waitFor()
      assert.deepEqual(desk.problems, [])
    })
  })
})
