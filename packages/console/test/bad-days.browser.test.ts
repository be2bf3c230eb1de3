/** Bad days of somebody at work: the service is restarted under an open form, and something is done only after they have left. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { startTestService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  describe('bad days', () => {
    test('a restart of the service takes nothing from an open form: the page recovers by itself, and what was typed is stored', async () => {
      const store = await engine.freshEnvironment()
      await using first = await startTestService(engine, { on: store.env })
      const agent = await first.newAgent('Shop')
      await using opened = await openConsole(first, browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/settings`)
      await page.getByLabel('Name', { exact: true }).fill('Shop of Ann')
      await first.stop()
      await page.getByText('reconnecting', { exact: true }).first().waitFor()
      await using again = await startTestService(engine, {
        on: store.env,
        env: { PORT: new URL(first.url).port },
      })
      await page.getByText('reconnecting', { exact: true }).first().waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Shop of Ann')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { json } = await again.admin('GET', `/agents/${agent.id}`)
      assert.equal(json.agent.name, 'Shop of Ann')
      await again.stop()
      await store.remove()
    })

    test('a page that was never open cannot be loaded while the service is away, and is when it is back', async () => {
      await using service = await startTestService(engine)
      const agent = await service.newAgent('Shop')
      await using opened = await openConsole(service, browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/settings`)
      await page.getByLabel('Name', { exact: true }).waitFor()
      const away = [/\/assets\/Conversations.*\.js/, /\/admin\/v1\/session$/]
      for (const each of away) await page.route(each, (route) => route.abort())
      await page.getByRole('link', { name: 'Conversations' }).click()
      await page.getByText('The service cannot be reached').waitFor()
      for (const each of away) await page.unroute(each)
      await page.getByRole('heading', { name: 'Conversations' }).waitFor()
    })

    test('on a narrow screen the keyboard is within the navigation while it is open, and Escape leads back', async () => {
      await using service = await startTestService(engine)
      const agent = await service.newAgent('Shop')
      await using opened = await openConsole(service, browser(), { isNarrow: true })
      const { page } = opened
      await opened.go(`/a/${agent.id}/settings`)
      const opener = page.getByRole('button', { name: 'Open the navigation' })
      await opener.press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Navigation' })
      const isWithin = drawer.and(page.locator(':focus-within'))
      await isWithin.waitFor()
      await page.keyboard.press('Tab')
      await isWithin.waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await opener.and(page.locator(':focus')).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('pressed twice in a moment, a button does its work once', async () => {
      await using service = await startTestService(engine)
      const agent = await service.newAgent('Shop')
      await using opened = await openConsole(service, browser())
      const { page } = opened
      await opened.go('/agents/new')
      await page.getByRole('dialog').getByLabel('Name').fill('Made once')
      await page.getByRole('button', { name: 'Create agent' }).dblclick()
      await page.getByRole('dialog', { name: 'Made once' }).waitFor()
      await opened.go(`/a/${agent.id}/knowledge/type`)
      await page.getByLabel('Name of the document').fill('Stored once')
      await page.getByLabel('Question').fill('Do you ship abroad?')
      await page.getByLabel('Answer').fill('To all of Europe.')
      await page.getByRole('button', { name: 'Add 1 pair' }).dblclick()
      await page.getByText('Stored once is stored').waitFor()
      const { json: agents } = await service.admin('GET', '/agents')
      const { json: documents } = await service.admin('GET', `/agents/${agent.id}/documents`)
      assert.deepEqual([agents.items.length, documents.items.length], [2, 1])
      assert.deepEqual(opened.problems, [])
    })

    test('an agent is deleted once its name is typed, each time anew', async () => {
      await using service = await startTestService(engine)
      const agent = await service.newAgent('Shop')
      await using opened = await openConsole(service, browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/settings`)
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('textbox').fill('Shop')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Delete' }).click()
      assert.equal(await dialog.getByRole('textbox').inputValue(), '')
      assert.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled())
      assert.deepEqual(opened.problems, [])
    })

    test('who leaves while pairs are being stored is not called back to them', async () => {
      await using service = await startTestService(engine)
      const agent = await service.newAgent('Shop')
      await using opened = await openConsole(service, browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/knowledge/type`)
      await page.getByLabel('Name of the document').fill('Shipping')
      await page.getByLabel('Question').fill('Do you ship abroad?')
      await page.getByLabel('Answer').fill('To all of Europe.')
      const left = Promise.withResolvers<void>()
      await page.route('**/v1/bot/doc/qa/add', async (route) => {
        await left.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Add 1 pair' }).click()
      await page.getByRole('link', { name: 'Test', exact: true }).click()
      await page.getByRole('heading', { name: 'Test' }).waitFor()
      left.resolve()
      await page.getByText('Shipping is stored').waitFor()
      await page.getByRole('heading', { name: 'Test' }).waitFor()
      assert.match(page.url(), /\/test$/)
      assert.deepEqual(opened.problems, [])
    })
  })
})
