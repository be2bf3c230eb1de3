/** What somebody types into a form is theirs: it stands as it was typed, and a save that is under way takes none of it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { takeButton } from './harness/at-desk.ts'
import { openConsole } from './harness/open-console.ts'
import { openShift, openVisitor, visitorSays } from './harness/open-desk.ts'

/** Lets requests of the method through once `go` is called. */
async function hold(page: Page, path: string, method: string): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return { go: resolve }
}

/** Empties a field by keys, one letter after the other, and types. */
async function retype(page: Page, label: string, words: string): Promise<string> {
  const field = page.getByLabel(label)
  await field.focus()
  await page.keyboard.press('End')
  for (let left = (await field.inputValue()).length; left > 0; left -= 1)
    await page.keyboard.press('Backspace')
  await page.keyboard.type(words)
  return field.inputValue()
}

onSqlite((engine) => {
  const service = sharedService(engine)
  const browser = sharedBrowser()
  /** The page of a new agent. */
  async function openAt(path: string) {
    const agent = await service().newAgent('Shop')
    const opened = await openConsole(service(), browser())
    await opened.go(`/a/${agent.id}/${path}`)
    return { ...opened, agent }
  }
  const settingsOf = async (agentId: string) =>
    (await service().admin('GET', `/agents/${agentId}/settings`)).json

  describe('what somebody types', () => {
    test('a number can be emptied and typed anew, a price below one and a list line by line', async () => {
      await using opened = await openAt('settings')
      const { page, agent } = opened
      await page.getByLabel('Pairs given to the model').waitFor()
      assert.equal(await retype(page, 'Pairs given to the model', ''), '')
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByLabel('Pairs given to the model').and(page.locator(':focus:invalid')).waitFor()
      assert.equal(await retype(page, 'Pairs given to the model', '7'), '7')
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByText('not saved').waitFor({ state: 'detached' })
      assert.equal((await settingsOf(agent.id)).answering.knowledge_limit, 7)

      assert.equal(await retype(page, 'Input text', '.5'), '.5')
      const phrases = page.getByLabel('More phrases')
      await phrases.pressSequentially('call the boss\n\nmanager\n')
      assert.equal(await phrases.inputValue(), 'call the boss\n\nmanager\n')
      await page.getByRole('button', { name: 'Save' }).nth(2).click()
      const form = page.locator('form').filter({ has: phrases })
      await form.getByText('not saved').waitFor({ state: 'detached' })
      assert.deepEqual((await settingsOf(agent.id)).handoff.phrases, ['call the boss', 'manager'])
      assert.deepEqual(opened.problems, [])
    })

    test('a list that was changed and given up shows what is stored; a comma between dates can be taken back', async () => {
      await using opened = await openAt('chat')
      const { page, agent } = opened
      await page.getByLabel('Sites').fill('https://shop.example\nhttps://other.example')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('not saved').waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('Sites').inputValue(), '')

      await opened.go(`/a/${agent.id}/integration?part=services`)
      await page.getByRole('button', { name: 'New human service' }).click()
      await page.getByRole('tab', { name: 'Hours' }).click()
      await page.getByRole('checkbox').uncheck()
      const closed = page.getByLabel('Days on which nobody is there')
      await closed.pressSequentially('2026-12-24, ')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      assert.equal(await closed.inputValue(), '2026-12-24')
      assert.deepEqual(opened.problems, [])
    })

    test('a press beside a dialog takes neither what was typed in it nor a key that is shown once', async () => {
      await using opened = await openAt('integration?part=keys')
      const { page, agent } = opened
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'New key' }).click()
      await dialog.getByRole('textbox').fill('Web shop')
      await page.mouse.click(5, 400)
      assert.equal(await dialog.getByRole('textbox').inputValue(), 'Web shop')
      await page.keyboard.press('Enter')
      await dialog.getByText(/^tdm_/).waitFor()
      await page.mouse.click(5, 400)
      await dialog.getByRole('button', { name: 'Test it now' }).click()
      await dialog.getByText(agent.id).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.deepEqual(opened.problems, [])
    })

    test('the lines of a question set outlive Escape, until they are given up', async () => {
      const agent = await service().newAgent('Shop')
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      const dialog = page.getByRole('dialog', { name: 'New set' })
      const lines = dialog.getByLabel('Questions, one a line')
      await opened.go(`/a/${agent.id}/test`)
      await page.getByRole('button', { name: 'New set' }).click()
      await lines.fill('Do you ship abroad?\nDo you wrap gifts?')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'New set' }).click()
      assert.equal(await lines.inputValue(), 'Do you ship abroad?\nDo you wrap gifts?')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'New set' }).click()
      assert.equal(await lines.inputValue(), '')
      assert.deepEqual(opened.problems, [])
    })

    test('lines typed before a colleague changed a question set do not undo that change', async () => {
      const agent = await service().newAgent('Shop')
      const put = (question: string, id?: string) =>
        service().admin('PUT', `/agents/${agent.id}/question-sets`, {
          ...{ ...(id ? { id } : {}), name: 'Most asked', questions: [{ question }] },
        })
      const { id } = (await put('When are you open?')).json
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      const dialog = page.getByRole('dialog', { name: 'Edit the set' })
      const lines = dialog.getByLabel('Questions, one a line')
      const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click()
      await opened.go(`/a/${agent.id}/test/${id}`)
      await edit()
      await lines.fill('Do you ship abroad?')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await put('Do you wrap gifts?', id)
      await page.reload()
      await edit()
      assert.equal(await lines.inputValue(), 'Do you ship abroad?')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText(/Somebody else has changed the set/).waitFor()
      const { json } = await service().admin('GET', `/agents/${agent.id}/question-sets/${id}`)
      assert.deepEqual(
        json.questions.map(({ question }: { question: string }) => question),
        ['Do you wrap gifts?'],
      )
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await edit()
      assert.equal(await lines.inputValue(), 'Do you wrap gifts?')
    })

    test('what is typed while a form is being saved is still there, and not saved', async () => {
      await using opened = await openAt('settings')
      const { page, agent } = opened
      await page.getByLabel('Who it is').fill('You help in a shop.')
      const saving = await hold(page, `**/agents/${agent.id}/settings`, 'PATCH')
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByLabel('How it answers').fill('Keep it short.')
      saving.go()
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.getByText('not saved').waitFor()
      assert.equal(await page.getByLabel('How it answers').inputValue(), 'Keep it short.')
      assert.equal(await page.getByLabel('Who it is').inputValue(), 'You help in a shop.')
      await page.getByRole('button', { name: 'Save' }).nth(1).click()
      await page.getByText('not saved').waitFor({ state: 'detached' })
      const { persona, instructions } = (await settingsOf(agent.id)).answering
      assert.deepEqual([persona, instructions], ['You help in a shop.', 'Keep it short.'])
      assert.deepEqual(opened.problems, [])
    })

    test('what is typed while a note is being stored begins the next one', async () => {
      await using desk = await openShift(service(), browser())
      const { page, side, agent } = desk
      await using visitor = await openVisitor(browser(), service().url, agent.id)
      await visitorSays(visitor.page, 'I want to talk to a human')
      await takeButton(page).click()
      const note = side.getByRole('textbox', { name: 'Write a note' })
      await note.fill('Likes blue')
      const storing = await hold(page, '**/notes', 'POST')
      await note.press('Enter')
      await note.press('End')
      await note.pressSequentially(' Called twice')
      storing.go()
      await side.getByText('Likes blue', { exact: true }).waitFor()
      assert.equal(await note.inputValue(), 'Called twice')
      await note.press('Enter')
      await side.locator('p', { hasText: /^Called twice$/ }).waitFor()
      assert.deepEqual(desk.problems, [])
    })
  })
})
