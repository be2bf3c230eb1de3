/** Every screen of the console in every state, light and dark, wide and narrow: what axe, the policy and the window find. */
import { faultsOf } from '../../packages/console/test/harness/look.ts'
import { openBooth, setStage, shots } from '../../packages/console/test/shots/all-shots.ts'
import { openBrowser } from '../../packages/service/test/harness/browser.ts'
import { engineNamed } from '../../packages/service/test/harness/engines.ts'
import { startTestService } from '../../packages/service/test/harness/service.ts'
import { findChromium } from '../../scripts/test/find-chromium.ts'
import type { Bench } from '../measure.ts'

export const bench: Bench = {
  name: 'faults of screens, in every state',
  target: 'none',
  async run() {
    process.env.TANDEM_TEST_CHROMIUM ??= findChromium()
    await using service = await startTestService(engineNamed('sqlite'), {
      env: { TANDEM_EGRESS_ALLOW: 'private' },
    })
    const browser = await openBrowser()
    try {
      await using stage = await setStage(service)
      await using booth = await openBooth(stage, browser, {})
      const faults = await faultsOf(booth, shots)
      return {
        value: faults.length,
        unit: `of ${shots.length} states`,
        met: faults.length === 0,
        details: Object.fromEntries(faults.map((fault, n) => [`fault ${n + 1}`, fault])),
      }
    } finally {
      await browser.close()
    }
  },
}
