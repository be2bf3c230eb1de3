/** The chat on pages that make it hard: hostile styles, strict policies, isolation, sites that may not, pages without an origin. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { eventually } from '../../service/test/harness/service.ts'
import { ask, chatIn, type HostPage, tagOf, type Visit, visit } from './host-page.ts'
import { answered, QUESTION, setScene } from './scene.ts'

onSqlite((engine) => {
  const { service, site, browser, newShop, visitShop } = setScene(engine)

  /** Opens the chat of a shop on such a page and asks; answers what went wrong meanwhile. */
  async function askOn(page: HostPage): Promise<string[]> {
    const { id } = await newShop()
    await using visited = await visitShop(id, { page })
    return await askAt(visited)
  }

  async function askAt(visited: Visit): Promise<string[]> {
    const button = visited.page.getByRole('button', { name: 'Shop' })
    await button.waitFor()
    const box = await button.boundingBox()
    const size = visited.page.viewportSize()
    assert.ok(box && size && box.height >= 44 && box.width >= 44, JSON.stringify(box))
    assert.ok(box.x + box.width <= size.width && box.x > size.width - 120, 'it stands at the right')
    await button.click()
    await ask(chatIn(visited.page), QUESTION)
    await answered(chatIn(visited.page))
    const panel = await visited.page.locator('iframe').boundingBox()
    assert.ok(panel && panel.width > 300 && panel.height > 400, JSON.stringify(panel))
    return visited.problems
  }

  test('no styles of the page reach it', async () => {
    const styles = `<style>
      * { all: unset !important }
      div, iframe, button { display: none !important; opacity: 0 !important; width: 1px !important }
    </style>`
    assert.deepEqual(await askOn({ head: styles }), [])
  })

  test('a page with a strict policy names the service, and nothing of the chat breaks its policy', async () => {
    const url = service().url
    const policy = [
      "default-src 'none'",
      `script-src ${url}`,
      `connect-src ${url}`,
      `frame-src ${url}`,
      'img-src data:',
      "require-trusted-types-for 'script'",
    ].join('; ')
    const { json } = await service().api('GET', '/widget.json')
    // Held to its hash, under the name that means this loader for good.
    const { id } = await newShop()
    const whole = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
      <script src="${url}${json.path}" integrity="${json.integrity}" crossorigin data-agent="${id}" async></script>`
    site().put('/policy', { whole, headers: { 'content-security-policy': policy } })
    await using visited = await visit(browser(), `${site().origin}/policy`)
    assert.deepEqual(await askAt(visited), [])
  })

  test('a page that is isolated from other origins shows it too', async () => {
    const headers = {
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }
    assert.deepEqual(await askOn({ headers }), [])
  })

  test('a page that may keep nothing has the chat as long as it is open', async () => {
    const denied = `<script>Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })</script>`
    assert.deepEqual(await askOn({ head: denied }), [])
  })

  test('a site that is not on the list gets no button, is told why, and cannot show the chat in a frame of its own', async () => {
    const { id } = await newShop({ allowed_origins: ['https://shop.example'] })
    const body = `<iframe src="${service().url}/chat/${id}"></iframe>`
    await using visited = await visitShop(id, { page: { body } })
    await eventually(
      'both are refused',
      async () => visited.problems.join('\n'),
      (text) => /Tandem: no chat here: .*web\.allowed_origins/.test(text) && text.includes('frame-ancestors'),
    )
    assert.equal(await visited.page.getByRole('button').count(), 0)
    const chats = service().service.database.q.selectFrom('conversations').select('id')
    assert.deepEqual(await chats.where('agent_id', '=', id).execute(), [])
  })

  test('a page without an origin, as apps show them, has the chat where the owner allows that, and else not', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-app-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const [closed, open] = [await newShop(), await newShop({ allow_null_origin: true })]
    for (const [{ id }, mayShow] of [
      [closed, false],
      [open, true],
    ] as const) {
      const file = join(folder, `${id}.html`)
      writeFileSync(file, `<!doctype html><title>App</title>${tagOf(service().url, id)}`)
      await using visited = await visit(browser(), pathToFileURL(file).href)
      if (mayShow) {
        await visited.page.getByRole('button', { name: 'Shop' }).click()
        await ask(chatIn(visited.page), QUESTION)
        await answered(chatIn(visited.page))
      } else
        await eventually(
          'it is refused',
          async () => visited.problems.join('\n'),
          (text) => text.includes('web.allow_null_origin'),
        )
    }
  })

  test('pressed five hundred times, it opens one chat', async () => {
    const { id } = await newShop()
    await using visited = await visitShop(id)
    await visited.page.getByRole('button', { name: 'Shop' }).evaluate((button) => {
      const { click } = button as unknown as { click(): void }
      for (let n = 0; n < 501; n++) click.call(button)
    })
    await chatIn(visited.page).locator('.dot.on').waitFor()
    assert.equal(await visited.page.locator('iframe').count(), 1)
    const chats = service().service.database.q.selectFrom('conversations').select('id')
    assert.equal((await chats.where('agent_id', '=', id).execute()).length, 1)
  })
})
