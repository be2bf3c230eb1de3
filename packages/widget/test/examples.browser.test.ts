/** The examples of the widget do what they say, each on a page of another site than the service. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { ask, chatIn, visit } from './host-page.ts'
import { answered, QUESTION, setScene } from './scene.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'examples/widget')

onSqlite((engine) => {
  const { service, site, browser, newShop } = setScene(engine)

  /** The example as somebody would fill it in. */
  async function filledIn(name: string, agentId: string): Promise<string> {
    const { json } = await service().api('GET', '/widget.json')
    return readFileSync(join(FOLDER, name), 'utf8')
      .replaceAll('https://tandem.example', service().url)
      .replaceAll('WIDGET_PATH', json.path)
      .replaceAll('WIDGET_INTEGRITY', json.integrity)
      .replaceAll('AGENT_ID', agentId)
  }

  test('the plain page and the page with a strict policy', async () => {
    for (const [name, button] of [
      ['plain.html', 'Ask us'],
      ['strict-csp.html', 'Shop'],
    ] as const) {
      site().put(`/${name}`, { whole: await filledIn(name, (await newShop()).id) })
      await using visited = await visit(browser(), `${site().origin}/${name}`)
      await visited.page.getByRole('button', { name: button }).click()
      await ask(chatIn(visited.page), QUESTION)
      await answered(chatIn(visited.page))
      assert.deepEqual(visited.problems, [], name)
    }
  })

  test('the page of a WebView, which is a file', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tandem-webview-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'webview.html')
    writeFileSync(file, await filledIn('webview.html', (await newShop({ allow_null_origin: true })).id))
    await using visited = await visit(browser(), pathToFileURL(file).href)
    await ask(chatIn(visited.page), QUESTION)
    await answered(chatIn(visited.page))
    const box = await visited.page.locator('iframe').boundingBox()
    assert.deepEqual([box?.width, box?.height], [1280, 720], 'it fills the window')
  })

  test('the component of React, in strict mode, comes and goes with its parent', async () => {
    const { id } = await newShop()
    const entry = `
      import { createElement as h, StrictMode, useState } from 'react'
      import { createRoot } from 'react-dom/client'
      import { TandemChat } from ${JSON.stringify(join(FOLDER, 'TandemChat.jsx'))}
      function App() {
        const [isThere, set] = useState(true)
        const chat = isThere && h(TandemChat, { service: ${JSON.stringify(service().url)}, agent: '${id}' })
        return h(StrictMode, null, h('button', { onClick: () => set(!isThere) }, 'Toggle'), chat)
      }
      createRoot(document.body.appendChild(document.createElement('main'))).render(h(App))`
    site().put('/react', { body: `<script type="module">${await bundled(entry)}</script>` })
    await using visited = await visit(browser(), `${site().origin}/react`)
    const { page } = visited
    const button = page.getByRole('button', { name: 'Shop' })
    await button.click()
    await chatIn(page).locator('.dot.on').waitFor()
    assert.equal(await page.locator('[data-tandem]').count(), 1)
    await page.getByRole('button', { name: 'Toggle' }).click()
    await page.locator('[data-tandem]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Toggle' }).click()
    await button.waitFor()
    assert.equal(await page.locator('[data-tandem]').count(), 1)
  })
})

/** As a build of an app would make it. */
async function bundled(entry: string): Promise<string> {
  const { build } = await import('vite')
  const name = 'virtual:entry'
  const made = await build({
    configFile: false,
    root: join(ROOT, 'packages/console'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
        load: (id: string) => (id === `\0${name}` ? entry : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: name } },
  })
  const [first] = [made].flat()
  const output = first && 'output' in first ? first.output : []
  const chunk = output.find(({ type }) => type === 'chunk')
  return chunk?.type === 'chunk' ? chunk.code.replaceAll('</script', '<\\/script') : ''
}
