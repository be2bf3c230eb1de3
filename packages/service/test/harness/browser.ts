/** A real browser for tests of pages: the Chromium that the test command found. */
import { type Browser, chromium } from 'playwright-core'

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.TANDEM_TEST_CHROMIUM
  if (!executablePath)
    throw new Error('TANDEM_TEST_CHROMIUM is not set: run through npm test, which finds a Chromium')
  // Tests run as root in containers, where Chromium's own sandbox cannot.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 120_000 })
}
