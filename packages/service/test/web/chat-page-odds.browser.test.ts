/** The chat page where things are not as they should be: no TLS, no storage, lost answers, other languages, small screens. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sharedBrowser } from '../harness/browser.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually, sharedService } from '../harness/service.ts'

const ANSWER = 'Three days. See (https://shop.example/a_(b)?c=1). Not javascript:alert(1).'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  async function openChat(options: BrowserContextOptions & { before?: string } = {}) {
    const { before: script, ...rest } = options
    const agent = await service().newAgent('Shop')
    await service().admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
    await service().addDocument(agent.key, [
      { question: 'How long does shipping take?', answer: ANSWER },
      { question: 'What are your terms?', answer: 'All of it matters to us.\n'.repeat(200) },
    ])
    const context = await browser().newContext(rest)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (script) await page.addInitScript(script)
    await page.goto(`${service().url}/chat/${agent.id}`)
    return { agent, page, [Symbol.asyncDispose]: () => context.close() }
  }

  async function ask(page: Page, text: string) {
    await page.locator('#words').fill(text)
    await page.keyboard.press('Enter')
  }
  const answered = (page: Page) => page.locator('li.assistant', { hasText: 'Three days.' }).waitFor()

  describe('the chat page, where things are not as they should be', () => {
    test('without TLS and without storage a visitor is answered all the same', async () => {
      const denied = '{ get() { throw new DOMException("denied", "SecurityError") } }'
      await using chat = await openChat({
        before: `delete Crypto.prototype.randomUUID; Object.defineProperty(window, "localStorage", ${denied})`,
      })
      await ask(chat.page, 'how long does shipping take')
      await answered(chat.page)
    })

    test('Enter pressed before the chat has begun counts once it has', async () => {
      await using chat = await openChat()
      const { page } = chat
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      await page.route('**/chats', async (route) => {
        await begun
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      // Before its style and script are there, nobody sees the page and it hears no key.
      await page.locator('html[dir] #words').waitFor()
      await ask(page, 'how long does shipping take')
      assert.equal(await page.locator('li.user').count(), 0)
      begin()
      await answered(page)
    })

    test('words whose arrival is unknown are sent again under their id, and are stored once', async () => {
      await using chat = await openChat()
      const { agent, page } = chat
      await page.locator('.dot.on').waitFor()
      // The stream is cut too, so that the page learns nothing of what arrived.
      await page.route('**/events?**', (route) => route.abort())
      await page.route('**/messages', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
      await ask(page, 'how long does shipping take')
      await page.locator('#trouble:not([hidden]), li.user:not(.unsent)').first().waitFor()
      await page.unroute('**/messages')
      await page.unroute('**/events?**')
      if (await page.locator('#trouble:not([hidden])').count()) await page.keyboard.press('Enter')
      await answered(page)
      const stored = await service()
        .service.database.q.selectFrom('messages')
        .select('id')
        .where('agent_id', '=', agent.id)
        .where('role', '=', 'user')
        .execute()
      assert.equal(stored.length, 1)
      assert.equal(await page.locator('li.user').count(), 1)
    })

    test('addresses in an answer are links, nothing else is', async () => {
      await using chat = await openChat()
      await ask(chat.page, 'how long does shipping take')
      await answered(chat.page)
      const links = chat.page.locator('li.assistant a')
      // Once the answer is whole: its pieces come first, as plain text.
      await links.first().waitFor()
      assert.deepEqual(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [
        'https://shop.example/a_(b)?c=1',
      ])
      assert.equal(await links.getAttribute('rel'), 'noopener noreferrer')
      assert.equal(await chat.page.locator('li.assistant').textContent(), ANSWER)
    })

    test('a long answer is shown from where it begins', async () => {
      await using chat = await openChat()
      await ask(chat.page, 'what are your terms')
      // Once it is whole: its pieces come first.
      const isShown = () =>
        chat.page.evaluate(`(() => {
        const answer = document.querySelector('li.assistant')
        const list = document.querySelector('main')
        if (!answer || answer.offsetHeight < 2 * list.clientHeight) return false
        return Math.abs(answer.getBoundingClientRect().top - list.getBoundingClientRect().top) < 60
      })()`)
      await eventually('the answer from its beginning', isShown, (is) => is === true)
    })

    test('the page speaks the language of its visitor, from right to left where that is so', async () => {
      await using german = await openChat({ locale: 'de-AT' })
      await german.page.getByLabel('Ihre Nachricht').waitFor()
      await german.page.getByText('Online').waitFor()
      await using arabic = await openChat({ locale: 'ar' })
      await arabic.page.getByRole('button', { name: 'إرسال' }).waitFor()
      assert.equal(await arabic.page.evaluate('getComputedStyle(document.body).direction'), 'rtl')
    })

    test('on a small phone the name of the agent and the state of the connection are there to read', async () => {
      await using chat = await openChat({ viewport: { width: 320, height: 600 } })
      await chat.page.getByText('Online').waitFor()
      for (const id of ['#title', '#status']) {
        const cut = await chat.page.locator(id).evaluate((it) => it.scrollWidth > it.clientWidth)
        assert.equal(cut, false, `${id} is cut off`)
      }
    })
  })
})
