/** An editor's questions: trying them out, keeping them in a set, and answering those nobody could; and the queue of handoffs. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'
import { fillTalk, type TalkStage } from './shots/stage-talk.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)
  let talk: TalkStage
  before(async () => {
    talk = await fillTalk(service(), await service().newAgent('Corner shop'))
  })

  describe('trying out and answering', () => {
    test('a question shows its answer and why; kept in a set, a run finds its pair, and nothing was stored as talk', async () => {
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      const before = await service().countRows('messages')
      await opened.go(`/a/${talk.agent.id}/test`)
      await page.getByLabel('Ask as a user would').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('when does my parcel arrive?')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('Within three working days').waitFor()
      await page.getByText('Why', { exact: true }).first().click()
      await page.getByText('Phrasing, by words').first().waitFor()
      assert.match(page.url(), /q=when\+does/)
      await page.getByRole('button', { name: 'Add to a set' }).click()
      await page.getByRole('menuitem', { name: 'New set' }).click()
      const dialog = page.getByRole('dialog', { name: 'New set' })
      assert.equal(
        await dialog.getByLabel('Questions, one a line').inputValue(),
        'when does my parcel arrive? → When will my parcel arrive?',
      )
      await dialog.getByLabel('Name').fill('Parcels')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('This set was never run').waitFor()
      await page.getByRole('button', { name: 'Run now' }).first().click()
      await page.getByText('This is the first run').waitFor()
      await page.getByText('#1', { exact: true }).waitFor()
      assert.equal(await service().countRows('messages'), before)
      assert.deepEqual(opened.problems, [])
    })

    test('answering an unanswered question says what it would catch, makes the pair, and the agent answers with it', async () => {
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${talk.agent.id}/unanswered`)
      await page.getByRole('link', { name: /blue backpack/ }).click()
      await page.getByRole('button', { name: 'See what it would catch' }).waitFor()
      await page.getByLabel('Answer', { exact: true }).fill('Yes, in blue and in green.')
      // What was typed outlives the page.
      await page.reload()
      await page.getByLabel('Answer', { exact: true }).waitFor()
      assert.equal(
        await page.getByLabel('Answer', { exact: true }).inputValue(),
        'Yes, in blue and in green.',
      )
      await page.getByRole('button', { name: 'See what it would catch' }).click()
      await page.getByText('It would answer 1 past question').waitFor()
      await page.getByRole('button', { name: 'Add the pair' }).click()
      await page.getByText('The pair answers from now on').waitFor()
      await page.getByRole('link', { name: 'Ask it' }).click()
      await page.getByRole('log').getByText('Yes, in blue and in green.').waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('the queue of handoffs is live: one that ends leaves it, and its timeline tells how', async () => {
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${talk.agent.id}/handoffs`)
      await page.getByRole('link', { name: 'jonas@shop.example' }).click()
      await page.getByText('Hi Jonas! Let me check the stock for you.').waitFor()
      const end = { conversation_id: talk.handoff, timestamp: Date.now() }
      await service().api('POST', '/v1/human/close', end, talk.agent.key)
      await page.getByText('Nobody is waiting for a person').waitFor()
      await page.getByText('The person closed it').waitFor()
      await page.getByRole('button', { name: 'Past' }).click()
      await page.getByRole('cell', { name: 'closed by the person' }).nth(1).waitFor()
      assert.deepEqual(opened.problems, [])
    })
  })
})
