// Takes the pictures at the top of the README from a real service with made-up data: docs/pictures/<name>-<theme>.png
//   npm run pictures

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBooth, setStage, shots } from '../packages/console/test/shots/all-shots.ts'
import { openBrowser } from '../packages/service/test/harness/browser.ts'
import { engineNamed } from '../packages/service/test/harness/engines.ts'
import { startTestService } from '../packages/service/test/harness/service.ts'
import { findChromium } from './test/find-chromium.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
/** Small enough to load quickly, and wide enough for every pane. */
const SIZE = { width: 1320, height: 800 }
const pictures = [
  ['console', 'deliveries-one'],
  ['playground', 'playground-crowded'],
  ['desk', 'desk-talk'],
] as const
const WAITING = [
  ['mia.torres', ['I was charged twice for order 20114']],
  ['sam.okafor', ['My parcel says delivered, but it is not here']],
  ['lena.fischer', ['Can I change the address of my order?']],
] as const

process.env.TANDEM_TEST_CHROMIUM ??= findChromium()
mkdirSync(FOLDER, { recursive: true })
await using service = await startTestService(engineNamed('sqlite'), {
  env: { TANDEM_EGRESS_ALLOW: 'private' },
})
const browser = await openBrowser()
try {
  await using stage = await setStage(service, WAITING)
  for (const theme of ['light', 'dark'] as const) {
    await using booth = await openBooth(stage, browser, { theme })
    for (const [name, shotName] of pictures) {
      const shot = shots.find((each) => each.name === shotName)
      if (!shot) throw new Error(`There is no shot ${shotName}.`)
      const { page } = await booth.show(shot)
      await page.setViewportSize(SIZE)
      await page.mouse.move(0, 0)
      await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) })
    }
  }
} finally {
  await browser.close()
}
console.log(`${pictures.length * 2} pictures in ${FOLDER}`)
