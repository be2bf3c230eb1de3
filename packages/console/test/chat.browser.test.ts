/** The tag that the console gives works when it is pasted into a bare page of another site. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { chatIn, startSite, visit } from '../../widget/test/host-page.ts'
import { openConsole } from './harness/open-console.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  test('an owner turns the chat on, names a site, chooses a look, copies the tag into a bare file, and visitors have the chat', async () => {
    await using site = await startSite()
    const agent = await service().newAgent('Shop')
    await using opened = await openConsole(service(), browser())
    const { page, problems } = opened
    await opened.go(`/a/${agent.id}/chat`)
    await page.getByLabel('The chat is on').check()
    await page.getByLabel('Sites').fill(`${site.origin}\n`)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('The chat is off').waitFor({ state: 'detached' })
    await page.getByLabel('Colour').fill('#ffcc00')
    const preview = page.getByRole('figure', { name: 'Preview' })
    const drawn = preview.locator('span[style*="255, 204, 0"]').last()
    await drawn.waitFor()
    assert.match((await drawn.getAttribute('style')) ?? '', /color: rgb\(0, 0, 0\)/, 'black on yellow')
    await page.getByLabel('Distance from the side').fill('48')
    await page.getByLabel('Icon').selectOption('Question mark')
    await page.getByRole('button', { name: 'Save', exact: true }).nth(1).click()
    await page.getByText('not saved').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show the secret' }).click()
    const { secret } = (await service().admin('GET', `/agents/${agent.id}/identity`)).json
    await page.getByLabel('The secret for HS256').getByText(secret, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await page.getByText('Copied').waitFor()
    const tag = await page.evaluate<string>('navigator.clipboard.readText()')

    site.put('/bare', { whole: tag })
    await using visited = await visit(browser(), `${site.origin}/bare`)
    const button = visited.page.getByRole('button', { name: 'Shop' })
    await button.waitFor()
    const colour = await button.evaluate((it) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(element: unknown): { backgroundColor: string }
      }
      return getComputedStyle(it).backgroundColor
    })
    assert.equal(colour, 'rgb(255, 204, 0)')
    const box = await button.boundingBox()
    const width = visited.page.viewportSize()?.width ?? 0
    assert.equal(box && width - box.x - box.width, 48, 'so far from the side')
    await button.click()
    await chatIn(visited.page).locator('.dot.on').waitFor()
    assert.deepEqual(problems, [])
  })
})
