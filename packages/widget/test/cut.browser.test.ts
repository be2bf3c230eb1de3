/** The connection is lost in the middle of an answer, on a page of another site: the answer goes on where it was, and stands there once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { createLatch } from '../../service/test/harness/developer-server.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { startModelServer } from '../../service/test/harness/model-server.ts'
import { eventually, startTestService } from '../../service/test/harness/service.ts'
import { startTcpProxy } from '../../service/test/harness/tcp-proxy.ts'
import { ask, chatIn, startSite, tagOf, visit } from './host-page.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

onSqlite((engine) => {
  test('a stream that is cut goes on by itself', async (t) => {
    const model = await startModelServer()
    const latch = createLatch()
    model.answer(() => ({ kind: 'chat', pieces: ['One two three. ', latch, 'Four five six.'] }))
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    await using service = await startTestService(engine, { env })
    await using site = await startSite()
    const { hostname, port } = new URL(service.url)
    await using wire = await startTcpProxy(hostname, Number(port))
    t.after(() => {
      latch.release()
      return model.close()
    })
    const { id } = await service.newAgent('Shop')
    const web = { enabled: true, allowed_origins: [site.origin] }
    await service.admin('PATCH', `/agents/${id}/settings`, { web })
    site.put('/cut', { body: tagOf(`http://127.0.0.1:${wire.port}`, id) })
    await using visited = await visit(browser, `${site.origin}/cut`)
    await visited.page.getByRole('button', { name: 'Shop' }).click()
    const chat = chatIn(visited.page)
    await ask(chat, 'how long does shipping take')
    await chat.locator('li.assistant', { hasText: 'One two three.' }).waitFor()
    assert.equal(
      await chat.locator('#log').getAttribute('aria-busy'),
      'true',
      'it is read aloud when it is whole',
    )
    wire.cut()
    await chat.getByText('Reconnecting…').waitFor()
    wire.restore()
    latch.release()
    await eventually(
      'the whole answer, once',
      () => chat.locator('li.assistant').allTextContents(),
      (texts) => texts.length === 1 && texts[0] === 'One two three. Four five six.',
    )
    await chat.locator('#log[aria-busy=false]').waitFor()
    assert.equal(await chat.locator('li.user').count(), 1)
  })
})
