/** Every screen in every state: whole, accessible, and within its policy, in light and dark, wide and narrow, in any language. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { assertAccessible, assertFits } from './harness/open-console.ts'
import { type Booth, openBooth, setStage, shots } from './shots/all-shots.ts'
import type { Shot, Stage } from './shots/shot.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const WIDE = { width: 1360, height: 820 }
/** What the window is like: the same page is looked at in each way, as when somebody turns a phone or the sun sets. */
const ways = [
  ['light', WIDE, 'light'],
  ['dark', WIDE, 'dark'],
  ['narrow', { width: 390, height: 844 }, 'light'],
] as const

/** The first word of its name. */
const areaOf = ({ name }: Shot) => name.split('-')[0] ?? name

async function look(booth: Booth, shot: Shot): Promise<void> {
  const { page, problems } = await booth.show(shot)
  for (const [way, size, colorScheme] of ways) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await assertFits(page, way)
    // Of the dark one only the colours are different.
    await assertAccessible(page, way, way === 'dark' ? ['color-contrast'] : undefined)
  }
  await page.setViewportSize(WIDE)
  assert.deepEqual(problems.splice(0), [])
}

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: 'private' } })
  let stage: Stage
  before(async () => {
    stage = await setStage(service())
  })
  after(() => stage?.[Symbol.asyncDispose]())

  for (const [area, list] of Object.entries(Object.groupBy(shots, areaOf)))
    test(`every screen of ${area} in every state is accessible, fits its window and keeps to its policy`, async () => {
      await using booth = await openBooth(stage, browser, {})
      const wrong: string[] = []
      for (const shot of list ?? []) {
        try {
          await look(booth, shot)
        } catch (error) {
          wrong.push(`${shot.name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      assert.deepEqual(wrong, [])
    })

  test('no text of a screen stands outside the catalogue, and none is cut off by longer words', async () => {
    await using booth = await openBooth(stage, browser, { language: 'pseudo' })
    await using opened = await booth.show({
      name: 'agents',
      path: () => '/agents/new',
      ready: (page) => page.getByRole('dialog').waitFor(),
    })
    const words = await opened.page
      .locator('nav a, nav h2, h1, th, [role=columnheader], dialog button')
      .allInnerTexts()
    assert.deepEqual(
      words.filter((text) => text.trim() !== '' && !text.includes('⟦')),
      [],
    )
    await assertFits(opened.page, 'agents')
  })
})
