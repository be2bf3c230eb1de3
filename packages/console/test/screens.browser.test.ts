/**
 * Every screen: whole, accessible, and within its policy, in light and dark, wide and narrow, in any language. One state of each;
 * `npm run bench -- screens` looks at all states.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { faultsOf } from './harness/look.ts'
import { assertFits, openConsole } from './harness/open-console.ts'
import { watchWords } from './harness/untranslated.ts'
import { type Booth, openBooth, setStage, shots } from './shots/all-shots.ts'
import type { Shot, Stage } from './shots/shot.ts'

const SKELETON = '[role=status] .bg-sunken'

/** The first word of its name. */
const areaOf = ({ name }: Shot) => name.split('-')[0] ?? name
const areas = Object.entries(Object.groupBy(shots, areaOf))

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: 'private' } })
  let stage: Stage
  /** One window for all of them, as a person has: it keeps what it has loaded. */
  let booth: Booth
  before(async () => {
    stage = await setStage(service())
    booth = await openBooth(stage, browser(), {})
  })
  after(async () => {
    await booth?.[Symbol.asyncDispose]()
    await stage?.[Symbol.asyncDispose]()
  })

  for (const [area, all = []] of areas)
    test(`every screen of ${area} is accessible, fits its window and keeps to its policy`, async () => {
      const looked = all.filter(({ isEveryRun }) => isEveryRun)
      assert.ok(looked.length > 0 || area === 'keyboard', `no screen of ${area} is looked at in every run`)
      assert.deepEqual(await faultsOf(booth, looked), [])
    })

  test('magnified four times, a talk with its score and a form with its buttons are read without scrolling sideways', async () => {
    await using opened = await openConsole(stage.service, browser())
    const { page } = opened
    await page.setViewportSize({ width: 320, height: 640 })
    const look = async (path: string, heading: string) => {
      await opened.go(path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      assert.deepEqual(await page.evaluate(WIDER_THAN_SHOWN), [], path)
    }
    await look(`/a/${stage.talk.agent.id}/conversations/${stage.talk.story}`, 'Score')
    await look(`/a/${stage.crowded.id}/integration`, 'Signing secrets')
  })

  test('no text of a screen stands outside the catalogue, and none is cut off by longer words', async () => {
    await using opened = await openConsole(stage.service, browser(), { language: 'pseudo' })
    const { page } = opened
    const words = await watchWords(page)
    const strange: string[] = []
    for (const { name, path, place, isEveryRun, isSignedOut, hangs, fails } of shots) {
      if (!isEveryRun || place || isSignedOut || hangs || fails) continue
      await opened.go(await path(stage))
      await page.locator('h1').waitFor()
      await page.locator(SKELETON).first().waitFor({ state: 'detached' })
      strange.push(...(await words.strange()).map((text) => `${name}: ${text}`))
      await assertFits(page, name)
    }
    assert.deepEqual(strange, [])
  })

  test('so it is at the desk, before the shift and in it', async () => {
    await using opened = await openConsole(stage.service, browser(), { language: 'pseudo' })
    const { page } = opened
    const words = await watchWords(page)
    const strange: string[] = []
    const look = async (path: string) => {
      await page.goto(`${stage.service.url}/desk${path}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.locator(SKELETON).first().waitFor({ state: 'detached' })
      strange.push(...(await words.strange()).map((text) => `${path}: ${text}`))
      await assertFits(page, path)
    }
    await look('/')
    await page.evaluate(BE_HERE)
    const handoff = await stage.desk.ring('jonas.weber', ['how long does shipping take?'])
    await look('/')
    await look(`/h/${handoff}`)
    // The keys of a talk are there once it is drawn.
    await page.getByRole('log').waitFor()
    await page.keyboard.press('r')
    await page.locator('textarea#composer').press('Escape')
    strange.push(...(await words.strange()))
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    strange.push(...(await words.strange()))
    for (const path of ['/conversations', `/conversations/${stage.talk.story}`, '/supervise'])
      await look(path)
    assert.deepEqual(strange, [])
  })
})

/** A page that is loaded in mid-shift goes on with it. */
const BE_HERE = `fetch('/desk/v1/presence', {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: '{"state":"here"}',
})`

/** Parts that scroll down and would scroll sideways too. */
const WIDER_THAN_SHOWN = `[document.documentElement, ...document.querySelectorAll('main .overflow-y-auto')]
  .filter((it) => it.scrollWidth > it.clientWidth)
  .map((it) => it.tagName + ' holds ' + it.scrollWidth + ' px in ' + it.clientWidth + ' px')`
