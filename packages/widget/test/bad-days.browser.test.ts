/** Days on which something is wrong between the visitor and the service: each does what the visitor would hope for. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { movedClock } from '../../service/test/harness/clock.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { headOf, openSocket } from '../../service/test/harness/raw-socket.ts'
import { eventually } from '../../service/test/harness/service.ts'
import { startTcpProxy } from '../../service/test/harness/tcp-proxy.ts'
import { ask, chatIn, tagOf, visit } from './host-page.ts'
import { answered, PIXEL, QUESTION, setScene } from './scene.ts'

const DAY_MS = 86_400_000
/** Longer than anything waits for its next attempt. */
const A_WHILE_MS = 31_000

onSqlite((engine) => {
  const clock = movedClock()
  const scene = setScene(engine, { clock })
  const { service, newShop, openShop, visitShop } = scene

  async function startWire() {
    const wire = await startTcpProxy('127.0.0.1', Number(new URL(service().url).port))
    return { ...wire, url: `http://127.0.0.1:${wire.port}` }
  }
  const said = async (agentId: string) => {
    const rows = service().service.database.q.selectFrom('messages').select('text')
    return (await rows.where('agent_id', '=', agentId).where('role', '=', 'user').execute()).length
  }
  const send = { name: 'Send', exact: true }
  /** The same visitor says it on another device. */
  async function sayElsewhere(agentId: string, token: string, text: string) {
    const { json } = await service().api('POST', `/web/v1/agents/${agentId}/chats`, { token })
    await service().api('POST', `/web/v1/chats/${json.conversation_id}/messages`, { text }, token)
  }

  test('an upload that is cut off gives the file and the words back, and sent again they are stored once', async () => {
    await using wire = await startWire()
    const { id } = await newShop()
    await using opened = await openShop(id, { from: wire.url })
    const { chat } = opened
    await chat.locator('.dot.on').waitFor()
    const buffer = Buffer.concat([PIXEL, Buffer.alloc(1_000_000)])
    await chat.locator('#file').setInputFiles({ name: 'parcel.png', mimeType: 'image/png', buffer })
    await chat.getByLabel('Your message').fill('It came like this')
    wire.cutAfter(500_000)
    await chat.getByRole('button', send).click()
    await chat.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor()
    assert.equal(await chat.getByLabel('Your message').inputValue(), 'It came like this')
    assert.equal(await chat.locator('#held-name').textContent(), 'parcel.png')
    assert.equal(await chat.locator('li.user').count(), 0)
    wire.restore()
    await chat.locator('.dot.on').waitFor()
    await chat.getByRole('button', send).click()
    await chat.getByRole('img', { name: 'parcel.png' }).waitFor()
    assert.equal(await said(id), 1)
    assert.equal(await chat.locator('li.user').count(), 1)
  })

  test('what is typed while words or a file are on their way is said on its own, and kept when those do not arrive', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat, page } = opened
    await chat.locator('.dot.on').waitFor()
    const words = chat.getByLabel('Your message')
    const lost = Promise.withResolvers<void>()
    await page.route('**/messages', (route) => lost.promise.then(() => route.abort()))
    await words.fill('Hello')
    await words.press('Enter')
    await words.fill('It came broken')
    lost.resolve()
    await chat.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor()
    assert.equal(await words.inputValue(), 'Hello\nIt came broken')
    await page.unroute('**/messages')

    const slow = Promise.withResolvers<void>()
    await page.route('**/files', (route) => slow.promise.then(() => route.continue()))
    await chat.locator('#file').setInputFiles({ name: 'parcel.png', mimeType: 'image/png', buffer: PIXEL })
    await words.fill('Look')
    await words.press('Enter')
    await ask(chat, QUESTION)
    await answered(chat)
    slow.resolve()
    await chat.getByRole('img', { name: 'parcel.png' }).waitFor()
    assert.equal(await words.inputValue(), '')
    assert.equal(await chat.getByRole('alert').count(), 0)
    assert.equal(await said(id), 2)
  })

  test('words that could not be sent come back in the order in which they were said, before what is typed', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat, page } = opened
    await chat.locator('.dot.on').waitFor()
    const words = chat.getByLabel('Your message')
    const said = ['It came broken', 'What now?', 'Is anybody there?']
    const lost = new Map(said.map((text) => [text, Promise.withResolvers<void>()]))
    await page.route('**/messages', async (route) => {
      await lost.get(route.request().postDataJSON().text)?.promise
      await route.abort()
    })
    for (const text of said) {
      await words.fill(text)
      await words.press('Enter')
    }
    await words.fill('And my money?')
    const lose = async (text: string, back: readonly string[]) => {
      lost.get(text)?.resolve()
      await eventually(
        'the words are back',
        () => words.inputValue(),
        (value) => value === [...back, 'And my money?'].join('\n'),
      )
    }
    await lose('It came broken', ['It came broken'])
    await lose('Is anybody there?', ['It came broken', 'Is anybody there?'])
    await lose('What now?', said)
  })

  test('words that overtake others on their way stand on the page once', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat, page } = opened
    await chat.locator('.dot.on').waitFor()
    const slow = Promise.withResolvers<void>()
    await page.route('**/messages', async (route) => {
      if (route.request().postDataJSON().text === QUESTION) await slow.promise
      await route.continue()
    })
    await ask(chat, QUESTION)
    await ask(chat, 'how much does shipping cost')
    await answered(chat, 'Five euros.')
    slow.resolve()
    await answered(chat)
    assert.equal(await chat.locator('li.user').count(), 2)
    assert.equal(await chat.locator('li.unsent').count(), 0)
  })

  test('a laptop that was asleep finds its chat again, though nobody told it that the connection was lost', async () => {
    await using wire = await startWire()
    const { id } = await newShop()
    await using opened = await openShop(id, { from: wire.url, prepare: (page) => page.clock.install() })
    const { chat, page } = opened
    await ask(chat, QUESTION)
    await answered(chat)
    wire.lose()
    const token = await page.evaluate<string>(`localStorage.getItem('tandem:${id}')`)
    await sayElsewhere(id, token, 'how much does shipping cost')
    await page.clock.fastForward(8 * 3_600_000)
    await eventually(
      'the answer',
      async () => {
        await page.clock.fastForward(A_WHILE_MS)
        return chat.locator('li.assistant', { hasText: 'Five euros.' }).count()
      },
      (count) => count === 1,
    )
    assert.equal(await chat.locator('li.user').count(), 2)
  })

  test('two tabs have one chat: what is said in one is seen in both, once, and a new chat is one in both', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat: first, page } = opened
    await ask(first, QUESTION)
    await answered(first)
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByRole('button', { name: 'Shop' }).click()
    const second = chatIn(tab)
    await answered(second)
    await ask(second, 'how much does shipping cost')
    for (const chat of [first, second]) {
      await answered(chat, 'Five euros.')
      assert.equal(await chat.locator('li.user').count(), 2)
      assert.equal(await chat.locator('li.assistant').count(), 2)
    }
    await second.getByRole('button', { name: 'New chat' }).click()
    for (const chat of [first, second]) await chat.getByText('Ask a question to begin.').waitFor()
    await first.locator('.dot.on').waitFor()
    await ask(first, QUESTION)
    for (const chat of [first, second]) await answered(chat)
    // Who signs out in one is forgotten in both.
    await page.evaluate(`Tandem('reset')`)
    for (const chat of [first, second]) await chat.getByText('Ask a question to begin.').waitFor()
  })

  test('a page that the browser kept and brings back has the chat as it was, and hears what comes', async (t) => {
    const browser = await openBrowser({ isWhole: true, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    t.after(() => browser.close())
    const { id } = await newShop()
    const { origin } = scene.site()
    const note = `<script>addEventListener('pageshow', ({ persisted }) => { globalThis.isBack = persisted })
      window.Tandem = function () { (Tandem.q = Tandem.q || []).push(arguments) }
      window.timesReady = 0
      Tandem('on', 'ready', () => { timesReady++ })</script>`
    scene.site().put('/kept', { head: note, body: tagOf(service().url, id) })
    scene.site().put('/elsewhere', { body: '<p>Elsewhere</p>' })
    await using visited = await visit(browser, `${origin}/kept`)
    const { page } = visited
    await page.getByRole('button', { name: 'Shop' }).click()
    const chat = chatIn(page)
    await ask(chat, QUESTION)
    await answered(chat)
    await page.goto(`${origin}/elsewhere`)
    await page.goBack({ waitUntil: 'commit' })
    await eventually(
      'the browser kept the page',
      () => page.evaluate('globalThis.isBack').catch(() => undefined),
      (isBack) => isBack === true,
      30_000,
    )
    // Seen from the page around it: the chat was not loaded anew, and counts what is said while it is closed.
    await page.evaluate(`Tandem('close')`)
    const token = await page.evaluate<string>(`localStorage.getItem('tandem:${id}')`)
    await sayElsewhere(id, token, 'how much does shipping cost')
    await page.getByRole('button', { name: 'Shop (1)' }).waitFor()
    assert.equal(await page.evaluate('timesReady'), 1)
  })

  test('pressed a hundred times, no button of the chat does its work more than once at a time', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat } = opened
    await ask(chat, QUESTION)
    await answered(chat)
    const press = (name: string) =>
      chat.getByRole('button', { name, exact: true }).evaluate((button) => {
        for (let n = 0; n < 101; n++) (button as unknown as { click(): void }).click()
      })
    await press('Helpful')
    await eventually(
      'the rating is stored',
      async () => {
        const rows = service().service.database.q.selectFrom('messages').select('feedback')
        return rows.where('agent_id', '=', id).where('feedback', '=', 'POSITIVE').execute()
      },
      ({ length }) => length === 1,
    )
    await press('New chat')
    await chat.getByText('Ask a question to begin.').waitFor()
    await chat.locator('.dot.on').waitFor()
    const chats = service().service.database.q.selectFrom('conversations').select('id')
    assert.equal((await chats.where('agent_id', '=', id).execute()).length, 2)
  })

  test('a file of 0 bytes and one of 2 GB are refused before they are read, by the page and by the service', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-large-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'film.png')
    writeFileSync(file, '')
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat, page, asked } = opened
    await chat.locator('.dot.on').waitFor()
    await chat.locator('#file').setInputFiles(file)
    await chat.getByRole('alert').filter({ hasText: 'The file is empty.' }).waitFor()
    truncateSync(file, 2 * 2 ** 30)
    await chat.locator('#file').setInputFiles(file)
    await chat.getByRole('alert').filter({ hasText: 'The file is too large; at most 10 MB.' }).waitFor()
    assert.equal(await chat.getByRole('button', send).isDisabled(), true)
    assert.deepEqual(
      asked.filter((each) => each.endsWith('/files')),
      [],
    )
    const token = await page.evaluate<string>(`localStorage.getItem('tandem:${id}')`)
    const started = await service().api('POST', `/web/v1/agents/${id}/chats`, { token })
    const head = headOf('POST', `/web/v1/chats/${started.json.conversation_id}/files`, {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': String(2 * 2 ** 30),
    })
    const socket = await openSocket(service().url)
    socket.write(head)
    const [first] = await once(socket, 'data')
    socket.destroy()
    assert.match(String(first), /^HTTP\/1\.1 413 /, 'at its head')
  })

  test('markup is no file to send; under the name of a picture it is served as one, and nothing of it runs', async () => {
    const { id } = await newShop()
    await using opened = await openShop(id)
    const { chat, page } = opened
    await chat.locator('.dot.on').waitFor()
    const runs = `<svg xmlns="http://www.w3.org/2000/svg"><script>document.title='ran'</script></svg>`
    const buffer = Buffer.from(`<!doctype html><title>still</title>${runs}`)
    for (const [name, mimeType] of [
      ['page.html', 'text/html'],
      ['logo.svg', 'image/svg+xml'],
    ] as const) {
      await chat.locator('#file').setInputFiles({ name, mimeType, buffer })
      await chat.getByRole('alert').filter({ hasText: 'Files of this kind cannot be sent.' }).waitFor()
    }
    await chat.locator('#file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await chat.getByRole('button', send).click()
    const link = chat.locator('a.file')
    await link.waitFor()
    const opening = page.context().waitForEvent('page')
    await link.click()
    const shown = await opening
    await shown.waitForLoadState()
    assert.notEqual(await shown.title(), 'ran')
    const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', service().url))
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  })

  test('where the service is away, the page around the chat is unharmed, and the chat comes when the service does', async () => {
    await using wire = await startWire()
    const { id } = await newShop()
    wire.cut()
    await using down = await visitShop(id, { from: wire.url, page: { body: '<h1>Shop</h1>' } })
    await down.page.getByRole('heading', { name: 'Shop' }).waitFor()
    assert.deepEqual(
      down.problems.filter((problem) => !problem.includes('net::ERR_')),
      [],
    )
    wire.restore()
    // The loader is there, and what it asks for is not, at every step in turn.
    let isAway = true
    const away = async (page: Page) => {
      await page.clock.install()
      await page.route(/\/config$|\/chat\/|\/chats$/, (route) => (isAway ? route.abort() : route.continue()))
    }
    await using visited = await visitShop(id, { from: wire.url, prepare: away })
    const { page, problems } = visited
    const oneMore = async (what: string, isThere: () => Promise<boolean>) => {
      isAway = false
      await eventually(
        what,
        async () => {
          await page.clock.fastForward(A_WHILE_MS)
          return isThere()
        },
        (is) => is,
      )
      isAway = true
    }
    await eventually(
      'it is said in the log',
      () => problems,
      (told) => told.some((each) => each.startsWith('Tandem: no chat here')),
    )
    const button = page.getByRole('button', { name: 'Shop' })
    await oneMore('the button', async () => (await button.count()) === 1)
    await button.click()
    await page.locator('iframe').waitFor({ state: 'attached' })
    const isSeen = () =>
      page.evaluate<boolean>(
        `document.querySelector('[data-tandem]').shadowRoot.querySelector('iframe').style.opacity === ''`,
      )
    assert.equal(await isSeen(), false, 'words of the browser are not shown')
    await oneMore('the frame', isSeen)
    const chat = chatIn(page)
    // Begun or not, depending on how far it came: in the end it is.
    await oneMore('the chat', async () => (await chat.locator('.dot.on').count()) === 1)
    isAway = false
    await ask(chat, QUESTION)
    await answered(chat)
  })

  // Last, since the time of all moves on.
  test('a chat that was left for a month is over, says so, and another can begin', async () => {
    await using wire = await startWire()
    const { id } = await newShop()
    await using opened = await openShop(id, { from: wire.url })
    const { chat } = opened
    await ask(chat, QUESTION)
    await answered(chat)
    clock.move(40 * DAY_MS)
    wire.cut()
    await chat.getByText('Reconnecting…').waitFor()
    wire.restore()
    await chat.getByRole('alert').filter({ hasText: 'This chat has ended.' }).waitFor()
    await answered(chat)
    assert.equal(await chat.getByLabel('Your message').isDisabled(), true)
    await chat.getByRole('button', { name: 'New chat' }).click()
    await chat.getByText('Ask a question to begin.').waitFor()
    await chat.locator('.dot.on').waitFor()
    await ask(chat, QUESTION)
    await answered(chat)
  })
})
