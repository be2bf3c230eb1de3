/** A visitor’s day on somebody’s site: the chat on a page of another site, from the first look to the day after. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { assertAccessible } from '../../console/test/harness/open-console.ts'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { startDeveloperServer } from '../../service/test/harness/developer-server.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import { ask, chatIn, type Site, startSite, tagOf, visit } from './host-page.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let browser: Browser
let site: Site
before(async () => {
  browser = await openBrowser()
  site = await startSite()
})
after(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
})

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: 'private' } })

  async function newShop(web: object = {}) {
    const agent = await service().newAgent('Shop')
    await service().admin('PATCH', `/agents/${agent.id}/settings`, {
      web: { enabled: true, allowed_origins: [site.origin], ...web },
    })
    await service().addDocument(agent.key, [
      { question: 'How long does shipping take?', answer: 'Three days.' },
      { question: 'How much does shipping cost?', answer: 'Five euros.' },
    ])
    return agent
  }

  test('a visitor sees a button and nothing more happens until it is pressed; then asks, picks, rates, and finds all of it again', async () => {
    const agent = await newShop({ starters: ['How long does shipping take?'] })
    site.put('/day', { body: `<h1>Shop</h1>${tagOf(service().url, agent.id)}` })
    await using visited = await visit(browser, `${site.origin}/day`)
    const { page, asked, problems } = visited
    const button = page.getByRole('button', { name: 'Shop' })
    await button.waitFor()
    assert.deepEqual(asked, [
      `${service().url}/widget.js`,
      `${service().url}/web/v1/agents/${agent.id}/config`,
    ])
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(await page.locator('iframe').count(), 0)
    assert.equal(await button.getAttribute('aria-expanded'), 'false')

    await button.click()
    const chat = chatIn(page)
    await chat.getByRole('button', { name: 'How long does shipping take?' }).click()
    await chat.locator('li.assistant', { hasText: 'Three days.' }).waitFor()
    assert.equal(await chat.locator('#choices button').count(), 0, 'starters are for an empty chat')
    await ask(chat, 'shipping')
    // Not sure which of the two is meant: each is a button.
    await chat.locator('#choices').getByRole('button', { name: 'How much does shipping cost?' }).click()
    await chat.locator('li.assistant', { hasText: 'Five euros.' }).waitFor()
    const helpful = chat.locator('li.assistant').last().getByRole('button', { name: 'Helpful', exact: true })
    await helpful.click()
    await eventually(
      'the rating is stored',
      async () => {
        const rows = service().service.database.q.selectFrom('messages').select('feedback')
        return rows.where('agent_id', '=', agent.id).where('feedback', 'is not', null).execute()
      },
      ([row]) => row?.feedback === 'POSITIVE',
    )

    const png = Buffer.from(PIXEL, 'base64')
    await chat.locator('#file').setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: png })
    await chat.getByRole('alert').filter({ hasText: 'Files of this kind cannot be sent.' }).waitFor()
    await chat.locator('#file').setInputFiles({ name: 'parcel.png', mimeType: 'image/png', buffer: png })
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    const picture = chat.getByRole('img', { name: 'parcel.png' })
    await picture.waitFor()
    await eventually(
      'the picture is shown',
      () => picture.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth),
      (width) => width === 1,
    )

    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'hidden' })
    const focused = 'document.activeElement.shadowRoot?.activeElement?.tagName'
    assert.equal(await page.evaluate(focused), 'BUTTON', 'the focus is back on the button')

    await page.reload()
    await page.getByRole('button', { name: 'Shop' }).click()
    await chatIn(page).locator('li.assistant', { hasText: 'Five euros.' }).waitFor()
    const again = chatIn(page)
      .locator('li.assistant', { hasText: 'Five euros.' })
      .getByRole('button', { name: 'Helpful', exact: true })
    assert.equal(await again.getAttribute('aria-pressed'), 'true')
    const saving = page.waitForEvent('download')
    await chatIn(page).getByRole('button', { name: 'Save this chat' }).click()
    const saved = await (await saving).createReadStream()
    const text = (await saved.toArray()).join('')
    assert.match(text, /You: How much does shipping cost\?\n\n\[.* UTC\] Five euros\.\n/)
    assert.deepEqual(problems, [])
  })

  test('a person who answers while the chat is closed is counted on the button', async () => {
    const desk = await startDeveloperServer()
    desk.answer(() => ({ json: { code: 0, message: 'OK' } }))
    const agent = await newShop()
    await service().admin('POST', `/agents/${agent.id}/human-services`, {
      name: 'Desk',
      webhook_url: desk.url,
    })
    site.put('/person', { body: tagOf(service().url, agent.id) })
    await using visited = await visit(browser, `${site.origin}/person`)
    const { page } = visited
    await page.getByRole('button', { name: 'Shop' }).click()
    const chat = chatIn(page)
    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    await chat.getByRole('button', { name: 'End', exact: true }).waitFor()
    await chat.getByRole('button', { name: 'Close' }).click()
    const [establish] = await desk.waitFor(({ path }) => path.endsWith('/conversation/establish'))
    const { conversation_id } = JSON.parse(establish?.body ?? '')
    const reply = { conversation_id, timestamp: Date.now(), body: 'Maria here.' }
    await service().api('POST', '/v1/human/message/receive', reply, agent.key)
    const unread = page.getByRole('button', { name: /^Shop \(\d+\)$/ })
    await unread.waitFor()
    await unread.click()
    await chat.locator('li.human', { hasText: 'Maria here.' }).waitFor()
    await page.getByRole('button', { name: 'Shop', exact: true }).waitFor()
    await desk.close()
  })

  test('scripts of the page drive the chats on it, those called too early included', async () => {
    const [first, second] = [await newShop({ title: 'One' }), await newShop({ title: 'Two' })]
    const early = `<script>
      window.Tandem = function () { (Tandem.q = Tandem.q || []).push(arguments) }
      window.heard = []
      for (const name of ['open', 'close']) Tandem('on', name, () => heard.push(name), { agent: '${first.id}' })
      Tandem('open', { agent: '${first.id}' })
    </script>`
    const place = `<div id="place" style="height: 500px"></div>`
    const tags =
      tagOf(service().url, first.id) +
      tagOf(service().url, second.id, 'data-mode="inline" data-target="#place"')
    site.put('/script', { head: early, body: place + tags })
    await using visited = await visit(browser, `${site.origin}/script`)
    const { page, problems } = visited
    const [panel, inline] = [page.frameLocator('iframe.panel'), page.frameLocator('#place iframe')]
    await panel.getByRole('heading', { name: 'One' }).waitFor()
    await inline.getByRole('heading', { name: 'Two' }).waitFor()
    const call = (text: string) => page.evaluate(`Tandem(${text})`)
    await call(`'close', { agent: '${first.id}' }`)
    assert.deepEqual(await page.evaluate('heard'), ['open', 'close'])
    await call(`'hide', { agent: '${first.id}' }`)
    await page.getByRole('button', { name: 'One' }).waitFor({ state: 'hidden' })
    await call(`'show', { agent: '${first.id}' }`)
    await page.getByRole('button', { name: 'One' }).waitFor()
    // Who signs out leaves nothing behind.
    await eventually(
      'both are kept',
      () => page.evaluate('localStorage.length'),
      (count) => count === 2,
    )
    await call(`'reset', { agent: '${first.id}' }`)
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [`tandem:${second.id}`])
    for (const { id } of [first, second]) await call(`'destroy', { agent: '${id}' }`)
    assert.equal(await page.locator('[data-tandem]').count(), 0)
    // A single-page app puts the tag back when it comes back.
    await page.evaluate(`{
      const tag = document.createElement('script')
      tag.src = '${service().url}/widget.js'
      tag.dataset.agent = '${first.id}'
      document.body.append(tag)
    }`)
    await page.getByRole('button', { name: 'One' }).waitFor()
    assert.deepEqual(problems, [])
  })

  test('axe finds nothing, by day and by night, from left to right and from right to left', async () => {
    const agent = await newShop({ greeting: 'Hello!', starters: ['How long does shipping take?'] })
    site.put('/axe', { body: `<main><h1>Shop</h1></main>${tagOf(service().url, agent.id)}` })
    for (const [colorScheme, locale] of [
      ['light', 'en-GB'],
      ['dark', 'ar'],
    ] as const) {
      await using visited = await visit(browser, `${site.origin}/axe`, { colorScheme, locale })
      const { page } = visited
      await page.getByRole('button', { name: 'Shop' }).click()
      const chat = chatIn(page)
      await chat.locator('#choices button').click()
      await chat.locator('li.assistant', { hasText: 'Three days.' }).waitFor()
      await chat.locator('.dot.on').waitFor()
      const frame = page.frames().find((each) => each.url().includes('/chat/'))
      assert.ok(frame)
      await assertAccessible(frame, `the chat, ${colorScheme}, ${locale}`)
      await assertAccessible(page, `the page around it, ${colorScheme}`)
    }
  })
})
