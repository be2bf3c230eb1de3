/** What scripts of the page can do with the chat: drive it, and say who the visitor is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import type { Page } from 'playwright-core'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually } from '../../service/test/harness/service.ts'
import { ask, chatIn, frameOf, tagOf, visit } from './host-page.ts'
import { answered, QUESTION, setScene } from './scene.ts'

const signed = (key: string, expires: string, sub = 'ann') =>
  new SignJWT({ sub })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key))

onSqlite((engine) => {
  const { service, site, browser, newShop, openShop, visitShop } = setScene(engine)

  async function usersOf(agentId: string) {
    const rows = service().service.database.q.selectFrom('conversations').select('user_id')
    return (await rows.where('agent_id', '=', agentId).execute()).map(({ user_id }) => user_id)
  }

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
    site().put('/script', { head: early, body: place + tags })
    await using visited = await visit(browser(), `${site().origin}/script`)
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

  test('two users in two tabs have a chat each, and no tab begins one after the other for ever', async () => {
    const { id } = await newShop()
    const { secret } = (await service().admin('GET', `/agents/${id}/identity`)).json
    const identify = async (page: Page, user: string) =>
      page.evaluate(`Tandem('identify', ${JSON.stringify(await signed(secret, '1h', user))})`)
    await using opened = await openShop(id)
    const { chat: first, page } = opened
    await identify(page, 'ann')
    await ask(first, QUESTION)
    await answered(first)
    // Ann has signed out on the page and Bob in, and her tab is still open.
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByRole('button', { name: 'Shop' }).waitFor()
    await identify(tab, 'bob')
    await tab.getByRole('button', { name: 'Shop' }).click()
    const second = chatIn(tab)
    await ask(second, QUESTION)
    await answered(second)
    await first.getByText('Ask a question to begin.').waitFor()
    await ask(first, QUESTION)
    await answered(first)
    assert.deepEqual((await usersOf(id)).toSorted(), ['ann', 'ann', 'bob'])
  })

  test('a visitor is who a good token says; a forged one and an expired one are not believed, and the chat goes on', async () => {
    const { id } = await newShop()
    const { secret } = (await service().admin('GET', `/agents/${id}/identity`)).json
    await using opened = await openShop(id)
    const { page, chat, problems } = opened
    await ask(chat, QUESTION)
    await answered(chat)
    const users = () => usersOf(id)
    for (const [what, token, why] of [
      ['forged', await signed('another secret of another shop', '1h'), /stays unknown: .*signature/],
      ['expired', await signed(secret, '-1h'), /stays unknown: .*"exp"/],
      ['not one', 'nonsense', /stays unknown: .*no JWT/],
    ] as const) {
      await page.evaluate(`Tandem('identify', ${JSON.stringify(token)})`)
      await eventually(
        `the owner is told why: ${what}`,
        () => problems.join('\n'),
        (text) => why.test(text),
      )
      await chat.locator('.dot.on').waitFor()
      await answered(chat)
      assert.deepEqual(await users(), [null], what)
    }
    await page.evaluate(`Tandem('identify', ${JSON.stringify(await signed(secret, '1h'))})`)
    await eventually('the visitor is known', users, ([user]) => user === 'ann')
    await answered(chat)

    // Somebody new, whose chat begins at once, and of whom the page tells while the frame is being loaded.
    await using late = await visitShop(id)
    await late.page.getByRole('button', { name: 'Shop' }).waitFor()
    const token = JSON.stringify(await signed(secret, '1h'))
    await late.page.evaluate(`Tandem('open'); Tandem('identify', ${token})`)
    const known = async () => (await users()).filter((user) => user === 'ann').length
    await eventually('the new visitor is known too', known, (count) => count === 2)
    await ask(chatIn(late.page), QUESTION)
    await answered(chatIn(late.page))
    await frameOf(late.page).evaluate('location.reload()')
    await chatIn(late.page).locator('.dot.on').waitFor()
    await answered(chatIn(late.page))
    assert.deepEqual(
      await users(),
      ['ann', 'ann'],
      'neither who was told late nor a frame loaded again begins another chat',
    )
  })
})
