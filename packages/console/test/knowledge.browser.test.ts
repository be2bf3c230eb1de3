/** Knowledge beside the editor's day: bases, long imports, and what a draft changes for saved questions. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { beginImport } from '../../service/test/harness/long-import.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

/** By how much the first entry of a list lies under the second, at the moment something is opened to be edited. */
const OVERLAP = `new Promise((resolve) => {
  const list = document.querySelector('ul:has([data-index])')
  const observer = new MutationObserver(() => {
    if (!list.querySelector('textarea')) return
    const [first, second] = [...list.children].map((entry) => entry.getBoundingClientRect())
    observer.disconnect()
    resolve(first.bottom - second.top)
  })
  observer.observe(list, { childList: true, subtree: true })
})`

const base64 = (text: string) => Buffer.from(text).toString('base64')

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  describe('knowledge', () => {
    test('an import of others is seen while it goes on; a base is made, renamed, and deleted with what it says it takes along', async () => {
      const agent = await service().newAgent('Shop')
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/knowledge`)
      await page.getByText('No knowledge yet').waitFor()

      const long = await beginImport(service(), agent.id, 'long.csv')
      await long.reach(1_000, 20_000, 100_000)
      await long.reach(1_000, 41_200, 100_000)
      await page.getByRole('progressbar', { name: '41,200 of 100,000 rows' }).waitFor()
      await long.end()
      await page.getByRole('progressbar').waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'All bases' }).click()
      await page.getByRole('menuitem', { name: 'New knowledge base' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Bots')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Bots' }).click()
      await page.getByRole('menuitem', { name: 'Rename Bots' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Boats')
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
      await page.getByRole('button', { name: 'Boats' }).waitFor()
      const base = new URL(page.url()).searchParams.get('base')
      const qaList = [
        { question: 'Is it long?', answer: 'Yes.' },
        { question: 'Does it float?', answer: 'Mostly.' },
      ]
      const body = { purpose: 'QA_TEXT', name: 'Sailing', knowledge_base_id: base, qaList }
      assert.equal((await service().api('POST', '/v1/bot/doc/qa/add', body, agent.key)).status, 200)
      await page.getByRole('link', { name: 'Sailing' }).waitFor()
      await page.getByRole('button', { name: 'Boats' }).click()
      await page.getByRole('menuitem', { name: 'Delete Boats' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete the knowledge base Boats?' })
      await dialog.getByText('Its 1 document with 2 pairs go with it').waitFor()
      await dialog.getByRole('button', { name: 'Delete it and 1 document' }).click()
      await page.getByText('No knowledge yet').waitFor()
      await page.getByRole('button', { name: 'All bases' }).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('keys go on from the title of a document; a pair that is opened never lies under the ones below it', async () => {
      const agent = await service().newAgent('Bakery')
      const doc = await service().addDocument(agent.key, [
        { question: 'Do you sell bread?', answer: 'Yes.' },
        { question: 'Do you sell cake?', answer: 'On Sundays.' },
      ])
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/knowledge`)
      await page.getByRole('link', { name: 'Test document' }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/knowledge/d/${doc}`)
      await page.getByRole('button', { name: /Do you sell bread/ }).waitFor()
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
      // Looked at with each change of the page, before anything of it is painted.
      const overlap = page.evaluate<number>(OVERLAP)
      await page.getByRole('button', { name: /Do you sell bread/ }).click()
      assert.ok((await overlap) <= 0, `${await overlap} px lie under the next pair`)
      assert.deepEqual(opened.problems, [])
    })

    test('before a draft is applied, a set of questions is asked of old and new, and what comes out otherwise is shown', async () => {
      const agent = await service().newAgent('Camp')
      const settings = { knowledge: { publish_conversions: 'after_approval' } }
      await service().admin('PATCH', `/agents/${agent.id}/settings`, settings)
      const manual = '# Manual\n\n## How do I fold the tent?\n\nRoll it from the door.\n'
      const files = [{ file_name: 'manual.md', file_base64: base64(manual) }]
      const { json } = await service().api(
        'POST',
        '/v1/bot/doc/qa/add',
        { purpose: 'FILE_2_QA', files },
        agent.key,
      )
      const questions = [{ question: 'How do I fold the tent?' }, { question: 'Do you sell zeppelins?' }]
      await service().admin('PUT', `/agents/${agent.id}/question-sets`, { name: 'Tents', questions })
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/knowledge/d/${json.doc[0].doc_id}/review`)
      await page.getByRole('heading', { name: 'How do I fold the tent?' }).waitFor()
      await page.keyboard.press('a')
      await page.getByText('1 of 1 decided').waitFor()
      await page.getByRole('button', { name: 'See what changes' }).click()
      const trial = page.getByRole('region', { name: 'What it changes for saved questions' })
      await trial.getByText('1 of 2 questions of “Tents” come out otherwise with the draft.').waitFor()
      const changed = trial.getByRole('listitem')
      assert.equal(await changed.count(), 1)
      await changed.filter({ hasText: /How do I fold the tent\?.*too far off.*answers it/s }).waitFor()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByRole('tab', { name: 'Pairs 1' }).waitFor()
      assert.equal(await service().countRows('question_set_runs'), 0)
      assert.deepEqual(opened.problems, [])
    })
  })
})
