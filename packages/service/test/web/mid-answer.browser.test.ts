/** The chat page in the middle of an answer: a second tab, and a connection that is cut and comes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../harness/browser.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { startTcpProxy } from '../harness/tcp-proxy.ts'

const [FIRST, SECOND, THIRD] = ['One two three. ', 'Four five six. ', 'Seven eight nine.']

onSqlite((engine) => {
  const browser = sharedBrowser()
  async function openShop() {
    const model = await startModelServer()
    const latches = [createLatch(), createLatch()] as const
    model.answer(() => ({ kind: 'chat', pieces: [FIRST, latches[0], SECOND, latches[1], THIRD] }))
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    const service = await startTestService(engine, { env })
    const { id } = await service.newAgent('Shop')
    await service.admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true } })
    const context = await browser().newContext()
    context.setDefaultTimeout(60_000)
    return {
      context,
      latches,
      service,
      path: `/chat/${id}`,
      async [Symbol.asyncDispose]() {
        await context.close()
        for (const latch of latches) latch.release()
        await service.stop()
        await model.close()
      },
    }
  }

  async function ask(page: Page, text: string) {
    await page.getByLabel('Your message').fill(text)
    await page.keyboard.press('Enter')
  }

  /** The page shows these words as the one answer there is. */
  const shows = (page: Page, words: string) =>
    eventually(
      `the page shows ${words}`,
      () => page.locator('li.assistant').allTextContents(),
      (texts) => texts.length === 1 && texts[0]?.trim() === words.trim(),
    )

  test('a second tab that is opened in the middle of an answer shows all of it, once', async () => {
    await using shop = await openShop()
    const page = await shop.context.newPage()
    await page.goto(shop.service.url + shop.path)
    await ask(page, 'Please count')
    await shows(page, FIRST)
    const second = await shop.context.newPage()
    await second.goto(shop.service.url + shop.path)
    await shows(second, FIRST)
    shop.latches[0].release()
    for (const each of [page, second]) await shows(each, FIRST + SECOND)
    shop.latches[1].release()
    for (const each of [page, second]) {
      await shows(each, FIRST + SECOND + THIRD)
      assert.equal(await each.locator('li.user').count(), 1)
    }
  })

  test('a page that was cut off in the middle of an answer shows all of it when it is back, and nothing twice', async () => {
    await using shop = await openShop()
    const { hostname, port } = new URL(shop.service.url)
    await using wire = await startTcpProxy(hostname, Number(port))
    const page = await shop.context.newPage()
    await page.goto(`http://127.0.0.1:${wire.port}${shop.path}`)
    await ask(page, 'Please count')
    await shows(page, FIRST)
    wire.cut()
    await page.getByText('Reconnecting…').waitFor()
    shop.latches[0].release()
    wire.restore()
    await shows(page, FIRST + SECOND)
    wire.cut()
    await page.getByText('Reconnecting…').waitFor()
    shop.latches[1].release()
    wire.restore()
    await shows(page, FIRST + SECOND + THIRD)
    assert.equal(await page.locator('li.user').count(), 1)
  })
})
