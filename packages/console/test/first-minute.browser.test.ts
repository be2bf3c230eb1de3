/**
 * The first minute with Tandem, without leaving the browser: from the link that signs in to the first steps, a question and why it
 * was answered so, a file dropped in, another answer, and a webhook that fails and is tried again.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

/** What a browser hands over when somebody drops a file. */
const DROPPED = `(() => {
  const transfer = new DataTransfer()
  const rows = 'question,answer\\nDo you ship to Norway?,"Yes, within a week."'
  transfer.items.add(new File([rows], 'norway.csv', { type: 'text/csv' }))
  return transfer
})()`

const turnTo = (page: Page, area: string) =>
  page.getByRole('navigation').getByRole('link', { name: area }).click()

async function ask(page: Page, text: string, answer: string | RegExp): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Ask as a user…' })
  await field.fill(text)
  await field.press('Enter')
  await page.getByRole('log', { name: 'Talk' }).getByText(answer).last().waitFor()
}

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  test('every first step is done in the browser: ask, see why, drop a file, hear the new answer, break the webhook, watch the retry', async () => {
    const agent = await service().newAgent('Demo shop')
    await service().addDocument(agent.key, [
      { question: 'How long does delivery take?', answer: 'Two to four working days.' },
    ])
    await using opened = await openConsole(service(), browser())
    const { page } = opened

    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.getByRole('link', { name: 'Open the playground' }).click()
    await page.getByRole('button', { name: 'How long does delivery take?' }).click()
    await page.getByRole('log', { name: 'Talk' }).getByText('Two to four working days.').waitFor()
    const wire = page.getByRole('log', { name: 'The wire' })
    await wire.getByRole('button', { name: /found 1 pair/ }).click()
    await wire.getByRole('button', { name: 'See why, and what a model is sent' }).click()
    await wire.getByText('No model was asked').waitFor()

    await turnTo(page, 'Knowledge')
    const file = await page.evaluateHandle(DROPPED)
    for (const event of ['dragenter', 'dragover', 'drop'])
      await page.getByRole('heading', { name: 'Knowledge' }).dispatchEvent(event, { dataTransfer: file })
    await page.getByRole('button', { name: 'Add 1 pair' }).click()
    await page.getByRole('region', { name: 'Try it' }).waitFor()

    await turnTo(page, 'Playground')
    await ask(page, 'do you ship to Norway?', 'Yes, within a week.')

    await page.getByRole('button', { name: 'Point the message webhook here' }).click()
    await page.getByLabel('responds').selectOption('503')
    await page.getByLabel('How the answer comes').selectOption('webhook')
    await ask(page, 'how long does delivery take?', 'Two to four working days.')
    await wire.getByRole('button', { name: /attempt 1.*503/ }).waitFor()
    await page.getByLabel('responds').selectOption('200')
    await wire.getByRole('button', { name: /attempt \d.*200/ }).waitFor()

    await turnTo(page, 'Overview')
    await page.getByText(/^3 of \d done$/).waitFor()
    assert.deepEqual(opened.problems, [])
  })
})
