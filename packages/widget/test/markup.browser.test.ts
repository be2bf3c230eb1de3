/**
 * Nothing that a visitor, a document, a model, a person or the owner says becomes markup or script: not in the frame, not on the page
 * around it, not at the desk, not in the console. The same texts go every way, and all four are looked at.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { openConsole } from '../../console/test/harness/open-console.ts'
import { openDesk, startShift } from '../../console/test/harness/open-desk.ts'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { startModelServer } from '../../service/test/harness/model-server.ts'
import { eventually, startTestService } from '../../service/test/harness/service.ts'
import { ask, chatIn, frameOf, startSite, tagOf, visit } from './host-page.ts'
import { PIXEL } from './scene.ts'

const RUN = 'globalThis.ran=1'
const NASTY = [
  `<img class=nasty src=x onerror="${RUN}">`,
  `<script class=nasty>${RUN}</script>`,
  `<svg class=nasty onload="${RUN}"><a xlink:href="javascript:${RUN}">press</a></svg>`,
  `"'><iframe class=nasty srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<a class=nasty href="javascript:${RUN}">press</a> [press](javascript:${RUN}) javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script> https://shop.example/"onmouseover="${RUN}`,
  `</li></textarea></title><style class=nasty>*{display:none}</style><!-- \${${RUN}} {{${RUN}}}`,
].join(' ')
const by = (who: string) => `By the ${who}: ${NASTY}`
/** Also where it is cut off, it is the same text that is looked for. */
const START = NASTY.slice(0, 60)

/** What became more than text, anywhere on the page. */
const FOUND = `[
  ...document.querySelectorAll('.nasty, [onerror], [onload], [onmouseover], [srcdoc], [href^="javascript:" i], [href^="data:t" i]'),
].map((it) => it.outerHTML.slice(0, 200)).concat(globalThis.ran ? ['it ran'] : [])`

async function assertText(where: Page | Frame, what: string, ...speakers: string[]): Promise<void> {
  for (const who of speakers)
    await eventually(
      `${what} shows the words of the ${who}`,
      () => where.evaluate<string>('document.body.textContent'),
      (text) => text.includes(`By the ${who}: ${START}`),
      30_000,
    )
  assert.deepEqual(await where.evaluate(FOUND), [], what)
}

onSqlite((engine) => {
  test('what anybody says is text in the frame, on the page around it, at the desk and in the console', async (t) => {
    const [model, browser] = [await startModelServer(), await openBrowser()]
    t.after(() => Promise.all([model.close(), browser.close()]))
    const middle = NASTY.length >> 1
    const pieces = [`By the model: ${NASTY.slice(0, middle)}`, NASTY.slice(middle)]
    model.answer(() => ({ kind: 'chat', pieces }))
    const env = { TANDEM_EGRESS_ALLOW: 'private', TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'm' }
    await using service = await startTestService(engine, { env })
    await using site = await startSite()
    const agent = await service.newAgent('Shop')
    const change = (settings: object) => service.admin('PATCH', `/agents/${agent.id}/settings`, settings)
    await change({
      web: {
        enabled: true,
        allowed_origins: [site.origin],
        title: by('title').slice(0, 200),
        greeting: by('greeting'),
        starters: [by('starter').slice(0, 200)],
        theme: { label: '<b class=nasty>Chat</b>', placeholder: '"><b class=nasty>' },
      },
      answering: { use_model: false },
    })
    await service.admin('POST', `/agents/${agent.id}/human-services`, { name: 'Desk', kind: 'desk' })
    const pair = { question: 'How long does shipping take?', answer: by('document') }
    const docId = await service.addDocument(agent.key, [pair], { name: by('name').slice(0, 100) })
    await using desk = await openDesk(service, browser, { role: 'operator', agents: [agent.id], name: 'Ann' })
    await startShift(desk.page)

    site.put('/', { body: tagOf(service.url, agent.id) })
    await using visited = await visit(browser, `${site.origin}/`)
    const { page } = visited
    const chat = chatIn(page)
    await page.getByRole('button', { name: '<b class=nasty>Chat</b>' }).click()
    await chat.locator('.dot.on').waitFor()
    await assertText(frameOf(page), 'the frame', 'title', 'greeting', 'starter')
    await ask(chat, 'how long does shipping take')
    await assertText(frameOf(page), 'the frame', 'document')
    await change({ answering: { use_model: true } })
    await ask(chat, by('visitor'))
    await assertText(frameOf(page), 'the frame', 'visitor', 'model')
    const name = `<img class=nasty src=x onerror="${RUN}">.png`
    await chat.locator('#file').setInputFiles({ name, mimeType: 'image/png', buffer: PIXEL })
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    await chat.getByRole('img', { name }).waitFor()

    await chat.getByRole('button', { name: 'Talk to a person' }).click()
    const take = desk.page.getByRole('navigation', { name: 'Users' }).getByRole('button', { name: 'Take' })
    await take.click()
    await desk.page.getByText('you have the floor').waitFor()
    await assertText(desk.page, 'the desk', 'document', 'visitor', 'model')
    await desk.page.getByRole('textbox', { name: /^Reply to/ }).fill(by('person'))
    await desk.page.keyboard.press('Enter')
    await assertText(frameOf(page), 'the frame', 'person')
    await assertText(desk.page, 'the desk', 'person')
    await assertText(page, 'the page around it')

    await using opened = await openConsole(service, browser)
    const home = `/a/${agent.id}`
    const chats = service.service.database.q.selectFrom('conversations').select('id')
    const [talk] = await chats.where('agent_id', '=', agent.id).execute()
    await opened.go(`${home}/conversations`)
    await opened.page
      .getByText(/shipping|By the/)
      .first()
      .waitFor()
    await assertText(opened.page, 'the list of conversations')
    await opened.go(`${home}/conversations/${talk?.id}`)
    await assertText(opened.page, 'the conversation', 'document', 'visitor', 'model', 'person')
    await opened.go(`${home}/knowledge/d/${docId}`)
    await assertText(opened.page, 'the document', 'document')
    await opened.go(`${home}/chat`)
    await opened.page.getByLabel('Title').waitFor()
    await assertText(opened.page, 'the preview of the chat')
    assert.deepEqual([...visited.problems, ...desk.problems, ...opened.problems], [])
  })
})
