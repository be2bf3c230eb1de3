/** A visitor’s days on somebody’s site, in one walk: from the first look at the button to the day after, until the chat is taken off the page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { movedClock } from '../../service/test/harness/clock.ts'
import { createLatch, startDeveloperServer } from '../../service/test/harness/developer-server.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { startModelServer } from '../../service/test/harness/model-server.ts'
import { eventually, startTestService } from '../../service/test/harness/service.ts'
import { startTcpProxy } from '../../service/test/harness/tcp-proxy.ts'
import { ask, chatIn, frameOf, startSite, tagOf, visit } from './host-page.ts'
import { answered, grown, newShop, PIXEL } from './scene.ts'

const DAY_MS = 86_400_000
/** Counts the sounds that are asked for, on the page and in the frame. */
const COUNT_SOUNDS = `
  globalThis.sounds = 0
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (...when) { sounds++; return start.apply(this, when) }`

onSqlite((engine) => {
  test('load, open, ask, pick, a cut in mid-answer, a file, a rating, a person, a reload, the next day, the end, the transcript, gone', async (t) => {
    const [model, desk, latch, clock] = [
      await startModelServer(),
      await startDeveloperServer(),
      createLatch(),
      movedClock(),
    ]
    model.answer(() => ({ kind: 'chat', pieces: ['One two three. ', latch, 'Four five six.'] }))
    desk.answer(() => ({ json: { code: 0, message: 'OK' } }))
    const browser = await openBrowser()
    t.after(async () => {
      latch.release()
      await Promise.all([browser.close(), model.close(), desk.close()])
    })
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    await using service = await startTestService(engine, { env, clock })
    await using site = await startSite()
    await using wire = await startTcpProxy('127.0.0.1', Number(new URL(service.url).port))
    const url = `http://127.0.0.1:${wire.port}`
    const agent = await newShop(service, site, { starters: ['How long does shipping take?'] })
    const useModel = (use_model: boolean) =>
      service.admin('PATCH', `/agents/${agent.id}/settings`, { answering: { use_model } })
    await useModel(false)
    await service.admin('POST', `/agents/${agent.id}/human-services`, {
      name: 'Desk',
      webhook_url: desk.url,
      // People go home, and come back to those they talk with.
      idle_timeout_s: (2 * DAY_MS) / 1000,
    })
    site.put('/day', { body: `<h1>Shop</h1>${tagOf(url, agent.id)}` })

    // Load: a button, and nothing more.
    await using visited = await visit(browser, `${site.origin}/day`, {
      prepare: (page) => page.addInitScript(COUNT_SOUNDS),
    })
    const { page, asked, problems } = visited
    const button = page.getByRole('button', { name: 'Shop', exact: true })
    await button.waitFor()
    assert.deepEqual(asked, [`${url}/widget.js`, `${url}/web/v1/agents/${agent.id}/config`])
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    assert.deepEqual(await page.context().cookies(), [])
    assert.equal(await page.locator('iframe').count(), 0)
    assert.equal(await button.getAttribute('aria-expanded'), 'false')

    // Open, ask by a starter, pick what is offered.
    await button.click()
    const chat = chatIn(page)
    await chat.getByRole('button', { name: 'How long does shipping take?' }).click()
    await answered(chat)
    assert.equal(await chat.locator('#choices button').count(), 0, 'starters are for an empty chat')
    await ask(chat, 'shipping')
    const cost = chat.locator('#choices').getByRole('button', { name: 'How much does shipping cost?' })
    await cost.waitFor()
    const listed = chat.locator('li.assistant').last().locator('.listed')
    const written = await listed.boundingBox()
    assert.ok((written?.width ?? 0) <= 1, 'what the buttons say is not written above them, too')
    await cost.click()
    await answered(chat, 'Five euros.')

    // The stream is cut in the middle of an answer, and goes on by itself.
    await useModel(true)
    await ask(chat, 'please count to six')
    await grown(chat, 'One two three.')
    wire.cut()
    await chat.getByText('Reconnecting…').waitFor()
    wire.restore()
    latch.release()
    const counted = chat.locator('li.assistant', { hasText: 'One two three. Four five six.' })
    await counted.waitFor()
    assert.equal(await chat.locator('li.assistant', { hasText: 'One two' }).count(), 1)
    assert.equal(await chat.locator('li.user', { hasText: 'please count' }).count(), 1)
    await chat.locator('.dot.on').waitFor()

    // A rating, a file.
    await counted.getByRole('button', { name: 'Helpful', exact: true }).click()
    await eventually(
      'the rating is stored',
      async () => {
        const rows = service.service.database.q.selectFrom('messages').select('feedback')
        return rows.where('agent_id', '=', agent.id).where('feedback', 'is not', null).execute()
      },
      ([row]) => row?.feedback === 'POSITIVE',
    )
    await chat.locator('#file').setInputFiles({ name: 'parcel.png', mimeType: 'image/png', buffer: PIXEL })
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    const picture = chat.getByRole('img', { name: 'parcel.png' })
    await eventually(
      'the picture is shown',
      () => picture.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth),
      (width) => width === 1,
    )

    // A person, who answers while the chat is closed: a number on the button, and a sound.
    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    await chat.getByRole('button', { name: 'End', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('iframe').waitFor({ state: 'hidden' })
    const focused = 'document.activeElement.shadowRoot?.activeElement?.tagName'
    assert.equal(await page.evaluate(focused), 'BUTTON', 'the focus is back on the button')
    const [establish] = await desk.waitFor(({ path }) => path.endsWith('/conversation/establish'))
    const { conversation_id } = JSON.parse(establish?.body ?? '')
    const say = (body: string) =>
      service.api(
        'POST',
        '/v1/human/message/receive',
        { conversation_id, timestamp: clock.now(), body },
        agent.key,
      )
    const sounds = () => frameOf(page).evaluate<number>('sounds')
    const before = await sounds()
    await say('Maria here.')
    await page.getByRole('button', { name: /^Shop \(\d+\)$/ }).waitFor()
    await eventually('a sound is asked for', sounds, (count) => count > before)
    const { q } = service.service.database
    const spoken = q
      .selectFrom('messages')
      .select('seq')
      .where('role', '=', 'human')
      .where('agent_id', '=', agent.id)
    const seen = q.selectFrom('conversations').select('seen_seq').where('agent_id', '=', agent.id)
    assert.equal((await seen.executeTakeFirst())?.seen_seq, 0, 'nobody has looked yet')
    await page.getByRole('button', { name: /^Shop \(\d+\)$/ }).click()
    await chat.locator('li.human', { hasText: 'Maria here.' }).waitFor()
    assert.equal(await chat.getByRole('button', { name: 'New chat' }).isVisible(), false)
    const said = await spoken.executeTakeFirstOrThrow()
    await eventually(
      'the page has said that it is on the screen',
      () => seen.executeTakeFirst(),
      (row) => row?.seen_seq === said.seq,
    )
    await button.waitFor()

    // Reload, and the next day: the person is still there, and so is all that was said.
    for (const laterMs of [0, DAY_MS]) {
      clock.move(laterMs)
      await page.reload()
      await button.click()
      await chat.locator('li.human', { hasText: 'Maria here.' }).waitFor()
      assert.equal(
        await counted.getByRole('button', { name: 'Helpful', exact: true }).getAttribute('aria-pressed'),
        'true',
      )
    }
    await chat.locator('.dot.on').waitFor()

    // The end, the transcript, and the chat taken off the page.
    await chat.getByRole('button', { name: 'End', exact: true }).click()
    await chat.getByRole('button', { name: 'Talk to a person' }).waitFor()
    await chat.getByRole('button', { name: 'New chat' }).waitFor()
    const saving = page.waitForEvent('download')
    await chat.getByRole('button', { name: 'Save this chat' }).click()
    const text = (await (await (await saving).createReadStream()).toArray()).join('')
    assert.match(text, /You: How much does shipping cost\?\n\n\[.* UTC\] Five euros\.\n/)
    assert.match(text, /Desk: Maria here\./)
    await page.evaluate(`Tandem('destroy')`)
    assert.equal(await page.locator('[data-tandem]').count(), 0)
    const own = problems.filter((problem) => !problem.includes('net::ERR_'))
    assert.deepEqual(own, [], 'nothing but the cut went wrong')
  })

  test('whoever comes back the next day, with no person there, begins a new chat as the same visitor', async (t) => {
    const clock = movedClock()
    const browser = await openBrowser()
    t.after(() => browser.close())
    await using service = await startTestService(engine, { clock })
    await using site = await startSite()
    const agent = await newShop(service, site)
    site.put('/', { body: tagOf(service.url, agent.id) })
    await using visited = await visit(browser, `${site.origin}/`)
    const { page } = visited
    const chat = chatIn(page)
    const press = () => page.getByRole('button', { name: 'Shop' }).click()
    await press()
    await ask(chat, 'how long does shipping take')
    await answered(chat)
    clock.move(DAY_MS)
    await page.reload()
    await press()
    await chat.locator('.dot.on').waitFor()
    await chat.getByText('Ask a question to begin.').waitFor()
    const chats = service.service.database.q.selectFrom('conversations').select('anonymous_id')
    const visitors = (await chats.where('agent_id', '=', agent.id).execute()).map((row) => row.anonymous_id)
    assert.equal(visitors.length, 2)
    assert.equal(new Set(visitors).size, 1)
  })
})
