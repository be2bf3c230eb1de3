/** The playground: a talk in each mode with its wire, and a server that fails while nothing is lost and order is kept. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

const PAIRS = [
  { question: 'How long does delivery take?', answer: 'Two to four working days.' },
  { question: 'What does delivery cost?', answer: 'Free from 50 euros.' },
  { question: 'What does express delivery cost?', answer: 'Nine euros.' },
]

const talkOf = (page: Page) => page.getByRole('log', { name: 'Talk' })
const wireOf = (page: Page) => page.getByRole('log', { name: 'The wire' })

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Ask as a user…' })
  await field.fill(text)
  await field.press('Enter')
}

/** A counter of the bar at the bottom, once it shows the figure. */
const counts = (page: Page, name: string, n: string) =>
  page
    .locator('dl div')
    .filter({ hasText: new RegExp(`^${name} ?${n}\\b`) })
    .waitFor()

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)
  let agent = { id: '', key: '' }
  before(async () => {
    agent = await service().newAgent('Demo shop')
    await service().addDocument(agent.key, PAIRS)
  })

  describe('the playground', () => {
    test('a talk in each mode shows what went over the wire, by code to copy, and counts nowhere', async () => {
      await using opened = await openConsole(service(), browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/playground`)
      await page.getByRole('button', { name: 'How long does delivery take?' }).click()
      await talkOf(page).getByText('Two to four working days.').waitFor()
      const message = wireOf(page).getByRole('button', { name: /POST \/v2\/conversation\/message/ })
      await message.click()
      await wireOf(page).getByRole('tab', { name: 'curl' }).click()
      await wireOf(page).getByText('authorization: Bearer $TANDEM_API_KEY').waitFor()
      await message.click()

      await page.getByLabel('How the answer comes').selectOption('streaming')
      await say(page, 'what does delivery cost?')
      await talkOf(page).getByText('Free from 50 euros.').waitFor()
      await wireOf(page)
        .getByText(/^\d+ events$/)
        .click()
      await wireOf(page).getByRole('tab', { name: 'Events as they came' }).click()
      await wireOf(page)
        .getByText(/"code":0/)
        .waitFor()

      // Words that fit several pairs get buttons; a click asks.
      await say(page, 'delivery')
      await page.getByRole('list', { name: 'Questions it offers' }).getByRole('button').first().click()
      await wireOf(page).getByText('found').last().waitFor()

      await page.getByRole('button', { name: 'Save as questions' }).click()
      await page.getByLabel('Name of the set').fill('From the playground')
      await page.getByRole('button', { name: /^Save \d questions$/ }).click()
      await page.getByText('questions are in From the playground').waitFor()
      const { json: sets } = await service().admin('GET', `/agents/${agent.id}/question-sets`)
      assert.equal(sets.items[0].name, 'From the playground')

      // The address brings the talk back, and no list or figure knows of it.
      await page.reload()
      await talkOf(page).getByText('Two to four working days.').waitFor()
      const { json } = await service().admin('GET', `/conversations?agent_id=${agent.id}`)
      assert.equal(json.total, 0)
      const { json: usage } = await service().admin('GET', `/usage?agent_id=${agent.id}`)
      assert.equal(usage.total.turns, 0)
      assert.deepEqual(opened.problems, [])
    })

    test('a talk is handed over to the stand-in, and whoever tries it speaks for both sides', async () => {
      const shop = await service().newAgent('Desk shop')
      await service().addDocument(shop.key, PAIRS)
      await service().admin('PUT', `/agents/${shop.id}/sink/webhook`)
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      // In other modes a person’s words could not reach the user.
      await opened.go(`/a/${shop.id}/playground?mode=webhook`)
      await page.getByRole('button', { name: 'More for your server' }).click()
      await page.getByRole('menuitem', { name: 'Use it as a desk, too' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Use it as a desk, too' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await say(page, 'how long does delivery take?')
      await talkOf(page).getByText('Two to four working days.').waitFor()
      await page.getByRole('button', { name: 'Ask for a person' }).click()
      await wireOf(page).getByText('your desk: a user is handed over').waitFor()
      await page.getByLabel('Speak as the person').check()
      const field = page.getByRole('textbox', { name: 'Reply as the person…' })
      await field.fill('Hi, Ann here.')
      await field.press('Enter')
      await talkOf(page).getByText('Hi, Ann here.').waitFor()
      await page.getByRole('button', { name: 'Close as the person' }).click()
      await page.getByRole('button', { name: 'Ask for a person' }).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('two changes of how the server responds both hold, however long the first is on its way', async () => {
      const shop = await service().newAgent('Slow shop')
      await service().admin('PUT', `/agents/${shop.id}/sink/webhook`)
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      const { promise: bothAreMade, resolve: arrive } = Promise.withResolvers<void>()
      await page.route('**/sink', async (route) => {
        if (route.request().method() === 'PUT') await bothAreMade
        await route.continue()
      })
      await opened.go(`/a/${shop.id}/playground?mode=webhook`)
      await page.getByRole('combobox', { name: 'responds' }).selectOption('500')
      await page.getByRole('button', { name: 'drop answers' }).click()
      arrive()
      const sink = await eventually(
        'the server drops answers',
        () => service().admin('GET', `/agents/${shop.id}/sink`),
        ({ json }) => json.drop,
      )
      assert.equal(sink.json.status, 500)
      assert.deepEqual(opened.problems, [])
    })

    test('while the server refuses, drops answers and is down, every message arrives in order; the figures prove it', async () => {
      await service().admin('PUT', `/agents/${agent.id}/message-webhook`, {
        url: 'https://shop.example/hook',
      })
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/playground?mode=webhook`)
      await page.getByRole('button', { name: 'Point the message webhook here' }).click()
      const asked = page.getByRole('dialog')
      await asked.getByText('https://shop.example/hook').waitFor()
      await asked.getByRole('button', { name: 'Point the message webhook here' }).click()

      await page.getByRole('button', { name: 'drop answers' }).click()
      await page.getByRole('button', { name: 'drop answers', pressed: true }).waitFor()
      await say(page, 'how long does delivery take?')
      await wireOf(page)
        .getByRole('button', { name: /#1 attempt 1.*no response/ })
        .waitFor()
      await say(page, 'what does delivery cost?')
      await page.getByText('waits for the one before it').waitFor()
      await page.getByRole('button', { name: 'down' }).click()
      await page.getByRole('button', { name: 'down', pressed: true }).waitFor()
      await wireOf(page)
        .getByRole('button', { name: /#1 attempt 2.*no response/ })
        .waitFor()
      await counts(page, 'waiting', '1')

      await page.getByRole('button', { name: 'down' }).click()
      await page.getByRole('button', { name: 'down', pressed: false }).waitFor()
      await page.getByRole('button', { name: 'Try now' }).click()
      await wireOf(page)
        .getByRole('button', { name: /#2 attempt 1.*200/ })
        .waitFor()
      const figures = { sent: '2', received: '2', 'out of order': '0', lost: '0', repeated: '[1-9]' }
      for (const [name, n] of Object.entries(figures)) await counts(page, name, n)
      await page.getByText(/\([1-9] dropped\)/).waitFor()

      await page.getByRole('button', { name: 'More for your server' }).click()
      await page.getByRole('menuitem', { name: 'Restore the webhook' }).click()
      await page.getByRole('button', { name: 'Point the message webhook here' }).waitFor()
      const { json } = await service().admin('GET', `/agents/${agent.id}/message-webhook`)
      assert.equal(json.url, 'https://shop.example/hook')
      assert.deepEqual(opened.problems, [])
    })
  })
})
