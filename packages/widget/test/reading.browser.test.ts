/** The chat for those who do not see it or have no mouse: by keyboard alone, read aloud, and as axe judges it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../../console/test/harness/open-console.ts'
import { createLatch } from '../../service/test/harness/developer-server.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { startModelServer } from '../../service/test/harness/model-server.ts'
import { eventually, startTestService } from '../../service/test/harness/service.ts'
import { ask, chatIn, frameOf, startSite, tagOf, visit } from './host-page.ts'
import { answered, grown, newShop as newShopOn, QUESTION, setScene } from './scene.ts'

/**
 * Hears the log as a screen reader does: what is added is read, once; while the log is busy it waits, and what has come until then
 * is read as it stands. A part with a live region of its own is not read.
 */
const LISTEN = `(() => {
  const log = document.querySelector('#log')
  const waiting = new Set()
  globalThis.heard = []
  const bubbleOf = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('li')
  const isQuiet = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('[aria-live=off]')
  const read = () => {
    if (log.ariaBusy === 'true') return
    for (const bubble of waiting) if (bubble.isConnected) {
      const copy = bubble.cloneNode(true)
      for (const quiet of copy.querySelectorAll('[aria-live=off]')) quiet.remove()
      heard.push(copy.textContent)
    }
    waiting.clear()
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (!isQuiet(node) && bubbleOf(node)) waiting.add(bubbleOf(node))
    read()
  }).observe(log, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
})()`

onSqlite((engine) => {
  const { browser, newShop, visitShop } = setScene(engine)

  test('axe finds nothing, by day and by night, from left to right and from right to left', async () => {
    const agent = await newShop({ greeting: 'Hello!', starters: ['How long does shipping take?'] })
    for (const [colorScheme, locale] of [
      ['light', 'en-GB'],
      ['light', 'ar'],
      ['dark', 'en-GB'],
      ['dark', 'ar'],
    ] as const) {
      const options = { colorScheme, locale, page: { body: '<main><h1>Shop</h1></main>' } }
      await using visited = await visitShop(agent.id, options)
      const { page } = visited
      await page.getByRole('button', { name: 'Shop' }).click()
      const chat = chatIn(page)
      await chat.locator('#choices button').click()
      await answered(chat)
      await chat.locator('.dot.on').waitFor()
      const { dir } = await chat
        .locator('html')
        .evaluate((it) => ({ dir: (it as unknown as { dir: string }).dir }))
      assert.equal(dir, locale === 'ar' ? 'rtl' : 'ltr')
      await assertAccessible(frameOf(page), `the chat, ${colorScheme}, ${locale}`)
      await assertAccessible(page, `the page around it, ${colorScheme}`)
    }
  })

  test('a question to begin with breaks within the chat, also when it is one long word', async () => {
    const { id } = await newShop({ starters: ['Rindfleischetikettierungsüberwachungsaufgabe'.repeat(2)] })
    await using visited = await visitShop(id)
    const { page } = visited
    await page.getByRole('button', { name: 'Shop' }).click()
    await chatIn(page).locator('#choices button').waitFor()
    const { scrollWidth, clientWidth } = await frameOf(page).evaluate<Record<string, number>>(
      `(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.querySelector('main'))`,
    )
    assert.equal(scrollWidth, clientWidth)
  })

  test('by keyboard alone a visitor opens the chat, asks, picks, rates, begins anew and closes it', async () => {
    const { id } = await newShop()
    await using visited = await visitShop(id)
    const { page } = visited
    await page.getByRole('button', { name: 'Shop' }).waitFor()
    const chat = chatIn(page)
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    const isFocused = (what: string, name: string) =>
      eventually(
        `the focus is on ${what}`,
        () =>
          frameOf(page).evaluate<string>(
            `(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim() || document.activeElement.id`,
          ),
        (found) => found === name,
      )
    await press('Tab', 'Enter')
    await chat.locator('.dot.on').waitFor()
    await isFocused('the field', 'words')
    await page.keyboard.type('shipping')
    await press('Enter')
    await chat.locator('#choices button').first().waitFor()
    // From the field back to what is offered, the last one first.
    await press('Shift+Tab', 'Shift+Tab')
    const offered = await chat.locator('#choices button').last().textContent()
    await isFocused('what is offered', offered ?? '')
    await press('Enter')
    await chat.locator('li.assistant').nth(1).getByRole('button', { name: 'Not helpful' }).waitFor()
    await isFocused('the field', 'words')
    await press('Shift+Tab', 'Shift+Tab')
    await isFocused('the rating', 'Not helpful')
    await press('Space')
    await chat.locator('li.assistant').nth(1).locator('[aria-pressed=true]').waitFor()
    await chat.getByRole('button', { name: 'New chat' }).focus()
    await press('Enter')
    await chat.getByText('Ask a question to begin.').waitFor()
    await isFocused('the field', 'words')
    await press('Escape')
    await page.locator('iframe').waitFor({ state: 'hidden' })
    // The same key opens it again, and the focus is in the chat.
    await press('Enter')
    await page.locator('iframe').waitFor()
    await isFocused('the field', 'words')
  })

  test('an answer that grows is read aloud once, when it is whole', async (t) => {
    const [model, latch] = [await startModelServer(), createLatch()]
    model.answer(() => ({ kind: 'chat', pieces: ['One two three. ', latch, 'Four five ', 'six.'] }))
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    await using service = await startTestService(engine, { env })
    await using site = await startSite()
    t.after(() => {
      latch.release()
      return model.close()
    })
    const agent = await newShopOn(service, site)
    site.put('/', { body: tagOf(service.url, agent.id) })
    await using visited = await visit(browser(), `${site.origin}/`)
    const { page } = visited
    await page.getByRole('button', { name: 'Shop' }).click()
    const chat = chatIn(page)
    await chat.locator('.dot.on').waitFor()
    await frameOf(page).evaluate(LISTEN)
    await ask(chat, QUESTION)
    await grown(chat, 'One two three.')
    const log = chat.getByRole('log')
    assert.equal(await log.getAttribute('aria-busy'), 'true')
    const heard = () => frameOf(page).evaluate<string[]>('heard')
    assert.deepEqual(await heard(), [QUESTION])
    latch.release()
    await chat.getByRole('button', { name: 'Not helpful' }).waitFor()
    await chat.locator('#log[aria-busy=false]').waitFor()
    assert.deepEqual(await heard(), [QUESTION, 'One two three. Four five six.'])
    // What a screen reader finds in the tree.
    assert.match(
      await log.ariaSnapshot(),
      /log:\n\s*- list:\n\s*- listitem: .*shipping take\n\s*- listitem:\n\s*- text: One two three\. Four five six\.\n\s*- button "Helpful"\n\s*- button "Not helpful"/,
    )
  })
})
