/** The editor's day: a bad file is imported and mended, pairs are edited, a draft is reviewed, and the answers follow. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { tabTo } from './harness/keyboard.ts'
import { openConsole } from './harness/open-console.ts'

const csv = (...rows: string[]) => ({
  name: 'faq.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['question,answer', ...rows].join('\n')),
})
const BAD = csv(
  'Do you ship abroad?,To all of Europe.',
  'Where is my invoice?,',
  'Do you ship abroad?,To all of Europe.',
)
const MANUAL = {
  name: 'manual.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(
    '# Manual\n\n## How do I fold the tent?\n\nRoll it from the door.\n\n## Is the tent heavy?\n\nTwo kilograms.\n\n## Page intentionally blank?\n\nYes, blank.\n',
  ),
}

const answerOf = (page: Page) => page.getByRole('region', { name: 'Try it' }).getByRole('status')
const ask = async (page: Page, question: string) => {
  await page.getByLabel('Ask what a user would ask').fill(question)
  await page.keyboard.press('Enter')
}
/** Lets go of a file over the page, as from a folder. */
async function drop(page: Page, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(buffer.toString())}], '${name}')); return data })()`,
  )
  await page.getByRole('tabpanel').dispatchEvent('drop', { dataTransfer })
}
const pairOf = (page: Page, question: string) => page.getByRole('listitem').filter({ hasText: question })

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  describe("the editor's day", () => {
    test('a bad file says which rows, is mended, and the answer changes; of two who edit a pair the second is told', async () => {
      const agent = await service().newAgent('Shop')
      await using first = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = first
      await first.go(`/a/${agent.id}/knowledge`)
      await page.getByText('No knowledge yet').waitFor()

      // Preview: the account adds up, the bad row is named, and nothing is stored.
      await page.locator('header input[type=file]').setInputFiles(BAD)
      await page.getByText('Rejected rows').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Row 3' }).getByText('the cell is empty').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the 1 rejected row' }).click(),
      ])
      const rejected = readFileSync(await download.path(), 'utf8')
      assert.equal(
        rejected,
        '\uFEFFrow,reason,question,answer\r\n3,answer: the cell is empty,Where is my invoice?,\r\n',
      )
      assert.equal(await service().countRows('documents'), 0)
      await page.getByRole('button', { name: 'Add 1 pair' }).click()
      await page.getByRole('heading', { name: 'faq.csv' }).waitFor()
      await ask(page, 'Where is my invoice?')
      await answerOf(page).getByText('not answered').waitFor()

      // The finished import has the rejected rows too. Mended and dropped on the document, they are added to it.
      await page.getByRole('tab', { name: 'Where it came from' }).click()
      const [again] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the 1 rejected row' }).click(),
      ])
      assert.equal(readFileSync(await again.path(), 'utf8'), rejected)
      const mended = rejected.replace('invoice?,', 'invoice?,In your account.')
      await drop(page, { name: again.suggestedFilename(), buffer: Buffer.from(mended) })
      await page.getByText('In your account.').waitFor()
      const where = page.getByLabel('Where it goes')
      await where
        .locator('option:checked', { hasText: 'Added to faq.csv (1 pair stays)' })
        .waitFor({ state: 'attached' })
      // In its place instead: what changes is seen before it is done.
      await where.selectOption({ label: 'In place of faq.csv (1 pair)' })
      await page.getByRole('button', { name: 'Removed 1' }).waitFor()
      await where.selectOption({ label: 'Added to faq.csv (1 pair stays)' })
      // While it is read, that is what the page says.
      const held = Promise.withResolvers<void>()
      await page.route('**/bot/doc/qa/update', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Add 1 pair to it' }).click()
      await page.getByRole('list', { name: 'Imports under way' }).getByText('being read and stored').waitFor()
      held.resolve()
      await page.getByRole('tab', { name: 'Pairs 2' }).waitFor()
      await ask(page, 'Where is my invoice?')
      await answerOf(page).getByText('In your account.').waitFor()

      // Typed and not saved: a reload loses nothing. Saved: the answer on the screen follows.
      await pairOf(page, 'Where is my invoice?').getByRole('button').click()
      await page.getByLabel('Answer').fill('In your account, under Orders.')
      await page.reload()
      assert.equal(await page.getByLabel('Answer').inputValue(), 'In your account, under Orders.')
      await ask(page, 'Where is my invoice?')
      await answerOf(page).getByText('In your account.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await answerOf(page).getByText('In your account, under Orders.').waitFor()

      // Two editors.
      await using second = await openConsole(service(), browser(), { role: 'editor' })
      await second.go(`/a/${agent.id}/knowledge`)
      await second.page.getByRole('link', { name: 'faq.csv' }).click()
      for (const each of [page, second.page])
        await pairOf(each, 'Where is my invoice?').getByRole('button').click()
      await second.page.getByLabel('Answer').fill('Ask Bob.')
      await page.getByLabel('Answer').fill('Below Orders.')
      await page.getByRole('button', { name: 'Save' }).click()
      const told = second.page.getByRole('alert').filter({ hasText: 'Somebody else changed this pair' })
      await told.getByText('Below').waitFor()
      assert.equal(await second.page.getByLabel('Answer').inputValue(), 'Ask Bob.')
      await second.page.getByRole('button', { name: 'Keep what I typed' }).click()
      await second.page.getByRole('button', { name: 'Save' }).click()
      await pairOf(page, 'Ask Bob.').waitFor()

      // History: what was done, and the way back.
      await page.getByRole('tab', { name: 'History' }).click()
      await page
        .getByRole('button', { name: /^Pair edited/ })
        .nth(2)
        .waitFor()
      await page
        .getByRole('button', { name: /^Pairs appended/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Go back to this' }).click()
      await page.getByRole('button', { name: 'Go back to 2 pairs' }).click()
      await page.getByRole('tab', { name: /^Pairs/ }).click()
      await pairOf(page, 'In your account.').waitFor()
      assert.deepEqual([...first.problems, ...second.problems], [])
    })

    test('a whole day by keyboard alone: a file is added, its draft reviewed and applied, a pair typed, found and edited', async () => {
      const agent = await service().newAgent('Camp')
      const settings = { knowledge: { publish_conversions: 'after_approval' } }
      await service().admin('PATCH', `/agents/${agent.id}/settings`, settings)
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      const { keyboard } = page
      // Heard from the start: a chooser that opens before anybody listens is lost.
      const chosen = page.waitForEvent('filechooser')
      await opened.go(`/a/${agent.id}/knowledge`)
      await page.getByText('No knowledge yet').waitFor()
      await tabTo(page, 'Add files')
      await keyboard.press('Enter')
      await (await chosen).setFiles(MANUAL)
      await page.getByText('characters read').waitFor()
      await tabTo(page, 'Add 3 pairs')
      await keyboard.press('Enter')
      await page.getByRole('link', { name: 'Review' }).waitFor()
      await tabTo(page, 'Review')
      await keyboard.press('Enter')

      await page.getByRole('heading', { name: 'How do I fold the tent?' }).waitFor()
      await keyboard.press('a')
      await page.getByRole('heading', { name: 'Is the tent heavy?' }).waitFor()
      await keyboard.press('e')
      await keyboard.press('Tab')
      await keyboard.press('Control+a')
      await keyboard.type('It weighs two kilograms.')
      await keyboard.press('Control+Enter')
      await page.getByRole('heading', { name: 'Page intentionally blank?' }).waitFor()
      await keyboard.press('d')
      await page.getByText('3 of 3 decided').waitFor()
      await tabTo(page, 'See what changes')
      await keyboard.press('Enter')
      await page.getByRole('dialog').getByText('It weighs two kilograms.').waitFor()
      await tabTo(page, 'Apply')
      await keyboard.press('Enter')
      await page.getByRole('tab', { name: 'Pairs 2' }).waitFor()

      await keyboard.press('n')
      await page.getByRole('region', { name: 'Add a pair' }).waitFor()
      await keyboard.type('Is it green?')
      await keyboard.press('Tab')
      await keyboard.type('Dark green.')
      await keyboard.press('Control+Enter')
      await pairOf(page, 'Is it green?').waitFor()
      await keyboard.press('Escape')
      await page.getByRole('region', { name: 'Add a pair' }).waitFor({ state: 'detached' })
      await keyboard.press('j')
      await keyboard.press('j')
      await keyboard.press('j')
      await page.locator('li[data-index="2"] :focus').waitFor()
      await keyboard.press('Enter')
      await page.getByLabel('Answer').waitFor()
      await keyboard.press('Tab')
      await keyboard.press('Control+a')
      await keyboard.type('As grass.')
      await keyboard.press('Control+Enter')
      await pairOf(page, 'As grass.').waitFor()
      await tabTo(page, 'Ask what a user would ask')
      await keyboard.type('Is it green?')
      await keyboard.press('Enter')
      await answerOf(page).getByText('As grass.').waitFor()
      assert.deepEqual(opened.problems, [])
    })
  })
})
