// Takes a picture of every screen in every state, light and dark, wide and narrow, from a real service with made-up data.
//   npm run screenshots [-- <part of a name> ...]     → screenshots/<name>-<way>.png

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBooth, setStage, shots } from '../packages/console/test/shots/all-shots.ts'
import { openBrowser } from '../packages/service/test/harness/browser.ts'
import { engineNamed } from '../packages/service/test/harness/engines.ts'
import { startTestService } from '../packages/service/test/harness/service.ts'
import { findChromium } from './test/find-chromium.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'screenshots')
const wanted = process.argv.slice(2)
const ways = [
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['narrow', { theme: 'light', isNarrow: true }],
  ['narrow-dark', { theme: 'dark', isNarrow: true }],
] as const

// Build the console first, so that the pictures show its current sources.
execFileSync(process.execPath, [join(ROOT, 'packages/console/build.js')], { stdio: 'inherit' })
process.env.TANDEM_TEST_CHROMIUM ??= findChromium()
mkdirSync(FOLDER, { recursive: true })
const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
await using service = await startTestService(engineNamed('sqlite'), {
  env: { TANDEM_EGRESS_ALLOW: 'private' },
})
const browser = await openBrowser()
try {
  await using stage = await setStage(service)
  for (const [way, options] of ways) {
    await using booth = await openBooth(stage, browser, options)
    for (const shot of chosen) {
      const { page, problems } = await booth.show(shot)
      await page.screenshot({ path: join(FOLDER, `${shot.name}-${way}.png`) })
      for (const problem of problems.splice(0)) console.log(`${shot.name} (${way}): ${problem}`)
    }
  }
} finally {
  await browser.close()
}
console.log(`${chosen.length * ways.length} pictures in ${FOLDER}`)
