/**
 * A developer's day, in one window: messages do not arrive; the failing delivery is found, and why; the server is mended, the
 * delivery sent again; and the figures prove that nothing was lost and nothing came out of order.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

const PAIRS = [
  { question: 'How long does delivery take?', answer: 'Two to four working days.' },
  { question: 'What does delivery cost?', answer: 'Free from 50 euros.' },
]

const turnTo = (page: Page, area: string) =>
  page.getByRole('navigation').getByRole('link', { name: area }).click()

async function ask(page: Page, text: string, answer: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Ask as a user…' })
  await field.fill(text)
  await field.press('Enter')
  await page.getByRole('log', { name: 'Talk' }).getByText(answer).waitFor()
}

const counts = (page: Page, name: string, n: string) =>
  page
    .locator('dl div')
    .filter({ hasText: new RegExp(`^${name} ?${n}\\b`) })
    .waitFor()

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  test('a failing delivery is found and understood, the server mended, the delivery sent again, and nothing was lost', async () => {
    const agent = await service().newAgent('Demo shop')
    await service().addDocument(agent.key, PAIRS)
    await service().admin('PUT', `/agents/${agent.id}/sink/webhook`)
    await service().admin('PUT', `/agents/${agent.id}/sink`, { status: 503 })
    await using opened = await openConsole(service(), browser(), { role: 'developer', agents: [agent.id] })
    const { page } = opened
    await turnTo(page, 'Playground')
    await page.getByLabel('How the answer comes').selectOption('webhook')
    await ask(page, 'how long does delivery take?', 'Two to four working days.')
    await ask(page, 'what does delivery cost?', 'Free from 50 euros.')
    await counts(page, 'waiting', '1')

    await turnTo(page, 'Deliveries')
    await page.getByRole('link', { name: /message #1/ }).click()
    await page.getByText('503').first().waitFor()

    await turnTo(page, 'Playground')
    await page.getByLabel('responds').selectOption('200')
    await turnTo(page, 'Deliveries')
    await page.getByRole('link', { name: /message #1/ }).click()
    await page.getByRole('button', { name: /^(Try now|Send again)$/ }).click()
    await page.getByRole('link', { name: /message #1, delivered/ }).waitFor()
    await page.getByRole('link', { name: /message #2, delivered/ }).waitFor()

    await turnTo(page, 'Playground')
    const figures = { sent: '2', received: '2', 'out of order': '0', lost: '0', repeated: '[1-9]' }
    for (const [name, n] of Object.entries(figures)) await counts(page, name, n)
    await page.getByText(/\([1-9] refused/).waitFor()
    assert.deepEqual(opened.problems, [])
  })
})
