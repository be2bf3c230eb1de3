/** The chat page in a real browser: asking, being answered, a person taking over, coming back, and what goes wrong. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../harness/browser.ts'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { sharedService, startTestService } from '../harness/service.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: 'private' } })

  async function openChat(web: object = {}) {
    const agent = await service().newAgent('Shop')
    await service().admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true, ...web } })
    await service().addDocument(agent.key, [
      { question: 'How long does shipping take?', answer: 'Three days.' },
    ])
    const context = await browser().newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.goto(`${service().url}/chat/${agent.id}`)
    return { agent, page, problems, [Symbol.asyncDispose]: () => context.close() }
  }

  async function ask(page: Page, text: string) {
    await page.getByLabel('Your message').fill(text)
    await page.keyboard.press('Enter')
  }
  const bubble = (page: Page, kind: string, text: string) =>
    page.locator(`li.${kind}`, { hasText: text }).waitFor()

  describe('the chat page', () => {
    test('a visitor asks with the keyboard and is answered, and nothing on the page is broken', async () => {
      await using chat = await openChat({ greeting: 'Hello!' })
      const { page, problems } = chat
      await bubble(page, 'hello', 'Hello!')
      await ask(page, 'how long does shipping take')
      await bubble(page, 'user', 'how long does shipping take')
      await bubble(page, 'assistant', 'Three days.')
      assert.equal(await page.locator('li.user').count(), 1)
      assert.equal(await page.locator('li.assistant').count(), 1)
      assert.equal(await page.title(), 'Shop')
      assert.deepEqual(problems, [])
    })

    test('whoever reloads the page finds the chat as it was', async () => {
      await using chat = await openChat()
      const { page } = chat
      await ask(page, 'how long does shipping take')
      await bubble(page, 'assistant', 'Three days.')
      await page.reload()
      await bubble(page, 'user', 'how long does shipping take')
      await bubble(page, 'assistant', 'Three days.')
    })

    test('words are shown as they are, never as markup', async () => {
      await using chat = await openChat()
      const { page } = chat
      const words = '<img src=x onerror="document.title=1"> & <b>bold</b>'
      await ask(page, words)
      await bubble(page, 'user', words)
      assert.equal(await page.locator('li img, li b').count(), 0)
    })

    test('a visitor who is too fast is told, and keeps the words', async () => {
      await using chat = await openChat({ messages_per_minute: 1 })
      const { page } = chat
      await ask(page, 'first')
      // Stored, not only shown: two that are sent at once may both be in time.
      await bubble(page, 'user:not(.unsent)', 'first')
      await ask(page, 'second')
      await page.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor()
      assert.equal(await page.getByLabel('Your message').inputValue(), 'second')
      assert.equal(await page.locator('li.user').count(), 1)
    })

    test('a chat that is off, or that never was, says so to the person who followed the link', async () => {
      const { id } = await service().newAgent()
      const page = await browser().newPage()
      page.setDefaultTimeout(60_000)
      for (const name of [id, 'nobody']) {
        const answer = await page.goto(`${service().url}/chat/${name}`)
        assert.equal(answer?.status(), 404)
        await page.getByRole('heading', { name: 'There is no chat here' }).waitFor()
      }
      await page.setViewportSize({ width: 360, height: 600 })
      const heading = await page.getByRole('heading').boundingBox()
      const words = await page.getByText('The address may be incomplete').boundingBox()
      assert.ok(heading && words && words.y - (heading.y + heading.height) < 40, 'the words stand below it')
      await page.close()
    })

    test('a visitor whose agent is deleted is told that the chat has ended, and can write no more', async () => {
      await using chat = await openChat()
      const { agent, page } = chat
      await ask(page, 'how long does shipping take')
      await bubble(page, 'assistant', 'Three days.')
      await service().admin('DELETE', `/agents/${agent.id}`)
      await page.getByRole('alert').filter({ hasText: 'This chat has ended.' }).waitFor()
      assert.ok(await page.getByLabel('Your message').isDisabled())
      assert.equal((await page.reload())?.status(), 404)
    })

    test('a person takes over at the button, speaks under the name of the desk, and the visitor can end it', async () => {
      const desk = await startDeveloperServer()
      desk.answer(() => ({ json: { code: 0, message: 'OK' } }))
      await using chat = await openChat()
      const { agent, page } = chat
      await service().admin('POST', `/agents/${agent.id}/human-services`, {
        name: 'Desk',
        webhook_url: desk.url,
      })
      await page.reload()
      await page.getByRole('button', { name: 'Talk to a person' }).click()
      await page.getByRole('button', { name: 'End', exact: true }).waitFor()
      const [establish] = await desk.waitFor(({ path }) => path.endsWith('/conversation/establish'))
      const { conversation_id } = JSON.parse(establish?.body ?? '')
      const reply = { conversation_id, timestamp: Date.now(), body: 'Maria here.' }
      await service().api('POST', '/v1/human/message/receive', reply, agent.key)
      await bubble(page, 'human', 'Maria here.')
      assert.equal(await page.locator('li.human').getAttribute('data-name'), 'Desk')
      await page.getByRole('button', { name: 'End', exact: true }).click()
      await page.getByRole('button', { name: 'Talk to a person' }).waitFor()
      await ask(page, 'how long does shipping take')
      await bubble(page, 'assistant', 'Three days.')
      await desk.close()
    })

    test('what the AI was saying when a person was called is taken off the page', async (t) => {
      const desk = await startDeveloperServer()
      desk.answer(() => ({ json: { code: 0, message: 'OK' } }))
      const model = await startModelServer()
      model.answer(() => ({ kind: 'stall', after: ['Half an ', 'answer '] }))
      t.after(() => Promise.all([desk.close(), model.close()]))
      const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
      await using talking = await startTestService(engine, { env })
      const agent = await talking.newAgent('Shop')
      await talking.admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true } })
      const made = { name: 'Desk', webhook_url: desk.url }
      await talking.admin('POST', `/agents/${agent.id}/human-services`, made)
      const page = await browser().newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(`${talking.url}/chat/${agent.id}`)
      await ask(page, 'how long does shipping take')
      await bubble(page, 'assistant', 'Half an answer')
      await page.getByRole('button', { name: 'Talk to a person' }).click()
      await page.getByRole('button', { name: 'End', exact: true }).waitFor()
      await page.locator('li.assistant').waitFor({ state: 'detached' })
      await bubble(page, 'notice', 'Desk')
      assert.equal(await page.locator('li.assistant').count(), 0)
      await page.close()
    })
  })
})
