/** A developer's day: a delivery fails, is found, understood and sent again; many are sent again at once; the log follows live. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import {
  type DeveloperServer,
  GONE,
  retryAfter,
  SUCCESS,
  startDeveloperServer,
} from '../../service/test/harness/developer-server.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: 'private' } })
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer()
  })
  after(() => server?.close())

  async function newShop() {
    const agent = await service().newAgent('Shop')
    const setWebhook = () =>
      service().admin('PUT', `/agents/${agent.id}/message-webhook`, { url: `${server.url}/hook` })
    await setWebhook()
    const say = (text: string, conversation = 'order-1') =>
      service().admin('POST', `/agents/${agent.id}/messages`, {
        conversation_id: conversation,
        text,
        anonymous_id: 'visitor',
      })
    return { agent, say, setWebhook }
  }

  describe('the delivery log', () => {
    test('a delivery that was given up is found, explained and sent again, by keyboard alone', async () => {
      const { agent, say, setWebhook } = await newShop()
      server.answer(() => GONE)
      await say('The blue one <b>is gone</b>.')
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/deliveries?state=dead`)
      await page.getByRole('link', { name: /message #1/ }).waitFor()
      await page.evaluate(`document.querySelector('[role=table]').dataset.marked = 'yes'`)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByText('The response was 410 Gone').first().waitFor()
      assert.equal(await page.locator('[data-marked]').count(), 1, 'the list stays where it was')
      assert.match((await page.getByRole('region', { name: 'Body' }).textContent()) ?? '', /<b>is gone<\/b>/)
      assert.match(
        (await page.getByRole('region', { name: 'Headers' }).textContent()) ?? '',
        /POST \/hook[\s\S]*content-type: application\/json/,
      )
      await page.getByText(/^wait <?\d+ ms/).waitFor()
      await page.getByRole('tab', { name: 'Response' }).click()
      await page
        .getByRole('region', { name: 'Headers of the response' })
        .getByText(/content-type: application\/json/)
        .waitFor()
      server.answer(() => SUCCESS)
      await setWebhook()
      await page.getByRole('button', { name: 'Send again', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Sent again').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Send again', exact: true }).waitFor({ state: 'detached' })
      assert.match(page.url(), /deliveries\?state=dead$/, 'the filter is still there')
      const focused = await page.evaluate<string>('document.activeElement.textContent')
      assert.match(focused, /message #1/, 'keys go on from the row')
      await eventually(
        'it arrived',
        () => server.requests.length,
        (n) => n >= 2,
      )
      assert.deepEqual(opened.problems, [])
    })

    // The engines have no part in what follows.
    test('what is sent shows without a reload, and a filter of the address shows only what fits', async () => {
      const { agent, say } = await newShop()
      server.answer(() => SUCCESS)
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/deliveries`)
      await page.getByText('Nothing delivered yet').waitFor()
      await say('first')
      await page.getByRole('link', { name: /message #1, delivered/ }).waitFor()
      await say('second')
      await page.getByRole('link', { name: /message #2, delivered/ }).waitFor()
      await page.getByLabel('Search in bodies').fill('second')
      await page.waitForURL(/q=second/)
      await page.getByRole('link', { name: /message #1/ }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /message #2/ }).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('news of a long log that was read to its end cost one page, and show at its top', async () => {
      const { agent, say } = await newShop()
      const before = server.requests.length
      server.answer(() => retryAfter(3600))
      await say('the oldest', 'order-old')
      await eventually(
        'it was tried',
        () => server.requests.length,
        (n) => n > before,
      )
      server.answer(() => SUCCESS)
      await Promise.all(Array.from({ length: 209 }, (_, n) => say(`number ${n}`, `order-${n}`)))
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      const scrollTo = (top: number) =>
        page.evaluate(`document.querySelector('[role=table]').parentElement.scrollTop = ${top}`)
      await opened.go(`/a/${agent.id}/deliveries`)
      for (const row of [100, 200, 210]) {
        await page.locator('[role=row]').nth(2).waitFor()
        // Scrolled on until it is there, as a person would: news may read the list again meanwhile.
        await eventually(
          `row ${row} is shown`,
          async () => {
            await scrollTo(1_000_000)
            return page.locator(`[role=row][aria-rowindex="${row + 1}"]`).isVisible()
          },
          (isVisible) => isVisible,
        )
      }
      await scrollTo(0)
      await page.locator('[role=row][aria-rowindex="2"]').waitFor()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/admin/v1/deliveries?')) asked.push(request.url())
      })
      await say('the newest', 'order-new')
      await page.locator('[role=table][aria-rowcount="212"]').waitFor()
      await page
        .getByRole('link', { name: /message #1, delivered/ })
        .first()
        .waitFor()
      assert.ok(asked.length <= 3, `${asked.length} pages were read`)
      assert.deepEqual(
        asked.filter((url) => url.includes('cursor=')),
        [],
      )

      // Far down, a row that changes is renewed in its place, by its own page, though the reader holds the list.
      await scrollTo(1_000_000)
      const oldest = page.locator('[role=row][aria-rowindex="212"]').getByRole('link', { name: /waiting/ })
      await oldest.waitFor()
      const [, id] = /deliveries\/([^?]+)/.exec((await oldest.getAttribute('href')) ?? '') ?? []
      asked.length = 0
      assert.equal((await service().admin('POST', `/deliveries/${id}/replay`)).status, 200)
      await page
        .locator('[role=row][aria-rowindex="212"]')
        .getByRole('link', { name: /delivered/ })
        .waitFor()
      assert.ok(asked.length > 0 && asked.every((url) => url.includes('cursor=')), asked.join('\n'))
      assert.deepEqual(opened.problems, [])
    })

    test('an endpoint has a history that can be shared: when it was closed and opened, and why', async () => {
      const { agent, say, setWebhook } = await newShop()
      server.answer(() => GONE)
      await say('first')
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/deliveries`)
      await page.getByText('disabled', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'More for Message webhook' }).click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      const history = page.getByRole('list', { name: 'History of Message webhook' }).getByRole('listitem')
      await history.filter({ hasText: /disabled.*410/ }).waitFor()
      await setWebhook()
      await history
        .first()
        .filter({ hasText: /open.*Its settings were saved/ })
        .waitFor()
      await page.reload()
      await history.nth(1).waitFor()
      await page.keyboard.press('Escape')
      await history.first().waitFor({ state: 'detached' })
      assert.deepEqual(opened.problems, [])
    })

    test('everything that fits a filter is counted first, then sent again', async () => {
      const { agent, say } = await newShop()
      server.answer(() => SUCCESS)
      for (const n of [1, 2, 3]) await say(`number ${n}`, `order-${n}`)
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/deliveries?state=delivered`)
      await page.getByRole('row').nth(3).waitFor()
      const before = server.requests.length
      await page.getByRole('button', { name: 'Send again…' }).click()
      await page.getByText('3 deliveries would be sent again').waitFor()
      assert.equal(server.requests.length, before, 'counting sends nothing')
      await page.getByRole('button', { name: 'Send 3 again' }).click()
      await page.getByText('Sending 3 deliveries again').waitFor()
      await eventually(
        'they arrived again',
        () => server.requests.length,
        (n) => n >= before + 3,
      )
      assert.deepEqual(opened.problems, [])
    })
  })
})
